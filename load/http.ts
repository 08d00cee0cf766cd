import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type autocannon from 'autocannon';
import { fire } from './fire.js';
import { CONNECTIONS, profiles } from './profiles.js';
import { type BenchServer, startBenchServer } from './server.js';
import { type Measurement, median, report } from './table.js';

const SECONDS = 5;
const ROUNDS = 3;

/** A bare uWebSockets.js server that answers a body like that of GET /me, in a process of its own. */
async function startBare(): Promise<{ url: string; stop(): void }> {
  const child = fork(fileURLToPath(new URL('./bare-uws.js', import.meta.url)));
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill('SIGKILL') };
}

async function requestsPerSecond(options: autocannon.Options): Promise<{ rate: number; p99: number }> {
  const result = await fire({ connections: CONNECTIONS, duration: SECONDS, pipelining: 1, ...options });
  return { rate: result.requests.average, p99: result.latency.p99 };
}

/** A map of 100 markers to read, and an empty one to write to. */
async function setUp({ baseUrl, key }: BenchServer): Promise<Record<string, autocannon.Options>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<{ id: number }> => {
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { id: number };
  };
  const { id } = await post('/maps', { name: 'Read' });
  for (let i = 0; i < 100; i++) {
    await post(`/maps/${id}/markers`, {
      name: `Place ${i}`,
      lat: i / 10,
      lng: -i / 10,
      custom_fields: { Phone: `555-${i}` },
    });
  }
  const written = await post('/maps', { name: 'Written' });
  const reading = profiles(baseUrl, key, id);
  return { ...reading, 'post-marker': profiles(baseUrl, key, written.id)['post-marker']! };
}

/** The hot requests beside a bare uWebSockets.js answer, in alternating rounds. */
export async function benchHttp(): Promise<void> {
  const bare = await startBare();
  const server = await startBenchServer();
  try {
    const targets: Record<string, autocannon.Options> = {
      'bare uWebSockets.js': { url: bare.url },
      ...(await setUp(server)),
    };
    const results = new Map(
      Object.keys(targets).map((name) => [name, { rates: [] as number[], p99s: [] as number[] }]),
    );
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, options] of Object.entries(targets)) {
        const { rate, p99 } = await requestsPerSecond(options);
        results.get(name)!.rates.push(rate);
        results.get(name)!.p99s.push(p99);
      }
    }
    const reference = median(results.get('bare uWebSockets.js')!.rates);
    const measurements = [...results].flatMap(([name, { rates, p99s }]): Measurement[] => {
      const rate = median(rates);
      const goal = name === 'get-me' ? { goal: '0.3' } : {};
      return [
        { name, value: rate, unit: 'requests/s', ratio: { of: 'bare', value: rate / reference, ...goal } },
        { name: `${name}, p99`, value: median(p99s), unit: 'ms' },
      ];
    });
    report(
      `http: ${CONNECTIONS} connections, medians of ${ROUNDS} alternating rounds of ${SECONDS} s`,
      measurements,
    );
  } finally {
    await server.stop();
    bare.stop();
  }
}
