import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Type } from 'typebox';
import { AnswersUnderWay } from '../../src/http/answers-under-way.js';
import { IncomingBody } from '../../src/http/body.js';
import type { Exchange } from '../../src/http/exchange.js';
import { writeReply } from '../../src/http/write-reply.js';
import { RawConnection } from '../support/raw-connection.js';
import { serveRoutes, testRoute } from '../support/route-server.js';

const HOST = 'Host: localhost\r\n';
const KIB = 1024;
const MIB = 1024 * KIB;

const { port, entries } = await serveRoutes(t, [
  testRoute({
    path: '/small',
    method: 'POST',
    body: Type.Object({}),
    maxBodyBytes: 1000,
    handle: async () => ({ status: 204 }),
  }),
  testRoute({ path: '/now', handle: async () => ({ status: 200, json: { done: 'now' } }) }),
  testRoute({ path: '/nothing', method: 'POST', handle: async () => ({ status: 204 }) }),
  testRoute({
    path: '/large',
    method: 'POST',
    handle: async () => ({ status: 200, headers: { 'content-type': 'text/plain' }, bytes: 'l'.repeat(MIB) }),
  }),
  testRoute({
    path: '/json',
    handle: async () => ({ status: 200, json: { text: 'ä'.repeat(200 * KIB) } }),
  }),
]);

/** A connection on which the head of an upload was sent. */
async function upload(t: Test, length: number | 'chunked', path = '/v1/small', method = 'POST') {
  const connection = await RawConnection.open(port);
  t.teardown(() => connection.socket.destroy());
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  await connection.send(`${method} ${path} HTTP/1.1\r\n${HOST}${framing}\r\n\r\n`);
  return connection;
}

const refusal = {
  error: { code: 'BAD_REQUEST', message: 'the body is larger than the limit of 1000 bytes' },
};

// Begun first and looked at last, as it takes the time that a peer is given.
const idle = await upload(t, 10 * MIB);

t.test(
  'an answer comes before the body, and a short rest is received for the sake of the connection',
  async (t) => {
    const connection = await upload(t, 200 * KIB);
    const { status, body, headers } = await connection.response();
    t.equal(status, 400);
    t.strictSame(JSON.parse(body.toString()), refusal);
    t.notOk('connection' in headers);
    for (let sent = 0; sent < 200; sent++) await connection.send(Buffer.alloc(KIB, 'x'));
    await connection.send(`GET /v1/now HTTP/1.1\r\n${HOST}\r\n`);
    t.strictSame(JSON.parse((await connection.response()).body.toString()), { done: 'now' });
  },
);

t.test('of a longer rest a peer may send some, so that it can read the answer', async (t) => {
  for (const length of [4 * MIB, 'chunked'] as const) {
    const connection = await upload(t, length);
    if (length === 'chunked') await connection.send(`400000\r\n${'x'.repeat(2000)}`);
    const { status, body, headers } = await connection.response();
    t.equal(status, 400);
    t.strictSame(JSON.parse(body.toString()), refusal);
    t.equal(headers.connection, 'close');
    t.match(headers, { 'x-request-id': String, 'x-ratelimit-limit': String });
    const left = length === 'chunked' ? 4 * MIB - 2000 : length;
    for (let sent = 0; sent < left; sent += 64 * KIB) {
      t.notOk(connection.isClosed);
      await connection.send(Buffer.alloc(Math.min(64 * KIB, left - sent), 'x'));
    }
    if (length === 'chunked') await connection.send('\r\n0\r\n\r\n');
    await connection.closed;
    t.equal(connection.unread().length, 0);
  }
});

t.test('a peer that does not stop uploading is cut off', async (t) => {
  const connection = await upload(t, 1024 * MIB);
  t.equal((await connection.response()).status, 400);
  let sentBytes = 0;
  for (; !connection.isClosed && sentBytes < 200 * MIB; sentBytes += 256 * KIB) {
    await connection.send(Buffer.alloc(256 * KIB, 'x'));
    await delay(0);
  }
  await connection.closed;
  t.ok(sentBytes >= 16 * MIB && sentBytes < 100 * MIB, `${sentBytes} bytes`);
});

t.test('a peer so fast that nothing else has its turn is cut off in the middle of it', async (t) => {
  let closes = 0;
  const exchange = {
    method: 'POST',
    aborted: false,
    incoming: new IncomingBody(1024 * MIB, { pause: () => {}, resume: () => {}, cut: () => {} }),
    onPeerGone: null as (() => void) | null,
    onBodyData: null as (() => void) | null,
    res: {
      cork: (write: () => void) => write(),
      writeStatus: () => {},
      writeHeader: () => {},
      close: () => {
        closes++;
        exchange.aborted = true;
        exchange.onPeerGone?.();
      },
    },
  };
  const options = {
    closeConnection: false,
    answers: new AnswersUnderWay(),
    onError: (error: unknown) => t.fail(String(error)),
    onSent: () => {},
  };
  writeReply(exchange as unknown as Exchange, { status: 400, json: {} }, options);
  const chunk = Buffer.alloc(MIB);
  let sentMib = 0;
  for (; closes === 0 && sentMib < 100; sentMib++) {
    exchange.incoming.push(chunk, false);
    exchange.onBodyData?.();
  }
  t.equal(sentMib, 32);
});

t.test('a peer that goes instead of uploading is forgotten', async (t) => {
  const connection = await upload(t, 10 * MIB);
  await connection.response();
  connection.socket.resetAndDestroy();
  await connection.closed;
  const next = await upload(t, 0, '/v1/nothing');
  t.equal((await next.response()).status, 204);
});

t.test('an answer without a body may come early, too', async (t) => {
  const head = await upload(t, 10 * MIB, '/nowhere', 'HEAD');
  t.match(await head.response(true), { status: 404, headers: { connection: 'close' } });
  t.equal(head.unread().length, 0);
  const nothing = await upload(t, 10 * MIB, '/v1/nothing');
  const { status, headers } = await nothing.response();
  t.equal(status, 204);
  t.notOk('content-length' in headers);
  t.equal(nothing.unread().length, 0);
});

t.test('a long answer may come early, too', async (t) => {
  for (const length of [100 * KIB, 10 * MIB]) {
    const connection = await upload(t, length, '/v1/large');
    const { status, body } = await connection.response();
    t.equal(status, 200);
    t.equal(body.toString().trimEnd(), 'l'.repeat(MIB));
  }
});

t.test('a long JSON answer comes whole', async (t) => {
  const response = await fetch(`http://127.0.0.1:${port}/v1/json`, {
    headers: { 'accept-encoding': 'identity' },
  });
  t.equal(response.headers.get('content-type'), 'application/json');
  t.equal(response.headers.get('content-length'), String(400 * KIB + '{"text":""}'.length));
  t.strictSame(await response.json(), { text: 'ä'.repeat(200 * KIB) });
});

t.test('a peer that neither goes on nor leaves is cut off after a while', async (t) => {
  t.equal((await idle.response()).status, 400);
  await idle.closed;
  t.equal(idle.unread().length, 0);
  t.same(entries, []);
});
