import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startApp } from '../../src/app.js';
import { createLog } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import type { ImageRenderer } from '../../src/images/renderer.js';

/* `cartload serve` with a renderer that takes DRAWING_MS and writes half of its file first. */

const imageRenderer: ImageRenderer = {
  version: () => 'stand-in',
  render: async (_order, toFile, signal) => {
    await writeFile(toFile, 'half');
    await delay(Number(process.env.DRAWING_MS ?? 0), undefined, { signal });
    await writeFile(toFile, 'half and half');
    return { bytes: 13, cpuMs: 1 };
  },
};
const log = createLog('info');
const app = await startApp(readConfig(process.env), log, 'all', { imageRenderer });
log.info({ url: app.publicUrl }, 'cartload is ready');
