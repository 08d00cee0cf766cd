import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import type { BulkJob } from '../../src/schema/job.js';
import { until } from '../support/cartload-process.js';
import { fetchDocumented } from '../support/documented.js';
import { LONG, seededRandom } from '../support/faults.js';
import { addOwner, createOwner } from '../support/owner.js';
import { descriptorsOf, hasProc, watchMemory } from '../support/process-use.js';
import { RawConnection, type RawResponse } from '../support/raw-connection.js';
import { startService } from '../support/service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/*
 * Uploads that mean no good, over real sockets against a process of its own. Each test ends with the same
 * look: nothing of it is in the spool, on a descriptor, in the quota or in the memory, and the next upload is
 * taken.
 */

if (!hasProc) t.bailout('skipped: descriptors and memory are told by /proc');
t.setTimeout(LONG ? 3_600_000 : 900_000);

const MIB = 1024 * 1024;
/**
 * Memory that a sender on the same cores may fill, up to the bound of docs/limits.md, where the kernel's
 * receive buffers allow it.
 */
const READ_AHEAD_BYTES = LONG && largestReceiveBuffer() > 512 * 1024 ? 512 * MIB : 0;
const KEY_LIMITS = { rateLimit: 1_000_000, quotaBulk: 1_000_000 };
const owner = await createOwner(t, KEY_LIMITS);
const neighbour = await addOwner(owner.sql, 'neighbour@example.com', KEY_LIMITS);
const mapId = await owner.createMap();
const theirMapId = await neighbour.createMap();
const dataDir = temporaryFolder(t);
const service = await startService(t, { DATABASE_URL: owner.url, DATA_DIR: dataDir, WORKERS: '1' });
const port = Number(new URL(service.url).port);
const pid = service.child.pid!;
const spool = join(dataDir, 'spool');

const CSV = 'name,lat,lng\nGrüße,1,2\n';
const headOf = (headers: string, map = mapId, key = owner.key): string =>
  `POST /v1/maps/${map}/markers/bulk HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${headers}\r\n\r\n`;
const csvHead = (headers: string): string => headOf(`Content-Type: text/csv\r\n${headers}`);

/**
 * Sends a request and reads its answer. Sending ends with the answer, which may come before the request's
 * end.
 */
async function answerTo(head: string, body: Iterable<string | Buffer> = []): Promise<RawResponse> {
  const connection = await RawConnection.open(port);
  try {
    await connection.send(head);
    for (const piece of body) {
      if (connection.isClosed || connection.receivedBytes > 0) break;
      await connection.send(piece);
    }
    return await connection.response();
  } finally {
    connection.socket.destroy();
  }
}

const errorOf = ({ status, body }: RawResponse): { status: number; code: string; message: string } => ({
  status,
  ...JSON.parse(body.toString()).error,
});

async function jobIds(): Promise<Set<string>> {
  const rows = await owner.sql<{ id: string }[]>`SELECT id FROM jobs`;
  return new Set(rows.map(({ id }) => id));
}

/** Tells whether a normal upload succeeds. */
async function uploads(key = owner.key, map = mapId): Promise<boolean> {
  const response = await fetchDocumented(`${service.url}/maps/${map}/markers/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: CSV,
  });
  await response.arrayBuffer();
  return response.status === 202;
}

const isOpenJob = async (): Promise<boolean> =>
  (await owner.sql`SELECT FROM jobs WHERE completed_at IS NULL LIMIT 1`).length > 0;

function largestReceiveBuffer(): number {
  return Number(readFileSync('/proc/sys/net/ipv4/tcp_rmem', 'utf8').split(/\s+/)[2]);
}

/**
 * Runs an abuse and checks that it leaves nothing behind.
 * @param accepted imports that it causes
 */
async function unharmed(
  t: Test,
  abuse: () => Promise<unknown>,
  moreMemoryBytes = 96 * MIB + READ_AHEAD_BYTES,
): Promise<void> {
  for (const key of [owner.key, neighbour.key])
    t.ok(await uploads(key, key === owner.key ? mapId : theirMapId), 'an upload before it is taken');
  await until(async () => !(await isOpenJob()));
  const before = await descriptorsOf(pid);
  const memory = await watchMemory(pid);
  await abuse();
  t.ok(await uploads(), 'an upload behind it is taken');
  await until(async () => !(await isOpenJob()));
  await until(async () => (await readdir(spool)).every((name) => !/\.(upload|part)$/.test(name)));
  const ofSpool = async () => (await descriptorsOf(pid)).filter((link) => link.startsWith(spool));
  t.same(await ofSpool(), [], 'no file of the spool is open');
  // Connections to the database vary with the load, up to their bound.
  await until(async () => (await descriptorsOf(pid)).length <= before.length + 16);
  const grownBytes = await memory.stop();
  t.comment(`${Math.round(grownBytes / MIB)} MiB more at its height`);
  t.ok(grownBytes < moreMemoryBytes, `memory grew by ${Math.round(grownBytes / MIB)} MiB`);
  t.same(
    service.log.filter(({ level }) => Number(level) >= 50),
    [],
    'none is an error of the service',
  );
}

const BOUNDARY = 'bördér'.normalize('NFKD').replace(/[^a-z]/g, '');
const FORM =
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="meta"\r\n\r\n{"on_duplicate":"skip"}\r\n` +
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="ä.csv"\r\ncontent-type: text/csv\r\n\r\n${CSV}\r\n` +
  `--${BOUNDARY}--\r\n`;
const chunked = (body: Buffer): Buffer =>
  Buffer.concat([
    ...[...body].map((byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')])),
    Buffer.from('0\r\n\r\n'),
  ]);
const packed = gzipSync(CSV);

const BATCH = '{"markers":[{"name":"Grüße","lat":1,"lng":2}]}';

/** Complete, valid requests. */
const REQUESTS: Record<string, Buffer> = {
  form: Buffer.from(
    headOf(
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${Buffer.byteLength(FORM)}`,
    ) + FORM,
  ),
  'CSV in chunks of a byte': Buffer.concat([
    Buffer.from(csvHead('Transfer-Encoding: chunked')),
    chunked(Buffer.from(CSV)),
  ]),
  'compressed CSV': Buffer.concat([
    Buffer.from(csvHead(`Content-Encoding: gzip\r\nContent-Length: ${packed.length}`)),
    packed,
  ]),
  JSON: Buffer.from(
    headOf(`Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(BATCH)}`) + BATCH,
  ),
};

t.test('an upload that ends anywhere before its end was never there', async (t) => {
  const random = seededRandom(t);
  await unharmed(t, async () => {
    const jobsBefore = await jobIds();
    for (const [name, request] of Object.entries(REQUESTS)) {
      // A chunked body is complete with its last chunk, `0` and a line break: uWebSockets.js does not wait
      // for the empty line.
      const isChunked = request.includes('Transfer-Encoding: chunked');
      const every = Array.from({ length: request.length - (isChunked ? 3 : 1) }, (_, cut) => cut + 1);
      const cuts = LONG ? every : every.filter(() => random() < 30 / every.length);
      for (const cut of cuts) {
        const connection = await RawConnection.open(port);
        await connection.send(request.subarray(0, cut));
        // The head, with a few of the bytes behind it, may or may not arrive in time.
        if (random() < 0.5) await delay(random() * 5);
        if (random() < 0.5) connection.socket.resetAndDestroy();
        else connection.socket.destroy();
        await connection.closed;
      }
      t.comment(`${name}: ${cuts.length} cuts`);
    }
    await delay(100);
    t.same(await jobIds(), jobsBefore);
  });
});

t.test('each of these requests is an import when it arrives whole', async (t) => {
  for (const [name, request] of Object.entries(REQUESTS)) {
    const { status } = await answerTo('', [request]);
    t.equal(status, name === 'JSON' ? 200 : 202, name);
  }
  await until(async () => !(await isOpenJob()));
});

t.test('a length that is not true ends its connection alone', async (t) => {
  await unharmed(t, async () => {
    const jobsBefore = await jobIds();
    for (const [head, body] of [
      [csvHead('Content-Length: -5'), CSV],
      [csvHead('Content-Length: 5e3'), CSV],
      [csvHead('Content-Length: 0x10'), CSV],
      [csvHead('Content-Length: 99999999999999999999999'), CSV],
      [csvHead(`Content-Length: ${2 ** 52}`), CSV],
      [csvHead('Content-Length: 5\r\nContent-Length: 23'), CSV],
      [csvHead('Content-Length: 23\r\nTransfer-Encoding: chunked'), CSV],
      [csvHead('Transfer-Encoding: chunked'), `fffffffffffffffff\r\n${CSV}`],
      [csvHead('Transfer-Encoding: chunked'), `-1\r\n${CSV}`],
      [csvHead('Transfer-Encoding: chunked'), `5\r\nname,lat,lng\r\n0\r\n\r\n`],
      [csvHead('Transfer-Encoding: gzip, chunked'), CSV],
      [csvHead('Transfer-Encoding: identity'), CSV],
    ] as const) {
      const connection = await RawConnection.open(port);
      await connection.send(head + body);
      const answer = await connection.response().catch(() => null);
      // The parser closes some connections without an answer.
      t.ok(
        answer === null || answer.status === 400 || answer.status === 505,
        `${JSON.stringify(head.slice(-60))}: ${answer?.status}`,
      );
      connection.socket.destroy();
    }
    const more = await RawConnection.open(port);
    await more.send(csvHead('Content-Length: 1000') + CSV);
    await delay(50);
    more.socket.destroy();
    await more.closed;
    await delay(100);
    t.same(await jobIds(), jobsBefore, 'none was imported');
    // Bytes behind the declared end belong to the next request, and form none.
    const less = await RawConnection.open(port);
    await less.send(csvHead('Content-Length: 13') + CSV);
    await less.closed;
  });
});

t.test(
  'files that no table is are refused by the limit that they pass, before all of them has come',
  async (t) => {
    const repeated = function* (text: string, bytes: number): Generator<Buffer> {
      const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
      for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
    };
    const after = function* (first: string, rest: Iterable<Buffer>): Generator<string | Buffer> {
      yield first;
      yield* rest;
    };
    const size = LONG ? 2048 * MIB - 100_000 : 12 * MIB;
    const sized = csvHead(`Content-Length: ${2048 * MIB}`);
    await unharmed(t, async () => {
      for (const [name, body, message] of [
        [
          'a line of 3,000,000 columns',
          repeated(',x', 6_000_000),
          /Too many columns: line 1 has more than 5000/,
        ],
        ['a row of as many', after('name,lat,lng\n', repeated(',x', 6_000_000)), /Too many columns: line 2/],
        ['a header row of a million empty cells', repeated(',', 1_000_000), /Too many columns: line 1/],
        ['a header without an end', repeated('x', size), /header row is longer than 8388608 bytes/],
        [
          'a header whose quote never closes',
          after('name,"', repeated('x', size)),
          /header row is longer than/,
        ],
      ] as const) {
        const error = errorOf(await answerTo(sized, body));
        t.match(error, { status: 400, code: 'BAD_REQUEST', message }, name);
      }
      const ended = (bytes: number): string => csvHead(`Content-Length: ${bytes}`);
      const pieces = (first: string, text: string): Buffer[] => [Buffer.from(first), ...repeated(text, size)];
      for (const [name, first, status, message] of [
        [
          'a quote that opens in a row and never closes',
          'name,lat,lng\n"A',
          400,
          /Unterminated quote: it opens on line 2/,
        ],
        ['a row without an end', 'name,lat,lng\n', 202, undefined],
      ] as const) {
        const bytes = Buffer.byteLength(first) + Math.ceil(size / 65_536) * 65_536;
        const answer = await answerTo(
          ended(bytes),
          LONG ? after(first, repeated('x', size)) : pieces(first, 'x'),
        );
        t.equal(answer.status, status, name);
        if (message) {
          t.match(errorOf(answer), { code: 'BAD_REQUEST', message });
          continue;
        }
        const { status_url } = JSON.parse(answer.body.toString());
        const job = await until(async () => {
          const response = await fetchDocumented(status_url, {
            headers: { authorization: `Bearer ${owner.key}` },
          });
          const view = (await response.json()) as BulkJob;
          return view.completed_at && view;
        });
        const errors = [{ code: 'record_too_long', line: 2 }];
        t.match(job, { status: 'completed', added: 0, error_count: 1, errors });
      }
    });
  },
);

t.test('a form of a million parts ends with its twenty-first', async (t) => {
  const part = Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="n"\r\n\r\n\r\n`);
  const thousand = Buffer.concat(Array.from({ length: 1000 }, () => part));
  await unharmed(t, async () => {
    const head = headOf(
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${part.length * 1_000_000}`,
    );
    const answer = await answerTo(
      head,
      Array.from({ length: 1000 }, () => thousand),
    );
    t.match(errorOf(answer), { code: 'BAD_REQUEST', message: /more than 20 parts/ });
  });
});

t.test('a compression bomb is refused in every wrapping', async (t) => {
  const bomb = gzipSync(Buffer.alloc((LONG ? 256 : 32) * MIB));
  const quiet = gzipSync('');
  await unharmed(t, async () => {
    for (const [encoding, body, message] of [
      ['gzip', bomb, /more than 200 to 1/],
      ['gzip', gzipSync(bomb), /more than 200 to 1/],
      ['gzip, gzip', gzipSync(bomb), /use gzip or identity/],
      ['br', bomb, /use gzip or identity/],
      ['deflate', bomb, /use gzip or identity/],
      ['zstd', bomb, /use gzip or identity/],
      // Empty gzip members, one behind the other.
      ['gzip', Buffer.concat(Array.from({ length: 50_000 }, () => quiet)), /empty/],
    ] as const) {
      const head = csvHead(`Content-Encoding: ${encoding}\r\nContent-Length: ${body.length}`);
      t.match(errorOf(await answerTo(head, [body])), { status: 400, code: 'BAD_REQUEST', message }, encoding);
    }
  });
});

t.test('beside 1,000 connections that say nothing, or half a head, others are served', async (t) => {
  await unharmed(t, async () => {
    const idle = await Promise.all(Array.from({ length: 1000 }, () => RawConnection.open(port)));
    await Promise.all(idle.slice(500).map((connection) => connection.send('GET /v1/me HTTP/1.1\r\nHost:')));
    for (let asked = 0; asked < 20; asked++) {
      const headers = { authorization: `Bearer ${neighbour.key}` };
      t.equal((await fetchDocumented(`${service.url}/me`, { headers })).status, 200);
    }
    for (const { socket } of idle) socket.destroy();
    await Promise.all(idle.map(({ closed }) => closed));
  });
});

t.test('an account that begins more uploads than it may is refused, and its neighbour is not', async (t) => {
  const many = LONG ? 2000 : 300;
  await unharmed(t, async () => {
    const begun = await Promise.all(Array.from({ length: many }, () => RawConnection.open(port)));
    await Promise.all(begun.map((connection) => connection.send(`${csvHead('Content-Length: 1000')}name`)));
    const refusedIn = async (): Promise<RawConnection[]> =>
      begun.filter(({ receivedBytes }) => receivedBytes > 0);
    const refused = await until(async () => {
      const answered = await refusedIn();
      return answered.length >= many - 232 && answered;
    });
    t.equal(refused.length, many - 232, '32 have their turn, 200 wait');
    const { headers, ...answer } = await refused[0]!.response();
    t.match(errorOf({ headers, ...answer }), {
      status: 429,
      code: 'RATE_LIMITED',
      message: /uploads of the account are waiting already/,
    });
    t.match(headers['retry-after'], /^\d+$/);
    const files = (await readdir(spool)).filter((name) => name.endsWith('.part'));
    t.equal(files.length, 32);
    t.ok(await uploads(neighbour.key, theirMapId), 'the neighbour uploads meanwhile');
    for (const { socket } of begun) socket.destroy();
    await Promise.all(begun.map(({ closed }) => closed));
  });
});

t.test(
  'a head, and a body, that drip are cut off',
  { skip: LONG ? false : 'uWebSockets.js takes its time: npm run test:faults' },
  async (t) => {
    await unharmed(t, async () => {
      for (const begin of [
        'GET /v1/me HTTP/1.1\r\nX-Long: ',
        `${csvHead('Content-Length: 1000000')}name,lat,lng\n`,
      ]) {
        const connection = await RawConnection.open(port);
        await connection.send(begin);
        while (!connection.isClosed) {
          await connection.send('A');
          await delay(1000);
        }
        t.equal(connection.receivedBytes, 0);
      }
    });
  },
);
