import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { importSeeded } from './import-csv.js';
import { startBenchServer } from './server.js';
import { scaled } from './size.js';
import { ATTACKS, type Attacker, LARGE_ROWS } from './tenants/attacks.js';
import { startBucket } from './tenants/bucket.js';
import { ask, type Client } from './tenants/client.js';
import { RATE_LIMIT } from './tenants/lines.js';
import { startSlowGeocoder } from './tenants/slow-geocoder.js';
import { reportTenants, type TenantsRow } from './tenants/table.js';
import { type Felt, live } from './tenants/victim.js';

const NEIGHBOUR_ROWS = 10_000;
const SECONDS = 20;
/** The attack goes on for so long before anything is measured. */
const RUN_UP_MS = 1_000;
/** After an attack the service gets so long to be as before. */
const REST_MS = 3_000;

/**
 * One account does the worst of each kind, at its rate limit, while another reads, writes, searches and
 * imports a little: what the second one feels beside what it feels alone. BENCH_TENANTS names attacks by
 * parts of their names, with | between them.
 */
export async function benchTenants(): Promise<void> {
  const wanted = (process.env.BENCH_TENANTS ?? '').split('|');
  const names = Object.keys(ATTACKS).filter((name) => wanted.some((part) => name.includes(part)));
  const rows: TenantsRow[] = [];
  const geocoder = await startSlowGeocoder();
  const bucket = await startBucket();
  const settings = { GEOCODER_URL: geocoder.url };
  try {
    for (const [where, env] of [
      ['', settings],
      [', with a bucket', { ...settings, ...bucket.env }],
    ] as const) {
      const here = names.filter((name) => (ATTACKS[name]!.onBucket ?? false) === (where !== ''));
      if (here.length > 0) await attack(here, env, where, rows);
    }
    reportTenants(rows);
  } finally {
    geocoder.close();
    await bucket.close();
  }
}

/** @param rows the measurements are added to them */
async function attack(
  names: readonly string[],
  settings: Record<string, string>,
  where: string,
  rows: TenantsRow[],
): Promise<void> {
  const server = await startBenchServer(settings);
  const { baseUrl } = server;
  try {
    const createKey = await server.createAccount('attacker@example.com');
    const freeKey = await createKey();
    const attacker: Attacker = {
      baseUrl,
      key: await createKey(RATE_LIMIT),
      freeKey,
      largeMap: await importSeeded({ ...server, key: freeKey }, scaled(LARGE_ROWS)),
    };
    const neighbour: Client = { baseUrl, key: server.key };
    const mapId = await importSeeded(server, scaled(NEIGHBOUR_ROWS));
    const seconds = scaled(SECONDS);
    // Warms up the service.
    await live(neighbour, mapId, Math.min(3, seconds));
    const note = async (beside: string, felt: Felt): Promise<void> => {
      const nearbyMb = (await server.metric('cartload_nearby_index_bytes')) / 1e6;
      rows.push({ beside, felt, rssMb: await server.rssMb(), nearbyMb });
      process.stderr.write(`${beside}: ${JSON.stringify(felt)}\n`);
    };
    await note(`nothing${where}`, await live(neighbour, mapId, seconds));
    for (const name of names) {
      await note(name, await under(name, attacker, () => live(neighbour, mapId, seconds)));
      await settle(attacker);
    }
    await note(`nothing, afterwards${where}`, await live(neighbour, mapId, seconds));
  } finally {
    await server.stop();
  }
}

async function under(name: string, attacker: Attacker, action: () => Promise<Felt>): Promise<Felt> {
  const worker = new Worker(new URL('./tenants/attack-thread.js', import.meta.url), {
    workerData: { name, attacker },
  });
  try {
    await once(worker, 'message');
    worker.postMessage('begin');
    await delay(RUN_UP_MS);
    return await action();
  } finally {
    await worker.terminate();
  }
}

/** Cancels the jobs that the attacker has left, and waits. */
async function settle({ baseUrl, freeKey }: Attacker): Promise<void> {
  const client: Client = { baseUrl, key: freeKey };
  for (const status of ['queued', 'processing']) {
    const { text } = await ask(client, 'GET', `/jobs?status=${status}&page_size=100`);
    const { data } = JSON.parse(text) as { data: { job_id: string }[] };
    for (const { job_id: id } of data) await ask(client, 'DELETE', `/jobs/${id}`);
  }
  await delay(REST_MS);
}
