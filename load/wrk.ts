import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Options } from 'autocannon';
import { fire } from './fire.js';
import { inTemporaryFolder } from './temporary-folder.js';

const WRK = '/usr/bin/wrk';

export interface Fired {
  /** Requests a second. */
  rate: number;
  p99Ms: number;
}

/** Fires one request again and again over so many connections. */
export type Generator = (target: Options, connections: number, seconds: number) => Promise<Fired>;

/**
 * The load generator: wrk (Debian's package), in C, where it is installed; else autocannon, which shares Node's speed with what it measures
 * and ends near 50,000 requests/s, so that what is faster looks alike.
 */
export const GENERATOR: { name: string; fire: Generator } = existsSync(WRK)
  ? { name: 'wrk', fire: fireWrk }
  : { name: 'autocannon, which ends near 50,000 requests/s', fire: fireAutocannon };

async function fireAutocannon(target: Options, connections: number, seconds: number): Promise<Fired> {
  const { requests, latency } = await fire({ connections, duration: seconds, pipelining: 1, ...target });
  return { rate: requests.average, p99Ms: latency.p99 };
}

/** Milliseconds of what wrk writes as `870.00us`, `1.23ms` or `1.50s`. */
function readTime(text: string): number {
  const [, value, unit] = /^([\d.]+)(us|ms|s)$/.exec(text)!;
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
}

function fireWrk(
  { url, method, headers, body }: Options,
  connections: number,
  seconds: number,
): Promise<Fired> {
  return inTemporaryFolder(async (folder) => {
    const script = join(folder, 'request.lua');
    const lines = [`wrk.method = ${JSON.stringify(method ?? 'GET')}`];
    if (body) lines.push(`wrk.body = ${JSON.stringify(String(body))}`);
    for (const [name, value] of Object.entries(headers ?? {}))
      lines.push(`wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`);
    await writeFile(script, `${lines.join('\n')}\n`);
    // One thread: the service and its database need the other core.
    const flags = [
      '-t',
      '1',
      '-c',
      String(connections),
      '-d',
      `${seconds}s`,
      '--latency',
      '--timeout',
      '10s',
      '-s',
      script,
      url,
    ];
    const { stdout } = await promisify(execFile)(WRK, flags);
    const failed = /^.*(?:Socket errors|Non-2xx).*$/m.exec(stdout);
    if (failed) throw new Error(`${url}: ${failed[0].trim()}`);
    return {
      rate: Number(/^Requests\/sec: +([\d.]+)/m.exec(stdout)![1]),
      p99Ms: readTime(/^ +99% +(\S+)/m.exec(stdout)![1]!),
    };
  });
}
