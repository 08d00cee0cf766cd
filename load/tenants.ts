import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { markdownTable, scaled } from './measure.js';
import { ask } from './requests.js';
import type { Account } from './server.js';
import { onBenchServer } from './server.js';
import { ATTACKS, LARGE_ROWS, ON_BUCKET } from './tenants/attacks.js';
import type { Attacker } from './tenants/client.js';
import { RATE_LIMIT } from './tenants/client.js';
import { type Felt, KINDS, live } from './tenants/victim.js';
import { importSeeded } from './upload.js';

const NEIGHBOUR_ROWS = 10_000;
const SECONDS = 20;
/** The attack goes on for so long before anything is measured. */
const RUN_UP_MS = 1_000;
/** After an attack the service gets so long to be as before. */
const REST_MS = 3_000;
const GEOCODER_ANSWER_MS = 2_000;
const MOST_ME_MS = 150;
const MOST_IMPORT_MS = 300;

interface TenantsRow {
  beside: string;
  felt: Felt;
  /** Resident memory of the process at the end. */
  rssMb: number;
  /** Part of `rssMb` for the indexes of nearby searches, a cache with a limit. */
  nearbyMb: number;
}

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
      const here = names.filter((name) => (name === ON_BUCKET) === (where !== ''));
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
  await onBenchServer(async (server) => {
    const { baseUrl } = server;
    const createKey = await server.createAccount('attacker@example.com');
    const freeKey = await createKey();
    const attacker: Attacker = {
      baseUrl,
      key: await createKey(RATE_LIMIT),
      freeKey,
      largeMap: await importSeeded({ baseUrl, key: freeKey }, scaled(LARGE_ROWS)),
    };
    const neighbour: Account = { baseUrl, key: server.key };
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
  }, settings);
}

async function under(name: string, attacker: Attacker, action: () => Promise<Felt>): Promise<Felt> {
  const worker = new Worker(new URL('./tenants/attacks.js', import.meta.url), {
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
  const client: Account = { baseUrl, key: freeKey };
  for (const status of ['queued', 'processing']) {
    const { text } = await ask(client, 'GET', `/jobs?status=${status}&page_size=100`);
    const { data } = JSON.parse(text) as { data: { job_id: string }[] };
    for (const { job_id: id } of data) await ask(client, 'DELETE', `/jobs/${id}`);
  }
  await delay(REST_MS);
}

/** A Nominatim that knows no place, and takes its time to say so. */
async function startSlowGeocoder(): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    setTimeout(answer, GEOCODER_ANSWER_MS);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/search`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A bucket on a thread of its own, so that its work is not felt as the service's. */
async function startBucket(): Promise<{ env: Record<string, string>; close(): Promise<unknown> }> {
  const worker = new Worker(new URL('./tenants/bucket-thread.js', import.meta.url));
  const [env] = (await once(worker, 'message')) as [Record<string, string>];
  return { env, close: () => worker.terminate() };
}

const meetsTargets = ({ felt }: TenantsRow): boolean =>
  felt.ms['GET /me'].p99 <= MOST_ME_MS &&
  felt.ms['import of a row'].p99 <= MOST_IMPORT_MS &&
  felt.failed === 0 &&
  felt.readinessLost === 0;

const ms = (value: number): string => (value >= 10 ? String(Math.round(value)) : value.toFixed(1));

/** p50/p99 of each kind of request by the attack beside it, as Markdown, then one JSON line for programs. */
function reportTenants(rows: readonly TenantsRow[]): void {
  const header = [
    'beside it',
    ...KINDS,
    'failed',
    'refused',
    'queued',
    'readiness lost',
    'RSS MB',
    'of it nearby',
  ];
  const cells = rows.map(({ beside, felt, rssMb, nearbyMb }) => [
    beside,
    ...KINDS.map((kind) => `${ms(felt.ms[kind].p50)} / ${ms(felt.ms[kind].p99)}`),
    ...[felt.failed, felt.refused, felt.queued, felt.readinessLost].map(String),
    ...[rssMb, nearbyMb].map((megabytes) => String(Math.round(megabytes))),
  ]);
  process.stdout.write('\ntenants: what one account feels of another, ms (p50 / p99)\n\n');
  process.stdout.write(markdownTable(header, cells));
  process.stdout.write(
    `\ntargets: GET /me p99 ${MOST_ME_MS} ms, import of a row p99 ${MOST_IMPORT_MS} ms, nothing failed and no readiness lost\n`,
  );
  const missed = rows.filter((row) => !meetsTargets(row)).map(({ beside }) => beside);
  process.stdout.write(missed.length === 0 ? 'all are met\n' : `missed beside: ${missed.join('; ')}\n`);
  process.stdout.write(`${JSON.stringify({ bench: 'tenants', rows })}\n`);
}
