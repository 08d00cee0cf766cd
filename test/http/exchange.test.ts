import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { HttpRequest, Reply } from '../../src/http/message.js';
import { RawConnection } from '../support/raw-connection.js';
import { serveRoutes, testRoute } from '../support/route-server.js';

const HOST = 'Host: localhost\r\n';

/** One route that takes uploads and does with them what the test says. */
async function serveUpload(t: Test, handle: (request: HttpRequest) => Promise<Reply>, deadlineMs = 30_000) {
  const upload = testRoute({
    path: '/upload',
    method: 'POST',
    deadlineMs,
    handle: ({ request }) => handle(request),
  });
  const now = testRoute({ path: '/now', handle: async () => ({ status: 200, json: {} }) });
  const served = await serveRoutes(t, [upload, now]);
  return {
    ...served,
    begin: async (declaredBytes: number | null) => {
      const connection = await RawConnection.open(served.port);
      t.teardown(() => connection.socket.destroy());
      const length =
        declaredBytes === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${declaredBytes}`;
      await connection.send(`POST /v1/upload HTTP/1.1\r\n${HOST}${length}\r\n\r\n`);
      return connection;
    },
    /** The server still answers. */
    isAlive: async () => (await fetch(`http://127.0.0.1:${served.port}/v1/now`)).status === 200,
  };
}

/** A promise and what resolves it. */
function signal<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

t.test('a peer that aborts its upload ends the read, and is nobody’s error', async (t) => {
  const ended = signal<unknown>();
  const server = await serveUpload(t, async ({ body }) => {
    try {
      for await (const _ of body.stream());
    } catch (error) {
      ended.resolve(error);
      throw error;
    }
    return { status: 204 };
  });
  for (const declaredBytes of [1_000_000, null]) {
    const connection = await server.begin(declaredBytes);
    await connection.send(declaredBytes === null ? '5\r\nabcde\r\n' : 'abcde');
    await delay(5);
    connection.socket.destroy();
    t.match(await ended.promise, { name: 'ClientGone' });
  }
  t.ok(await server.isAlive());
  t.same(server.entries, []);
  await server.server.close();
  await server.server.drain(10_000);
});

t.test('nothing of a long body is received before it is read', async (t) => {
  const began = signal<HttpRequest>();
  const go = signal<void>();
  const server = await serveUpload(t, async (request) => {
    began.resolve(request);
    await go.promise;
    return { status: 200, json: { bytes: (await request.body.bytes(1_000_000)).length } };
  });
  const connection = await server.begin(300_000);
  const { body } = await began.promise;
  await connection.send('x'.repeat(200_000));
  for (let i = 0; i < 10; i++) t.ok(await server.isAlive());
  t.equal(body.receivedBytes, 0);
  go.resolve();
  await connection.send('x'.repeat(100_000));
  t.same(JSON.parse((await connection.response()).body.toString()), { bytes: 300_000 });
});

t.test('a peer that goes while a handler works aborts its signal, and the answer is dropped', async (t) => {
  const began = signal<void>();
  const reason = signal<unknown>();
  const late = signal<HttpRequest>();
  const server = await serveUpload(t, async (request) => {
    began.resolve();
    await new Promise<void>((resolve) => {
      request.signal.addEventListener('abort', () => {
        reason.resolve(request.signal.reason);
        resolve();
      });
    });
    late.resolve(request);
    return { status: 200, json: { much: 'x'.repeat(100_000) } };
  });
  const connection = await server.begin(0);
  await began.promise;
  connection.socket.destroy();
  t.match(await reason.promise, { name: 'ClientGone' });
  t.ok((await late.promise).signal.aborted, 'a signal that is looked at later is aborted as well');
  t.ok(await server.isAlive());
  t.same(server.entries, []);
});

t.test('a handler that never looks at its signal finds it aborted afterwards', async (t) => {
  const found = signal<boolean>();
  const began = signal<void>();
  const server = await serveUpload(t, async (request) => {
    began.resolve();
    await delay(30);
    found.resolve(request.signal.aborted && request.remoteAddress === '127.0.0.1');
    return { status: 200, bytes: Buffer.alloc(100_000) };
  });
  const connection = await server.begin(0);
  await began.promise;
  connection.socket.resetAndDestroy();
  t.equal(await found.promise, true);
  t.ok(await server.isAlive());
  t.same(server.entries, []);
});

t.test('a peer that closes its sending half is taken for gone', async (t) => {
  const server = await serveUpload(t, async () => {
    await delay(20);
    return { status: 204 };
  });
  const connection = await server.begin(0);
  connection.socket.end();
  await connection.closed;
  t.equal(connection.receivedBytes, 0);
  t.ok(await server.isAlive());
});

t.test('a slow reader holds a fast upload back, and gets every byte once and in order', async (t) => {
  const TOTAL_BYTES = 32 * 1024 * 1024;
  const reading = signal<void>();
  const server = await serveUpload(t, async ({ body }) => {
    const hash = createHash('sha256');
    await reading.promise;
    for await (const chunk of body.stream()) hash.update(chunk);
    return { status: 200, json: { sha256: hash.digest('hex') } };
  });
  const connection = await server.begin(TOTAL_BYTES);
  const sent = createHash('sha256');
  let writtenBytes = 0;
  const sending = (async () => {
    for (let i = 0; writtenBytes < TOTAL_BYTES; i++) {
      const chunk = Buffer.alloc(64 * 1024, `${i},`);
      sent.update(chunk);
      await connection.send(chunk);
      writtenBytes += chunk.length;
    }
  })();
  for (let before = -1; before !== writtenBytes; await delay(100)) before = writtenBytes;
  t.ok(writtenBytes < TOTAL_BYTES / 2, `${writtenBytes} bytes are in buffers, the kernel's included`);
  reading.resolve();
  await sending;
  const { status, body } = await connection.response();
  t.equal(status, 200);
  t.equal(JSON.parse(body.toString()).sha256, sent.digest('hex'));
});

t.test('an upload that is slower than its deadline is answered, and its reader ended', async (t) => {
  const ended = signal<unknown>();
  const server = await serveUpload(
    t,
    async ({ body }) => {
      try {
        for await (const _ of body.stream());
      } catch (error) {
        ended.resolve(error);
        throw error;
      }
      return { status: 204 };
    },
    50,
  );
  const connection = await server.begin(1000);
  await connection.send('some');
  const response = await connection.response();
  t.equal(response.status, 400);
  const message = 'the body did not arrive within 0.05 s';
  t.match(JSON.parse(response.body.toString()), { error: { code: 'BAD_REQUEST', message } });
  t.match(response.headers, { 'x-request-id': String, 'x-ratelimit-remaining': String });
  t.match(await ended.promise, { message });
  t.strictSame(server.entries, [], 'nobody’s error here');
  await connection.send('x'.repeat(996));
  await connection.send(`GET /v1/now HTTP/1.1\r\n${HOST}\r\n`);
  t.equal((await connection.response()).status, 200, 'the rest is received and forgotten');
});

t.test('a deadline that passes while the handler is busy with what came is the service’s', async (t) => {
  const server = await serveUpload(
    t,
    async ({ body }) => {
      for await (const _ of body.stream()) await delay(1000);
      return { status: 204 };
    },
    50,
  );
  const connection = await server.begin(1000);
  await connection.send('some');
  t.equal((await connection.response()).status, 500);
  t.match(server.entries, [{ level: 50, err: { message: 'no answer within 50 ms' }, path: '/v1/upload' }]);
});

t.test('a handler that outlives its deadline is answered for, and its own answer dropped', async (t) => {
  const late = signal<void>();
  const server = await serveUpload(
    t,
    async ({ signal }) => {
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      await delay(10);
      late.resolve();
      return { status: 200, json: {} };
    },
    50,
  );
  const connection = await server.begin(0);
  t.equal((await connection.response()).status, 500);
  await late.promise;
  t.ok(await server.isAlive());
  t.equal(connection.unread().length, 0);
});
