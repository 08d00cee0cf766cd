import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuMeter } from '../../src/images/cpu-meter.js';
import type { Drawn, RenderRequest } from '../../src/images/render-messages.js';
import { ImageFailed } from '../../src/images/renderer.js';
import { serveRenders } from '../../src/images/serve-renders.js';

let asked = 0;
const leaked: Buffer[] = [];

/**
 * Actions of a process that draws, by the name of the map. The process creates the file `${toFile}.begun`
 * first.
 */
const DEEDS: Record<string, (toFile: string) => unknown> = {
  draws: () => {},
  loops: () => {
    for (;;);
  },
  'computes for 0.4 s': () => {
    const cpuMs = cpuMeter();
    while (cpuMs() < 400);
  },
  waits: () => delay(60_000),
  aborts: () => process.abort(),
  'aborts once': (toFile) => {
    const isSecond = readFileSync(`${toFile}.begun`, 'utf8') !== String(process.pid);
    if (!isSecond) process.abort();
  },
  exits: () => process.exit(3),
  floods: async () => {
    for (;;) await new Promise((resolve) => process.stderr.write('flood '.repeat(20_000), resolve));
  },
  warns: () => void process.stderr.write(`${'line\n'.repeat(70)}${'long'.repeat(1000)}`),
  leaks: () => void leaked.push(Buffer.alloc(64 * 1024 * 1024, 1)),
  'says too much': () => process.send!({ number: 1, drawn: { bytes: 1, markers: 1, ms: {} }, rssBytes: 1 }),
  'cannot be drawn': () => {
    throw new ImageFailed('it has no sides');
  },
  'has no database': () => {
    throw Object.assign(new Error('x'.repeat(1_000_000)), { code: 'ECONNREFUSED' });
  },
};

serveRenders(async ({ job, toFile, databaseUrl, trace }: RenderRequest): Promise<Drawn> => {
  if (!existsSync(`${toFile}.begun`)) writeFileSync(`${toFile}.begun`, String(process.pid));
  writeFileSync(toFile, 'half');
  await DEEDS[job.mapName]!(toFile);
  const picture = JSON.stringify({
    pid: process.pid,
    asked: ++asked,
    databaseUrl,
    trace,
    argv: process.argv.slice(2),
  });
  writeFileSync(toFile, picture);
  return { bytes: picture.length, markers: 1, ms: {} };
});
