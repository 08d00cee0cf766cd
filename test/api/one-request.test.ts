import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import type { JsonObject } from '../../src/http/plain-schema.js';
import { until } from '../support/cartload-process.js';
import { document, documentedRoutes } from '../support/documented.js';
import { LONG } from '../support/faults.js';
import { createFullMap, type FullMap } from '../support/full-map.js';
import { LargestValues, largeJson } from '../support/largest-bodies.js';
import { type LargeUpload, largestUploads } from '../support/largest-uploads.js';
import { addOwner, createOwner } from '../support/owner.js';
import { hasProc } from '../support/process-use.js';
import { RawConnection } from '../support/raw-connection.js';
import { startService } from '../support/service.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { VALID_REQUESTS } from '../support/valid-requests.js';

/*
 * Time that one request can take of the thread that answers all: the largest that the document allows of
 * every operation, and large uploads of every kind. Processor time is counted, so that load does not matter.
 */

if (!hasProc) t.bailout('skipped: the processor time of a thread is told by /proc');
// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth
type Anything = any;

t.setTimeout(LONG ? 3_600_000 : 900_000);
const MIB = 1024 * 1024;
const MOST_CPU_MS = 200;
/** Storing of the table that an upload is converted to, for each MiB, where it is much larger. */
const MOST_CPU_MS_A_CONVERTED_MIB = 5;
const MOST_KEPT_BYTES = 50 * MIB;
/** A thread that has loaded its code and done little. */
const FRESH_THREAD_BYTES = 15 * MIB;
const MOST_ANSWER_BYTES = 4 * MIB;
const UPLOAD_BYTES = LONG ? MIB : MIB / 4;
/** No measurement: a request that gets no answer fails. */
const ANSWER_DEADLINE_MS = 120_000;
/** So that what disturbs a try, a collection of garbage or compilation, does not count. */
const TRIES = 10;

const limits = { rateLimit: 1_000_000, quotaBulk: 1_000_000, quotaMaps: 1_000_000, quotaMarkers: 1_000_000 };
const owner = await createOwner(t, limits);
await addOwner(owner.sql, 'friend@example.com');
const dataDir = temporaryFolder(t);
const main = fileURLToPath(new URL('../support/serve-with-gc.js', import.meta.url));
const service = await startService(t, { DATABASE_URL: owner.url, DATA_DIR: dataDir, WORKERS: '1' }, [], main);
const port = Number(new URL(service.url).port);
const pid = service.child.pid!;

const cpuMs = async (): Promise<number> =>
  Number((await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6;

const yardstick = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ name: `n${i}`, lat: i / 7 })));
const YARDSTICK_MS = 5;
/**
 * Time of a piece of work here, parsing and fresh memory, beside that on the machine that the bounds are
 * meant for: slower ones, and ones that others use, take several times the processor time.
 * @returns 1 to 4
 */
function slowness(): number {
  const before = process.cpuUsage();
  JSON.parse(yardstick);
  Buffer.alloc(8 * MIB, 1);
  const { user, system } = process.cpuUsage(before);
  return Math.min(4, Math.max(1, (user + system) / 1000 / YARDSTICK_MS));
}

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
/** Bytes of each chunk; absent: sent whole. */
interface Way {
  readonly chunkBytes?: number;
  readonly isAbandoned?: boolean;
}
const WAYS: readonly (readonly [name: string, way: Way])[] = [
  ['whole', {}],
  ['in chunks of 16 bytes', { chunkBytes: 16 }],
  ['in chunks of a byte', { chunkBytes: 1 }],
  ['abandoned in the middle', { isAbandoned: true }],
];
const [WHOLE, ...OTHER_WAYS] = WAYS as [(typeof WAYS)[number], ...typeof WAYS];
/** @param turn counts what is sent */
const waysOf = (turn: number): typeof WAYS =>
  LONG ? [WHOLE, OTHER_WAYS[turn % OTHER_WAYS.length]!] : [WAYS[turn % WAYS.length]!];

/** So many chunks show what each takes, and a body of more that are shorter is refused. */
const MOST_CHUNKS = 2 ** 16;

function framed(body: Buffer, chunkBytes: number): Buffer {
  const sent = body.subarray(0, chunkBytes * MOST_CHUNKS);
  const frame = Buffer.from(`${chunkBytes.toString(16)}\r\n${'x'.repeat(chunkBytes)}\r\n`);
  const whole = Math.floor(sent.length / chunkBytes);
  const frames = Buffer.alloc(whole * frame.length, frame);
  const start = frame.length - chunkBytes - 2;
  for (let i = 0; i < whole; i++)
    sent.copy(frames, i * frame.length + start, i * chunkBytes, (i + 1) * chunkBytes);
  const rest = sent.subarray(whole * chunkBytes);
  const last =
    rest.length === 0 ? [] : [Buffer.from(`${rest.length.toString(16)}\r\n`), rest, Buffer.from('\r\n')];
  return Buffer.concat([frames, ...last, Buffer.from('0\r\n\r\n')]);
}

function wireOf({ method, target, headers, body }: Sent, { chunkBytes }: Way): Buffer {
  const framing = chunkBytes === undefined ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked';
  const lines = Object.entries({ authorization: `Bearer ${owner.key}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: x\r\n${lines.join('')}${framing}\r\n\r\n`),
    chunkBytes === undefined ? body : framed(body, chunkBytes),
  ]);
}

const isIdle = async (): Promise<boolean> =>
  (await owner.sql`SELECT FROM jobs WHERE completed_at IS NULL AND kind <> 'never claimed' LIMIT 1`)
    .length === 0;

/**
 * @returns the answer, null where there is none, and what the request took of the main thread until all of it
 * was done
 */
async function send(
  sent: Sent,
  way: Way,
): Promise<{ status: number | null; answerBytes: number; cpu: number }> {
  const wire = wireOf(sent, way);
  const before = await cpuMs();
  const connection = await RawConnection.open(port, ANSWER_DEADLINE_MS);
  try {
    if (way.isAbandoned) {
      await connection.send(wire.subarray(0, wire.length / 2));
      connection.socket.resetAndDestroy();
      await connection.closed;
      // Behind it in the loop.
      const next = await RawConnection.open(port);
      await next.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      await next.response();
      next.socket.destroy();
      return { status: null, answerBytes: 0, cpu: (await cpuMs()) - before };
    }
    void connection.send(wire);
    const answer = await connection.response(sent.method === 'HEAD').catch(() => null);
    if (answer?.status === 202) await until(isIdle);
    const cpu = (await cpuMs()) - before;
    return {
      status: answer?.status ?? null,
      answerBytes: answer?.body.length ?? 0,
      cpu,
    };
  } finally {
    connection.socket.destroy();
  }
}

/** Uploads of the quick round: those that took most before they were bounded. */
const TELLING = new Set([
  'CSV: wide full rows',
  'CSV: a long cell',
  'CSV: many rows',
  'CSV: a quote that never closes',
  'UTF-16: many rows',
  'TSV: wide full rows',
  'JSON: a marker with many fields',
  'JSON: many deep markers',
  'JSON: many members beside the markers',
  'GeoJSON: a feature of many points',
  'GeoJSON: features of properties of their own',
  'workbook: many shared texts',
  'workbook: a wide row',
  'refused: XML',
  'gzip: a bomb',
  'form: many options',
  'form: deep options',
  'form: almost boundaries',
]);

const STREAMED = /\.csv$|\.geojson$|\/images\/|openapi/;

/** Sends a request, again where it took too much. */
async function judge(t: Test, name: string, sent: Sent, way: Way, mostCpuMs = MOST_CPU_MS): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  // The connection of who sends too many small chunks may be cut before its answer.
  let isAnswered = way.isAbandoned || way.chunkBytes === 1;
  for (let tried = 0; tried < TRIES && (least > mostCpuMs || !isAnswered); tried++) {
    const { status, answerBytes, cpu } = await send(sent, way);
    least = Math.min(least, cpu > mostCpuMs ? cpu / Math.min(slowness(), slowness(), slowness()) : cpu);
    isAnswered ||= status !== null;
    if (status !== null && status >= 500) t.fail(`${name} is answered ${status}`);
    if (answerBytes > MOST_ANSWER_BYTES && !STREAMED.test(sent.target))
      t.fail(`${name} is answered with ${answerBytes} bytes`);
  }
  if (!isAnswered) t.fail(`${name} is not answered`);
  if (least > mostCpuMs)
    t.fail(`${name} takes ${least.toFixed(0)} ms of the main thread, over ${mostCpuMs.toFixed(0)}`);
}

/** Bytes that the main thread holds after a collection, and all others beyond those of fresh ones. */
interface Used {
  readonly main: number;
  readonly others: number;
}

async function used(): Promise<Used> {
  const collected = () => service.log.filter(({ msg }) => msg === 'collected');
  const { length } = collected();
  process.kill(pid, 'SIGUSR2');
  await until(async () => collected().length > length);
  const { usedBytes, threadBytes, threads } = collected().at(-1)!;
  return { main: Number(usedBytes), others: Number(threadBytes) - Number(threads) * FRESH_THREAD_BYTES };
}

/**
 * Checks that what requests took of the memory is given back: after each kind of them, in short after all.
 */
class GivenBack {
  readonly #t: Test;
  readonly #before: Used;

  private constructor(t: Test, before: Used) {
    this.#t = t;
    this.#before = before;
  }

  static async begin(t: Test): Promise<GivenBack> {
    await send({ method: 'GET', target: '/v1/me', headers: {}, body: Buffer.alloc(0) }, {});
    return new GivenBack(t, await used());
  }

  async check(kind: string): Promise<void> {
    await until(isIdle);
    let kept: Used = { main: 0, others: 0 };
    // The last answer may still be on its way out.
    for (
      let time = 0;
      time < 20 && (time === 0 || Math.max(kept.main, kept.others) > MOST_KEPT_BYTES);
      time++
    ) {
      const { main, others } = await used();
      kept = { main: main - this.#before.main, others: others - this.#before.others };
    }
    const mib = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;
    const { rss } = service.log.findLast(({ msg }) => msg === 'collected')!;
    const resident = `${mib(Number(rss))} are resident`;
    this.#t.ok(kept.main < MOST_KEPT_BYTES, `${mib(kept.main)} are kept after ${kind}, ${resident}`);
    this.#t.ok(kept.others < MOST_KEPT_BYTES, `the threads keep ${mib(kept.others)} after ${kind}`);
  }
}

const named = document.components.schemas as Record<string, JsonObject>;
/** But for the events of a job, whose answer ends with the job (job-events.test.ts). */
const answered = documentedRoutes().filter(({ path }) => !path.endsWith('/events'));
const operations = answered.map((route) => ({
  ...route,
  operation: document.paths[route.path][route.method.toLowerCase()] as Anything,
}));
type Operation = (typeof operations)[number];
const DEFAULT_BODY_BYTES = MIB;
/** Characters of a query, of the 16 KiB that a head may have. */
const QUERY_CHARACTERS = 15_000;

/** Bodies of an operation, by what is large of them: of its own schema, and of any. */
function bodiesOf({
  maxBodyBytes = DEFAULT_BODY_BYTES,
  operation,
}: Operation): Record<string, () => string>[] {
  const schema = operation.requestBody?.content?.['application/json']?.schema as JsonObject | undefined;
  const valid = (VALID_REQUESTS[operation.operationId]?.parts?.body ?? {}) as Record<string, unknown>;
  const others = largeJson(Math.min(maxBodyBytes, LONG ? 4 * MIB : MIB), valid);
  // Those of imports are uploads (below).
  if (schema === undefined || operation.operationId === 'importMarkers') return [{}, others];
  const fitting = (isLong: boolean, shape: (n: number) => number[]) => (): string => {
    let largest = '{}';
    for (let n = 1; n <= 1_000_000; n *= 2) {
      const body = JSON.stringify(new LargestValues(named).of(schema, isLong, shape(n)));
      if (Buffer.byteLength(body) > maxBodyBytes || body.length === largest.length) break;
      largest = body;
    }
    return largest;
  };
  const own = {
    'the longest values': fitting(true, (n) => [n, 1]),
    'the most numerous values': fitting(false, (n) => [n, 1]),
    'the most numerous values in one': fitting(true, (n) => [1, n, n]),
  };
  return [own, others];
}

function queriesOf({ operation }: Operation): Record<string, string> {
  const parameters = ((operation.parameters ?? []) as Anything[]).filter(
    ({ in: place }) => place === 'query',
  );
  const fill = (piece: string): string => piece.repeat(Math.floor(QUERY_CHARACTERS / piece.length));
  return {
    ...Object.fromEntries(
      parameters.flatMap(({ name, schema }) => {
        const longest = Math.min(Number(schema.maxLength ?? QUERY_CHARACTERS), QUERY_CHARACTERS);
        return [...'x1,{[%'].map((piece) => [
          `${name} full of ${piece}`,
          `${name}=${(piece === '%' ? '%25' : piece).repeat(piece === '%' ? longest / 3 : longest)}`,
        ]);
      }),
    ),
    'many parameters': fill('a=&'),
    'one parameter often': `${parameters[0]?.name ?? 'a'}=1${'&'}${fill(`${parameters[0]?.name ?? 'a'}=1&`)}`,
    escapes: `a=${fill('%C3%A9')}`,
  };
}

const newFull = (): Promise<FullMap> => createFullMap(owner.sql, owner.accountId, 'friend@example.com');
let full = await newFull();
const JSON_TYPE = { 'content-type': 'application/json' };
const targetOf = (operation: Anything, path: string): string => {
  const request = VALID_REQUESTS[operation.operationId];
  const target = request?.target(full) ?? `/v1${path.replaceAll('{job_id}', full.job)}`;
  return target;
};

t.test('the largest request of every operation leaves the main thread to others', async (t) => {
  const memory = await GivenBack.begin(t);
  for (const [number, route] of operations.entries()) {
    const { operation, method, path } = route;
    const target = targetOf(operation, path);
    const ask = async (what: string, [name, way]: (typeof WAYS)[number], query: string, body: string) =>
      judge(
        t,
        `${operation.operationId}, ${what}, ${name}`,
        { method, target: target + query, headers: JSON_TYPE, body: Buffer.from(body) },
        way,
      );
    const [own = {}, others = {}] = method === 'GET' || method === 'HEAD' ? [] : bodiesOf(route);
    // In short, each operation gets one of each, in one way.
    for (const [at, [what, body]] of Object.entries(own).entries())
      if (LONG || at === number % 3)
        for (const way of LONG ? waysOf(number + at) : [WHOLE]) await ask(what, way, '', body());
    for (const [at, [what, body]] of Object.entries(others).entries())
      if (LONG || at % 16 === number % 16)
        for (const way of waysOf(number + at)) await ask(what, way, '', body());
    if (/^(delete|transfer)/.test(operation.operationId)) full = await newFull();
    for (const [at, [what, query]] of Object.entries(queriesOf(route)).entries())
      if (LONG || at === number % 9)
        await ask(what, WHOLE, `${target.includes('?') ? '&' : '?'}${query}`, '');
    if (LONG) await memory.check(operation.operationId);
  }
  await memory.check('all');
});

t.test('a large upload of any kind leaves the main thread to others', async (t) => {
  const map = await owner.createMap();
  const files = Object.entries(largestUploads(UPLOAD_BYTES)).filter(([name]) => LONG || TELLING.has(name));
  const sent = ({ type, bytes, headers = {} }: LargeUpload, query: string): Sent => ({
    method: 'POST',
    target: `/v1/maps/${map}/markers/bulk${query}`,
    headers: { 'content-type': type, ...headers },
    body: bytes,
  });
  const memory = await GivenBack.begin(t);
  for (const [at, [name, file]] of files.entries()) {
    const most = MOST_CPU_MS + (MOST_CPU_MS_A_CONVERTED_MIB * (file.convertedBytes ?? 0)) / MIB;
    const [how, way] = waysOf(at).at(-1)!;
    await judge(t, `${name}, ${how}, a dry run`, sent(file, '?dry_run=true'), way, most);
    if (!LONG) continue;
    await judge(t, name, sent(file, ''), {}, most);
    await memory.check(name);
  }
  await memory.check('all');
});
