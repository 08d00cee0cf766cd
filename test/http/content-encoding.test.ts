import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { AppError } from '../../src/base/errors.js';
import { decodedBody } from '../../src/http/content-encoding.js';
import type { HttpRequest } from '../../src/http/message.js';

function requestWith(encoding: string, bytes: Buffer, chunkBytes = 1000, end?: Error): HttpRequest {
  return {
    header: (name: string) => (name === 'content-encoding' ? encoding : ''),
    body: {
      declaredBytes: bytes.length,
      receivedBytes: bytes.length,
      waitedMs: 0,
      awaitsPeer: false,
      bytes: async () => bytes,
      async *stream() {
        for (let i = 0; i < bytes.length; i += chunkBytes) yield bytes.subarray(i, i + chunkBytes);
        if (end) throw end;
      },
    },
  } as Partial<HttpRequest> as HttpRequest;
}

const read = (request: HttpRequest, maxBytes = 10_000_000): Promise<Buffer> =>
  buffer(decodedBody(request, { maxBytes }).stream());

async function refusal(
  bytes: Buffer,
  options: { encoding?: string; maxBytes?: number } = {},
): Promise<string> {
  try {
    await read(requestWith(options.encoding ?? 'gzip', bytes), options.maxBytes);
  } catch (error) {
    return error instanceof AppError ? `${error.code}: ${error.message}` : `not an AppError: ${error}`;
  }
  return 'it was read';
}

const text = Buffer.from(randomBytes(300_000).toString('hex'));

t.test('gzip is decompressed in chunks of any size, under either name', async (t) => {
  for (const chunkBytes of [1, 65_536, 1 << 20])
    t.ok(
      (await read(requestWith('gzip', gzipSync(text.subarray(0, 50_000)), chunkBytes))).equals(
        text.subarray(0, 50_000),
      ),
    );
  t.ok((await read(requestWith(' X-GZIP', gzipSync(text)))).equals(text));
  t.ok((await decodedBody(requestWith('gzip', gzipSync(text)), { maxBytes: 1e7 }).bytes(1e7)).equals(text));
  t.equal((await read(requestWith('gzip', gzipSync('')))).length, 0);
  t.equal(
    (await read(requestWith('gzip', Buffer.concat([gzipSync('a'), gzipSync('b')])))).toString(),
    'ab',
    'several members follow each other',
  );
});

t.test('without an encoding the body is the body', async (t) => {
  for (const encoding of ['', 'identity', 'Identity']) {
    const request = requestWith(encoding, text);
    t.equal(decodedBody(request, { maxBytes: 1 }), request.body);
  }
});

t.test('other encodings are refused with those that are supported', async (t) => {
  for (const encoding of ['br', 'deflate', 'gzip, gzip', 'zstd'])
    t.match(await refusal(text, { encoding }), /^BAD_REQUEST: .*use gzip or identity/, encoding);
});

t.test('what is not whole and valid gzip is refused', async (t) => {
  const whole = gzipSync(text);
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1]! ^= 0xff;
  const wrongSum = Buffer.from(whole);
  wrongSum[whole.length - 6]! ^= 0xff;
  for (const [what, bytes] of Object.entries({
    text,
    raw: deflateRawSync(text),
    cut: whole.subarray(0, whole.length - 1),
    half: whole.subarray(0, whole.length >> 1),
    header: whole.subarray(0, 5),
    flipped,
    wrongSum,
  })) {
    t.match(await refusal(bytes), /^BAD_REQUEST: the body is truncated or invalid gzip/, what);
  }
  for (const [byte, size] of [
    ['x', 10],
    ['x', 100_000],
    ['\0', 10],
    ['\0', 100_000],
  ] as const) {
    const followed = Buffer.concat([whole, Buffer.alloc(size, byte)]);
    t.match(await refusal(followed), /^BAD_REQUEST/, `${size} bytes more`);
    // zlib takes them for another member or, depending on what they are and where a chunk ends, passes over
    // them in silence.
    for (const chunkBytes of [followed.length, whole.length, whole.length + 1]) {
      const refused = read(requestWith('gzip', followed, chunkBytes));
      await t.rejects(refused, { message: /other bytes follow|incorrect header check/ });
    }
  }
});

t.test('the limit holds for the decompressed bytes', async (t) => {
  t.equal((await read(requestWith('gzip', gzipSync(text)), text.length)).length, text.length);
  t.match(await refusal(gzipSync(text), { maxBytes: text.length - 1 }), /^BAD_REQUEST: .*599999 bytes/);
});

t.test('a bomb is refused soon, a small body may compress as it likes', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  t.match(await refusal(bomb, { maxBytes: 1e9 }), /^BAD_REQUEST: .*200 to 1/);
  t.equal((await read(requestWith('gzip', gzipSync(Buffer.alloc(1_000_000))))).length, 1_000_000);
});

t.test('why the body ended is passed on, and a reader that stops ends everything', async (t) => {
  const gone = new Error('the peer is gone');
  await t.rejects(read(requestWith('gzip', gzipSync(text).subarray(0, 5000), 100, gone)), gone);
  let ended = false;
  const request = requestWith('gzip', Buffer.alloc(0));
  const endless = {
    ...request,
    body: {
      ...request.body,
      async *stream() {
        try {
          for (;;) yield gzipSync(text);
        } finally {
          ended = true;
        }
      },
    },
  };
  for await (const _ of decodedBody(endless, { maxBytes: 1e9 }).stream()) break;
  t.ok(ended);
});
