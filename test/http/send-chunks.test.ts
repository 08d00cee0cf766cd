import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Reply } from '../../src/http/message.js';
import { RawConnection } from '../support/raw-connection.js';
import { serveRoutes, testRoute } from '../support/route-server.js';

const MIB = 1024 * 1024;
const REQUEST = 'GET /v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** One route that answers with these chunks. */
async function serveStream(t: Test, stream: () => AsyncIterable<Buffer>, headers: Reply['headers'] = {}) {
  const served = await serveRoutes(t, [
    testRoute({ path: '/stream', handle: async () => ({ status: 200, headers, bytes: stream() }) }),
  ]);
  return {
    ...served,
    ask: async () => {
      const connection = await RawConnection.open(served.port);
      t.teardown(() => connection.socket.destroy());
      await connection.send(REQUEST);
      return connection;
    },
  };
}

const numbered = (i: number, bytes: number): Buffer => Buffer.alloc(bytes, `${i},`);

for (const framing of ['chunked encoding', 'a content length'] as const) {
  t.test(
    `with ${framing} a slow peer holds the source back, and gets every byte once and in order`,
    async (t) => {
      const COUNT = 600;
      const sizeOf = (i: number) => 1 + ((i * 7919) % (128 * 1024));
      const total = Array.from({ length: COUNT }, (_, i) => sizeOf(i)).reduce((sum, size) => sum + size);
      const sent = createHash('sha256');
      let pulledBytes = 0;
      const server = await serveStream(
        t,
        async function* () {
          for (let i = 0; i < COUNT; i++) {
            const chunk = numbered(i, sizeOf(i));
            sent.update(chunk);
            pulledBytes += chunk.length;
            // Without a pause all chunks would be made in one turn of the event loop.
            if (i % 10 === 0) await delay(0);
            yield chunk;
          }
        },
        framing === 'chunked encoding' ? {} : { 'content-length': String(total) },
      );
      const connection = await server.ask();
      connection.socket.pause();
      for (let before = -1; before !== pulledBytes; await delay(100)) before = pulledBytes;
      t.ok(pulledBytes < total / 2, `${pulledBytes} bytes are in buffers, the kernel's included`);
      connection.socket.resume();
      const { status, headers, body } = await connection.response();
      t.equal(status, 200);
      t.equal(headers['content-length'], framing === 'chunked encoding' ? undefined : String(total));
      t.equal(body.length, total);
      t.equal(createHash('sha256').update(body).digest('hex'), sent.digest('hex'));
      t.equal(connection.unread().length, 0);
      await connection.send(REQUEST.replace('stream', 'nowhere'));
      t.equal((await connection.response()).status, 401, 'the connection lives on');
    },
  );
}

for (const framing of ['chunked encoding', 'a content length'] as const) {
  for (const chunkBytes of [10_000, 64 * 1024, 100_000, 4 * MIB]) {
    t.test(`with ${framing} a paced peer gets all chunks of ${chunkBytes} bytes`, async (t) => {
      const chunk = Buffer.alloc(chunkBytes, 'abcdefg');
      // More than the kernel takes at once.
      const count = Math.ceil((24 * MIB) / chunkBytes);
      const total = count * chunkBytes;
      const server = await serveStream(
        t,
        async function* () {
          for (let i = 0; i < count; i++) yield chunk;
        },
        framing === 'chunked encoding' ? {} : { 'content-length': String(total) },
      );
      const connection = await server.ask();
      connection.readInTurns();
      const { body } = await connection.response();
      t.equal(body.length, total);
      t.equal(body.subarray(total - chunkBytes).compare(chunk), 0);
    });
  }
}

t.test('a peer that goes ends the source, whether it was reading or not', async (t) => {
  for (const wasReading of [true, false]) {
    let ended: () => void = () => {};
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const server = await serveStream(t, async function* () {
      try {
        for (;;) {
          yield Buffer.alloc(MIB);
          await delay(0);
        }
      } finally {
        ended();
      }
    });
    const connection = await server.ask();
    if (!wasReading) connection.socket.pause();
    await delay(50);
    connection.socket.destroy();
    await end;
    t.same(server.entries, []);
  }
});

t.test('an error before the first chunk is a 500, with the headers of every response', async (t) => {
  const server = await serveStream(
    t,
    // biome-ignore lint/correctness/useYield: it fails before
    async function* () {
      throw new Error('too early');
    },
    { 'content-length': '10', 'content-type': 'text/csv', 'content-disposition': 'attachment' },
  );
  const connection = await server.ask();
  const { status, headers, body } = await connection.response();
  t.equal(status, 500);
  t.strictSame(JSON.parse(body.toString()), { error: { code: 'INTERNAL_ERROR', message: 'Internal error' } });
  t.match(headers, {
    'content-type': 'application/json',
    'x-request-id': String,
    'x-ratelimit-limit': String,
  });
  t.notOk('content-disposition' in headers);
  t.match(server.entries, [{ err: { message: 'too early' }, requestId: headers['x-request-id'] }]);
});

t.test(
  'an error after the first chunk cuts the connection, so that nobody takes the part for the whole',
  async (t) => {
    for (const headers of [{}, { 'content-length': '10' }]) {
      const server = await serveStream(
        t,
        async function* () {
          yield Buffer.from('begun');
          await delay(5);
          throw new Error('too late');
        },
        headers,
      );
      await t.rejects(fetch(`http://127.0.0.1:${server.port}/v1/stream`).then((response) => response.text()));
      t.match(server.entries, [{ err: { message: 'too late' }, requestId: String }]);
    }
  },
);

t.test('a body that does not have the length it declared is cut', async (t) => {
  for (const [chunks, message] of [
    [['12345'], 'the body has 5 bytes instead of 6'],
    [['12345', '67'], 'the body has more than its 6 bytes'],
  ] as const) {
    const server = await serveStream(
      t,
      async function* () {
        for (const chunk of chunks) yield Buffer.from(chunk);
      },
      { 'content-length': '6' },
    );
    await t.rejects(fetch(`http://127.0.0.1:${server.port}/v1/stream`).then((response) => response.text()));
    t.match(server.entries, [{ err: { message } }]);
  }
});

t.test('empty chunks do not end the body', async (t) => {
  const chunks = ['', 'a', '', '', 'b', ''].map((text) => Buffer.from(text));
  for (const headers of [{}, { 'content-length': '2' }]) {
    const server = await serveStream(
      t,
      async function* () {
        yield* chunks;
      },
      headers,
    );
    const connection = await server.ask();
    t.equal((await connection.response()).body.toString(), 'ab');
    t.same(server.entries, []);
  }
});

t.test('a body of nothing is sent', async (t) => {
  for (const headers of [{}, { 'content-length': '0' }]) {
    const server = await serveStream(t, async function* () {}, headers);
    const connection = await server.ask();
    const { status, body } = await connection.response();
    t.equal(status, 200);
    t.equal(body.length, 0);
    await connection.send(REQUEST);
    t.equal((await connection.response()).status, 200);
    t.same(server.entries, []);
  }
});

t.test('a slow source is waited for', async (t) => {
  const server = await serveStream(t, async function* () {
    for (const text of ['one ', 'two ', 'three']) {
      await delay(5);
      yield Buffer.from(text);
    }
  });
  const connection = await server.ask();
  t.equal((await connection.response()).body.toString(), 'one two three');
});
