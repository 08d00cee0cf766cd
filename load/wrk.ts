import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon, { type Client, type Options } from 'autocannon';
import { inTemporaryFolder } from './temporary-folder.js';

const WRK = '/usr/bin/wrk';

export interface Fired {
  /** Requests a second. */
  rate: number;
  p99Ms: number;
}

export interface Target extends Options {
  /** Paths requested in turn, instead of that of the URL. */
  readonly paths?: readonly string[];
}

/** Sends requests over a number of connections, each the next one after its answer. */
export type Generator = (target: Target, connections: number, seconds: number) => Promise<Fired>;

/** Connections of benches with many clients. */
export const CONNECTIONS = 32;

/**
 * The load generator: wrk (Debian's package), in C, where it is installed; else autocannon, which shares
 * Node's speed with the measured service and ends near 50,000 requests/s, so that faster services look alike.
 */
export const GENERATOR: { name: string; fire: Generator } = existsSync(WRK)
  ? { name: 'wrk', fire: fireWrk }
  : { name: 'autocannon, which ends near 50,000 requests/s', fire: fireAutocannon };

/** Paths of a connection of autocannon. */
const MOST_PATHS = 1000;

/** @throws Error when answers were missing or not 2xx: the rate of a failure is no figure */
async function fireAutocannon(
  { paths, ...target }: Target,
  connections: number,
  seconds: number,
): Promise<Fired> {
  let connection = 0;
  // Each connection begins at another path, as the processor's cache would favour a common one.
  const setupClient = (client: Client): void => {
    if (!paths) return;
    const from = Math.floor((paths.length * connection++) / connections);
    const turned = [...paths.slice(from), ...paths.slice(0, from)];
    // autocannon prepares each request beforehand: 640,000 of them took longer than its timeout.
    client.setRequests(turned.slice(0, MOST_PATHS).map((path) => ({ path })));
  };
  const options = { connections, duration: seconds, pipelining: 1, ...target, setupClient };
  const { requests, latency, non2xx, errors } = await autocannon(options);
  if (non2xx > 0 || errors > 0)
    throw new Error(`${target.url}: ${non2xx} answers are not 2xx, ${errors} errors`);
  return { rate: requests.average, p99Ms: latency.p99 };
}

/** Milliseconds of wrk's `870.00us`, `1.23ms` and `1.50s`. */
function readTime(text: string): number {
  const [, value, unit] = /^([\d.]+)(us|ms|s)$/.exec(text)!;
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
}

function fireWrk(
  { url, method, headers, body, paths }: Target,
  connections: number,
  seconds: number,
): Promise<Fired> {
  return inTemporaryFolder(async (folder) => {
    const script = join(folder, 'request.lua');
    const lines = [`wrk.method = ${JSON.stringify(method ?? 'GET')}`];
    if (body) lines.push(`wrk.body = ${JSON.stringify(String(body))}`);
    for (const [name, value] of Object.entries(headers ?? {}))
      lines.push(`wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`);
    if (paths) {
      const list = join(folder, 'paths');
      await writeFile(list, paths.join('\n'));
      lines.push(inTurn(list));
    }
    await writeFile(script, `${lines.join('\n')}\n`);
    // One thread, as the service and its database need the other core.
    const flags = `-t 1 -c ${connections} -d ${seconds}s --latency --timeout 10s -s`.split(' ');
    const { stdout } = await promisify(execFile)(WRK, [...flags, script, url]);
    const failed = /^.*(?:Socket errors|Non-2xx).*$/m.exec(stdout);
    if (failed) throw new Error(`${url}: ${failed[0].trim()}`);
    return {
      rate: Number(/^Requests\/sec: +([\d.]+)/m.exec(stdout)![1]),
      p99Ms: readTime(/^ +99% +(\S+)/m.exec(stdout)![1]!),
    };
  });
}

/**
 * Lua script that requests each line of a file in turn. Requests are prepared before the first is sent, so
 * that wrk does little else than send.
 */
const inTurn = (file: string): string => `
local requests, at = {}, 0
function init()
  for path in io.lines(${JSON.stringify(file)}) do requests[#requests + 1] = wrk.format(nil, path) end
end
function request()
  at = at % #requests + 1
  return requests[at]
end`;
