import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Type } from 'typebox';
import { AppError } from '../../src/base/errors.js';
import { noteWait } from '../../src/base/threads/waits.js';
import { RequestLog, type RequestLogOptions } from '../../src/http/request-log.js';
import { RawConnection } from '../support/raw-connection.js';
import { recordLog } from '../support/recorded-log.js';
import { requestOf } from '../support/request.js';
import { principal, serveRoutes, testRoute } from '../support/route-server.js';

const routes = [
  testRoute({
    path: '/things/{id}',
    method: 'POST',
    access: 'write',
    params: Type.Object({ id: Type.Integer() }),
    body: Type.Object({ name: Type.String() }),
    handle: async () => ({ status: 201, json: { name: 'ä' } }),
  }),
  testRoute({ path: '/nothing', handle: async () => ({ status: 204 }) }),
  testRoute({
    path: '/broken',
    handle: async () => {
      throw new Error('broken');
    },
  }),
  testRoute({
    path: '/stream',
    handle: async () => ({
      status: 200,
      bytes: (async function* () {
        for (let i = 0; i < 10; i++) yield Buffer.alloc(100_000);
      })(),
    }),
  }),
  testRoute({
    path: '/waiting',
    handle: async ({ request }) => {
      noteWait(request.signal, 'clones', 20);
      noteWait(request.signal, 'clones', 3);
      await delay(600);
      throw new AppError('RATE_LIMITED', 'too many wait', { retryAfterSeconds: 1 });
    },
  }),
];

async function start(t: Test, options: Partial<RequestLogOptions> = {}, level = 'info') {
  const { log, entries } = recordLog(level);
  const requestLog = new RequestLog({ log, slowMs: 0, maxPerSecond: 1000, ...options });
  const { port } = await serveRoutes(t, routes, { requestLog });
  const lines = () =>
    entries.map(({ level: _, time: __, ms, sendMs, requestId, ...rest }) => {
      t.type(ms, 'number');
      t.type(sendMs, 'number');
      t.match(requestId, /./);
      return rest;
    });
  const call = (method: string, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}/v1${path}`, { method, ...init }).then(async (response) => {
      await response.arrayBuffer();
      return response;
    });
  return { port, entries, lines, call, requestLog };
}

/** Line that is written when a reply has left, which its reader may know before. */
async function seen(entries: readonly unknown[], count: number): Promise<void> {
  while (entries.length < count) await delay(5);
}

t.test('a request has one line, without its query, its key and its body', async (t) => {
  const { entries, lines, call } = await start(t);
  await call('POST', '/things/7?token=secret', {
    headers: { authorization: 'Bearer writer', 'x-request-id': 'mine', 'content-type': 'application/json' },
    body: '{"name":"private"}',
  });
  await seen(entries, 1);
  t.equal(entries[0]!.requestId, 'mine');
  t.same(lines(), [
    {
      account: 1,
      key: 1,
      method: 'POST',
      route: '/things/{id}',
      path: '/v1/things/7',
      status: 201,
      address: '127.0.0.1',
      bytesIn: 18,
      bytesOut: 13,
      msg: 'request',
    },
  ]);
  t.notMatch(JSON.stringify(entries), /secret|private|Bearer/);
});

t.test('bytes are those of the body, whichever way it is sent', async (t) => {
  const { entries, lines, call } = await start(t);
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['GET', '/stream'],
    ['GET', '/none'],
  ] as const)
    await call(method, path);
  await seen(entries, 3);
  t.match(lines(), [
    { route: '/nothing', status: 204, bytesOut: 0 },
    { route: '/stream', status: 200, bytesOut: 1_000_000 },
    { route: 'none', path: '/v1/none', status: 401, account: undefined, key: undefined },
  ]);
});

t.test('a peer that goes away amid an answer has a line that says so', async (t) => {
  const { entries, lines, port } = await start(t);
  const connection = await RawConnection.open(port);
  await connection.send('GET /v1/stream HTTP/1.1\r\nHost: x\r\n\r\n');
  connection.socket.pause();
  connection.socket.destroy();
  await seen(entries, 1);
  t.match(lines(), [{ route: '/stream', isCut: true }]);
});

t.test('of many requests so many a second have a line, and the others are counted', async (t) => {
  const { entries, requestLog } = await start(t, { maxPerSecond: 10 });
  const answer = (status: number, accountId: number) =>
    requestLog.answered({
      request: requestOf({ target: '/v1/x' }),
      requestId: 'r',
      trace: null,
      route: '/x',
      principal: principal({ accountId }),
      status,
      ms: 1,
      answeredAtMs: performance.now(),
    }) !== null;
  const times = (n: number, status: number, accountId: number) =>
    Array.from({ length: n }, () => answer(status, accountId)).filter(Boolean).length;
  t.equal(times(1000, 200, 1), 5, 'one account gets half of the lines');
  t.equal(times(2, 200, 2), 2, 'so that another is seen');
  t.equal(times(1000, 200, 3), 3);
  t.equal(times(1000, 429, 4), 1, 'refusals are a tenth');
  t.equal(times(1000, 500, 1), 100, 'failures are ten times as many');
  requestLog.stop();
  t.match(entries, [
    {
      msg: 'left requests out of the log: too many a second',
      leftOut: { other: 995 + 997, refused: 999, failed: 900 },
    },
  ]);
  t.equal(times(1, 200, 1), 1, 'and so on in the next second');
  requestLog.stop();
  t.equal(entries.length, 1, 'nothing more was left out');
});

t.test('what was left out is told though no request follows', async (t) => {
  const { entries, requestLog, call } = await start(t, { maxPerSecond: 1 });
  await call('GET', '/nothing');
  await call('GET', '/nothing');
  await seen(entries, 2);
  t.match(entries, [{ msg: 'request' }, { leftOut: { other: 1 } }]);
  requestLog.stop();
});

t.test('a slow request is a warning that says what it waited for', async (t) => {
  const { entries, call } = await start(
    t,
    { slowMs: 500, circumstances: () => ({ database: { waiting: 3 } }) },
    'warn',
  );
  await call('GET', '/waiting');
  await call('GET', '/broken');
  await seen(entries, 1);
  t.match(entries, [
    {
      level: 40,
      msg: 'slow request',
      route: '/waiting',
      status: 429,
      waitedMs: { clones: 23 },
      database: { waiting: 3 },
    },
  ]);
  t.equal(entries.length, 1, 'others have no line at this level');
});

t.test('a client that sends slowly does not make a request slow', async (t) => {
  const { entries, port } = await start(t, { slowMs: 500 });
  const connection = await RawConnection.open(port);
  t.teardown(() => connection.socket.destroy());
  const head =
    'POST /v1/things/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer writer\r\nContent-Length: 12\r\n\r\n';
  await connection.send(`${head}{"name"`);
  await delay(600);
  await connection.send(':"a"}');
  await seen(entries, 1);
  t.match(entries, [{ msg: 'request', status: 201, bytesIn: 12 }]);
});

t.test('0 lines are none, and at LOG_LEVEL=debug there are all', async (t) => {
  const none = await start(t, { maxPerSecond: 0 });
  const all = await start(t, { maxPerSecond: 1 }, 'debug');
  for (let i = 0; i < 5; i++) {
    await none.call('GET', '/nothing');
    await all.call('GET', '/nothing');
  }
  await seen(all.entries, 5);
  t.equal(none.entries.length, 0);
  t.equal(all.entries.length, 5);
});

t.test('a long path is cut', async (t) => {
  const { entries, call } = await start(t);
  await call('GET', `/${'x'.repeat(5000)}`);
  await seen(entries, 1);
  t.equal((entries[0]!.path as string).length, 201);
});
