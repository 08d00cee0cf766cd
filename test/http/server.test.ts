import { networkInterfaces } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Type } from 'typebox';
import { takePort } from '../../src/base/processes/port.js';
import { readTrustProxy } from '../../src/http/client-address.js';
import type { RequestBody } from '../../src/http/message.js';
import { listen } from '../../src/http/server.js';
import { RawConnection, type RawResponse } from '../support/raw-connection.js';
import { serveRoutes, testRoute } from '../support/route-server.js';

const HOST = 'Host: localhost\r\n';
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
const post = (path: string, headers: string, body = '') =>
  `POST ${path} HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;
const jsonOf = ({ body }: RawResponse) => JSON.parse(body.toString());

/** Several times what waits unread before the source is paused. */
const SLOW_BODY_BYTES = 1_000_000;
/** uWebSockets.js ends a connection that it takes for idle after 8 to 12 s. */
const BEYOND_IDLE_MS = 13_000;

const routes = [
  testRoute({ path: '/now', handle: async () => ({ status: 200, json: { done: 'now' } }) }),
  testRoute({
    path: '/later',
    handle: async () => {
      await delay(20);
      return { status: 200, json: { done: 'later' } };
    },
  }),
  testRoute({ path: '/nothing', method: 'DELETE', handle: async () => ({ status: 204 }) }),
  testRoute({ path: '/broken', handle: () => Promise.reject(new Error('secret')) }),
  testRoute({
    path: '/line-break',
    handle: async () => ({ status: 200, headers: { a: 'b\r\nset-cookie: c' }, json: {} }),
  }),
  testRoute({ path: '/unwritable', handle: async () => ({ status: 200, json: 1n }) }),
  testRoute({
    path: '/headers',
    handle: async ({ request: { header, method, path, query, remoteAddress } }) => ({
      status: 200,
      json: { one: header('x-one'), none: header('x-none'), method, path, query, remoteAddress },
    }),
  }),
  testRoute({
    path: '/echo',
    method: 'POST',
    access: 'write',
    body: Type.Object({}),
    maxBodyBytes: 1000,
    handle: async ({ body }) => ({ status: 200, json: body }),
  }),
];
const KEY = 'Authorization: Bearer writer\r\n';
const { port, entries } = await serveRoutes(t, routes);

/** A connection that ends with the test. */
async function open(t: Test): Promise<RawConnection> {
  const connection = await RawConnection.open(port);
  t.teardown(() => connection.socket.destroy());
  return connection;
}

t.test('every response below /v1 has a request id and the rate limit', async (t) => {
  for (const [request, status] of [
    [get('/v1/now'), 200],
    [get('/v1/later'), 200],
    [`DELETE /v1/nothing HTTP/1.1\r\n${HOST}\r\n`, 204],
    [post('/v1/echo', `${KEY}Content-Length: 1\r\n`, '['), 400],
    [post('/v1/echo', 'Content-Length: 2\r\n', '{}'), 401],
    [post('/v1/echo', 'Authorization: Bearer free\r\nContent-Length: 2\r\n', '{}'), 402],
    [post('/v1/echo', 'Authorization: Bearer reader\r\nContent-Length: 2\r\n', '{}'), 403],
    [get('/v1/nowhere', KEY), 404],
    [`PUT /v1/now HTTP/1.1\r\n${HOST}${KEY}\r\n`, 404],
    [get('/v1/now', 'Authorization: Bearer none\r\n'), 429],
    [get('/v1/broken'), 500],
    [get('/v1/line-break'), 500],
    [get('/v1/unwritable'), 500],
  ] as const) {
    const connection = await open(t);
    await connection.send(request);
    const { headers, ...response } = await connection.response();
    t.equal(response.status, status, JSON.stringify(request));
    t.match(headers['x-request-id'], /^[A-Za-z0-9._-]{1,128}$/);
    for (const name of ['limit', 'remaining', 'reset']) t.match(headers[`x-ratelimit-${name}`], /^\d+$/);
    if (status >= 400)
      t.match(jsonOf({ headers, ...response }), { error: { code: String, message: String } });
    connection.socket.destroy();
  }
});

t.test('outside /v1 there is a request id and no rate limit', async (t) => {
  const connection = await open(t);
  await connection.send(get('/nowhere', 'X-Request-Id: mine\r\n'));
  const { status, headers } = await connection.response();
  t.equal(status, 404);
  t.equal(headers['x-request-id'], 'mine');
  t.notOk('x-ratelimit-limit' in headers);
});

t.test('what a 500 hides is in the log, with the request id', async (t) => {
  for (const [path, message] of [
    ['/v1/broken', 'secret'],
    ['/v1/line-break', 'header a contains a line break: "b\\r\\nset-cookie: c"'],
    ['/v1/unwritable', 'Do not know how to serialize a BigInt'],
  ] as const) {
    const connection = await open(t);
    await connection.send(get(path, `X-Request-Id: id-of${path.replace('/v1/', '-')}\r\n`));
    const response = await connection.response();
    t.strictSame(jsonOf(response), { error: { code: 'INTERNAL_ERROR', message: 'Internal error' } });
    t.notOk('set-cookie' in response.headers);
    const entry = entries.find(({ requestId }) => requestId === `id-of${path.replace('/v1/', '-')}`);
    t.match(entry, { level: 50, err: { message } });
  }
});

t.test('a response without a body leaves the connection usable', async (t) => {
  const connection = await open(t);
  for (const request of [
    `DELETE /v1/nothing HTTP/1.1\r\n${HOST}\r\n`,
    `DELETE /v1/nothing HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\nabc`,
  ]) {
    await connection.send(request);
    const { status, headers } = await connection.response();
    t.equal(status, 204);
    t.notOk('content-length' in headers);
  }
  await connection.send(`HEAD /v1/now HTTP/1.1\r\n${HOST}${KEY}\r\n`);
  const head = await connection.response(true);
  t.equal(head.status, 200);
  t.equal(head.headers['content-length'], '14', 'the length of the body that GET would have');
  await connection.send(get('/v1/now'));
  t.strictSame(jsonOf(await connection.response()), { done: 'now' });
});

t.test('pipelined requests are answered in order when their answers need no waiting', async (t) => {
  const connection = await open(t);
  await connection.send(get('/v1/now') + get('/v1/broken') + get('/nowhere') + get('/v1/now'));
  for (const status of [200, 500, 404, 200]) t.equal((await connection.response()).status, status);
});

t.test('a pipelined request before a slow answer closes the connection, and nothing else', async (t) => {
  const connection = await open(t);
  await connection.send(get('/v1/later') + get('/v1/later'));
  await connection.closed;
  t.equal(connection.receivedBytes, 0);
  const other = await open(t);
  await other.send(get('/v1/later'));
  t.equal((await other.response()).status, 200);
});

t.test('a request that comes byte by byte is one request', async (t) => {
  const connection = await open(t);
  for (const byte of Buffer.from(post('/v1/echo', `${KEY}Content-Length: 10\r\n`, '{"a":"ä"}'))) {
    await connection.send(Uint8Array.of(byte));
    await delay(0);
  }
  t.strictSame(jsonOf(await connection.response()), { a: 'ä' });
  t.equal(connection.unread().length, 0);
});

t.test('a chunked body is read, in chunks of any size', async (t) => {
  const connection = await open(t);
  await connection.send(post('/v1/echo', `${KEY}Transfer-Encoding: chunked\r\n`));
  for (const piece of ['1\r\n{', '\r', '\n', '00A\r\n"a":"0123"\r', '\n1\r\n}\r\n', '0\r', '\n\r\n']) {
    await connection.send(piece);
    await delay(1);
  }
  t.strictSame(jsonOf(await connection.response()), { a: '0123' });
});

t.test('a body over the limit is refused, with and without a declared length', async (t) => {
  const message = 'the body is larger than the limit of 1000 bytes';
  const large = JSON.stringify({ a: 'x'.repeat(1000) });
  const connection = await open(t);
  await connection.send(post('/v1/echo', `${KEY}Content-Length: ${large.length}\r\n`, large));
  t.strictSame(jsonOf(await connection.response()), { error: { code: 'BAD_REQUEST', message } });
  await connection.send(post('/v1/echo', `${KEY}Content-Length: 1000\r\n`, `{"a":"${'x'.repeat(992)}"}`));
  t.equal((await connection.response()).status, 200, 'the limit is inclusive, and the connection lives on');
  const chunked = `${large.length.toString(16)}\r\n${large}\r\n`;
  await connection.send(post('/v1/echo', `${KEY}Transfer-Encoding: chunked\r\n`, chunked));
  const refused = await connection.response();
  t.strictSame(JSON.parse(refused.body.toString()), { error: { code: 'BAD_REQUEST', message } });
  t.equal(refused.headers.connection, 'close', 'nobody knows how long the rest is');
  await connection.closed;
});

t.test(
  'tiny chunks are read together; when they are too many, or their client goes, what was read is dropped',
  async (t) => {
    const read: number[] = [];
    const ends: unknown[] = [];
    const served = await serveRoutes(t, [
      testRoute({
        path: '/pieces',
        method: 'POST',
        handle: async ({ request }) => {
          try {
            for await (const piece of request.body.stream()) {
              read.push(piece.length);
              await delay(1);
            }
          } catch (error) {
            ends.push(error);
            throw error;
          }
          return { status: 200, json: {} };
        },
      }),
    ]);
    const begin = async (chunks: number): Promise<RawConnection> => {
      read.length = 0;
      const connection = await RawConnection.open(served.port);
      t.teardown(() => connection.socket.destroy());
      await connection.send(
        post('/v1/pieces', 'Transfer-Encoding: chunked\r\n', '1\r\na\r\n'.repeat(chunks)),
      );
      return connection;
    };
    const connection = await begin(9000);
    await connection.send('0\r\n\r\n');
    t.equal((await connection.response()).status, 200);
    t.equal(
      read.reduce((sum, bytes) => sum + bytes, 0),
      9000,
    );
    t.ok(read.length < 100, `${read.length}`);

    const refused = await (await begin(12_000)).response();
    t.equal(refused.status, 400);
    t.match(JSON.parse(refused.body.toString()).error.message, /chunks of 1.0 bytes/);

    const flood = await begin(1_000_000);
    await flood.closed;
    t.ok(read.reduce((sum, bytes) => sum + bytes, 0) < 11_000);

    const leaving = await begin(9000);
    while (read.length === 0) await delay(1);
    leaving.socket.resetAndDestroy();
    while (ends.length < 3) await delay(1);
    t.match(ends, [{ code: 'BAD_REQUEST' }, { code: 'BAD_REQUEST' }, { name: 'ClientGone' }]);
  },
);

t.test('Expect: 100-continue is answered before the body comes', async (t) => {
  const connection = await open(t);
  await connection.send(post('/v1/echo', `${KEY}Expect: 100-continue\r\nContent-Length: 2\r\n`));
  t.equal((await connection.response()).status, 100);
  await connection.send('{}');
  t.equal((await connection.response()).status, 200);
});

t.test('a head of 15 KiB is read, one over 16 KiB and one of over 100 headers are refused', async (t) => {
  const connection = await open(t);
  await connection.send(get(`/v1/now?q=${'x'.repeat(15 * 1024)}`));
  t.equal((await connection.response()).status, 200);
  for (const headers of [`X: ${'x'.repeat(16 * 1024)}\r\n`, 'A: b\r\n'.repeat(150)]) {
    const refused = await open(t);
    await refused.send(get('/v1/now', headers));
    t.equal((await refused.response()).status, 431);
    await refused.closed;
  }
});

t.test('what is not HTTP/1.1 is refused by the parser, and the connection closed', async (t) => {
  for (const [request, status] of [
    ['\x16\x03\x01\r\n\r\n', 505],
    [`GET /v1/now HTTP/1.0\r\n${HOST}\r\n`, 505],
    [`GET http://localhost/v1/now HTTP/1.1\r\n${HOST}\r\n`, 505],
    [`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 505],
    ['GET /v1/now HTTP/1.1\r\n\r\n', 400],
    [post('/v1/echo', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400],
    [post('/v1/echo', 'Content-Length: -2\r\n'), 400],
    [post('/v1/echo', 'Content-Length: 99999999999999999999\r\n'), 400],
    [post('/v1/echo', 'Transfer-Encoding: chunked\r\n', '2;x=y\r\n'), 400],
    [post('/v1/echo', 'Transfer-Encoding: chunked\r\n', 'zz\r\n'), 400],
  ] as const) {
    const connection = await open(t);
    await connection.send(request);
    t.equal((await connection.response()).status, status, JSON.stringify(request));
    await connection.closed;
  }
});

t.test('a request is seen as it was sent', async (t) => {
  const connection = await open(t);
  await connection.send(get('/v1/headers?a=%20&b', 'X-ONE:  1 \r\nx-one: 2\r\n'));
  t.strictSame(jsonOf(await connection.response()), {
    one: '1',
    none: '',
    method: 'GET',
    path: '/v1/headers',
    query: 'a=%20&b',
    remoteAddress: '127.0.0.1',
  });
  await connection.send(`get /v1/headers HTTP/1.1\r\n${HOST}${KEY}\r\n`);
  t.equal((await connection.response()).status, 404, 'methods have a case');
});

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ family }) => family === 'IPv6'),
);
const skip = hasIpv6 ? false : 'this machine has no IPv6';
t.test('an IPv4 peer has one address whatever the server listens on', { skip }, async (t) => {
  const addresses: string[] = [];
  const server = await listen({
    host: '::',
    port: 0,
    log: (await serveRoutes(t, [])).log,
    dispatch: async ({ remoteAddress }) => {
      addresses.push(remoteAddress);
      return { status: 200 };
    },
  });
  t.teardown(() => server.drain(0));
  for (const host of ['127.0.0.1', '[::1]']) await fetch(`http://${host}:${server.port}/`);
  t.strictSame(addresses, ['127.0.0.1', '0:0:0:0::/64']);
  await server.close();
});

t.test('behind a trusted proxy the address is the client’s, from all lines of its header', async (t) => {
  const { log, entries } = await serveRoutes(t, []);
  const answer = async ({ remoteAddress }: { remoteAddress: string }) => ({
    status: 200,
    json: remoteAddress,
  });
  const asked =
    'GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n';
  const addressOf = async (trustProxy: string | null) => {
    const trust = trustProxy === null ? null : readTrustProxy(trustProxy);
    const server = await listen({ host: '127.0.0.1', port: 0, log, dispatch: answer, trustProxy: trust });
    t.teardown(() => server.drain(0));
    const connection = await RawConnection.open(server.port);
    t.teardown(() => connection.socket.destroy());
    const seen = [];
    for (let time = 0; time < 2; time++) {
      await connection.send(asked);
      seen.push(jsonOf(await connection.response()));
    }
    await server.close();
    return seen;
  };
  t.strictSame(await addressOf('127.0.0.0/8'), ['192.0.2.1', '192.0.2.1']);
  t.strictSame(await addressOf('2'), ['203.0.113.9', '203.0.113.9']);
  t.equal(entries.length, 0);
  t.strictSame(await addressOf(null), ['127.0.0.1', '127.0.0.1']);
  t.match(entries, [{ level: 40, msg: /without TRUST_PROXY/ }], 'told once');
  t.equal(entries.length, 1);
});

t.test('two lengths of one body are refused, and what follows is not taken for a request', async (t) => {
  const next = `GET /v1/headers HTTP/1.1\r\n${HOST}${KEY}\r\n`;
  for (const [lengths, status] of [
    [['3', '5'], 400],
    [['3', '0'], 400],
    [['0', '3'], 400],
    [['3', '03'], 400],
    [['3', ''], 400],
    [['3', '3'], 404],
  ] as const) {
    const head = lengths.map((length) => `Content-Length: ${length}\r\n`).join('');
    const post = `POST /v1/headers HTTP/1.1\r\n${HOST}${KEY}${head}\r\nabc`;
    const connection = await RawConnection.open(port);
    await connection.send(post);
    const answer = await connection.response();
    t.equal(answer.status, status, lengths.join());
    if (status !== 400) continue;
    t.equal(answer.headers.connection?.toLowerCase(), 'close');
    await connection.send(next);
    await connection.closed;
    t.equal(connection.unread().toString(), '');
    const smuggling = await RawConnection.open(port);
    await smuggling.send(post + next);
    await smuggling.closed;
    t.notMatch(smuggling.unread().toString(), /HTTP\/1.1 200/);
  }
});

t.test(
  'a Transfer-Encoding that is not one "chunked" is refused, and what follows is not taken for a request',
  async (t) => {
    const next = `GET /v1/headers HTTP/1.1\r\n${HOST}${KEY}\r\n`;
    const chunked = '3\r\nabc\r\n0\r\n\r\n';
    for (const [encodings, status] of [
      [['chunked'], 404],
      [['Chunked'], 404],
      [['xchunked'], 400],
      [['identity'], 400],
      [['gzip'], 400],
      [['"chunked"'], 400],
      [['chunked;q=1'], 400],
      [['gzip, chunked'], 400],
      [['chunked, identity'], 400],
      [['chunked, chunked'], 400],
      [['chunked,'], 400],
      [[''], 400],
      [['', 'chunked'], 400],
      [['gzip', 'chunked'], 400],
      [['chunked', 'chunked'], 400],
      [['chunked', 'identity'], 400],
    ] as const) {
      const head = encodings.map((encoding) => `Transfer-Encoding: ${encoding}\r\n`).join('');
      for (const method of ['POST', 'GET']) {
        const request = `${method} /v1/nowhere HTTP/1.1\r\n${HOST}${KEY}${head}\r\n${chunked}`;
        const connection = await RawConnection.open(port);
        await connection.send(request);
        const answer = await connection.response();
        t.equal(answer.status, status, `${method} ${encodings.join(' | ')}`);
        if (status === 404) {
          connection.socket.destroy();
          continue;
        }
        t.match(answer.body.toString(), /Transfer-Encoding/);
        t.equal(answer.headers.connection?.toLowerCase(), 'close');
        await connection.send(next);
        await connection.closed;
        t.equal(connection.unread().toString(), '');
      }
      const smuggling = await RawConnection.open(port);
      await smuggling.send(`POST /v1/nowhere HTTP/1.1\r\n${HOST}${KEY}${head}\r\n${chunked}${next}`);
      if (status === 400) await smuggling.closed;
      t.notMatch(smuggling.unread().toString(), status === 400 ? /HTTP\/1.1 200/ : /HTTP\/1.1 400/);
      smuggling.socket.destroy();
    }
  },
);

t.test('how long connections stay open', async (t) => {
  // They wait.
  t.jobs = 2;
  t.test('an idle connection lives through the time that Keep-Alive announces', async (t) => {
    const connection = await RawConnection.open(port);
    t.teardown(() => connection.socket.destroy());
    const ask = `GET /v1/headers HTTP/1.1\r\n${HOST}${KEY}\r\n`;
    await connection.send(ask);
    const [, seconds] =
      /^timeout=(\d+)$/.exec((await connection.response()).headers['keep-alive'] ?? '') ?? [];
    t.equal(seconds, '7');
    await delay(Number(seconds) * 1000);
    await connection.send(ask);
    t.equal((await connection.response()).status, 200);
  });

  /** @returns the status that answers a body of which more comes than is read at once */
  async function answerTo(t: Test, read: (body: RequestBody) => Promise<void>): Promise<number> {
    const served = await serveRoutes(t, [
      testRoute({
        path: '/slow',
        method: 'POST',
        access: 'write',
        handle: async ({ request: { body } }) => {
          await read(body);
          return { status: 200, json: {} };
        },
      }),
    ]);
    const connection = await RawConnection.open(served.port);
    t.teardown(() => connection.socket.destroy());
    const head = `${KEY}Content-Length: ${SLOW_BODY_BYTES}\r\n`;
    await connection.send(post('/v1/slow', head, 'x'.repeat(SLOW_BODY_BYTES)));
    return (await connection.response()).status;
  }

  t.test(
    'an answer that takes longer than a connection may be idle comes, though the body was read slowly',
    async (t) => {
      const status = await answerTo(t, async (body) => {
        // The source pauses while chunks wait unread, and those that it had read before come all the same:
        // the end of the body, too.
        for await (const _ of body.stream()) await delay(20);
        await delay(BEYOND_IDLE_MS);
      });
      t.equal(status, 200);
    },
  );

  t.test('a body may wait for its reader longer than a connection may be idle', async (t) => {
    const status = await answerTo(t, async (body) => {
      await delay(BEYOND_IDLE_MS);
      t.equal((await body.bytes(SLOW_BODY_BYTES)).length, SLOW_BODY_BYTES);
    });
    t.equal(status, 200);
  });

  t.test(
    'an answer to a body that is not read to its end leaves nothing behind that would touch the connection',
    async (t) => {
      const status = await answerTo(t, async (body) => {
        for await (const _ of body.stream()) {
          while (body.receivedBytes < SLOW_BODY_BYTES) await delay(20);
          break;
        }
      });
      t.equal(status, 200);
      // The code that would touch it does so every 4 s, and would end the process.
      await delay(BEYOND_IDLE_MS / 2);
    },
  );
});

t.test('a reply that closes the connection announces no time', async (t) => {
  const served = await serveRoutes(t, [
    testRoute({ path: '/x', handle: async () => ({ status: 200, json: {} }) }),
  ]);
  const connection = await RawConnection.open(served.port);
  await connection.send('GET /v1/x HTTP/1.1\r\nHost: x\r\n\r\n');
  t.match(await connection.response(), { headers: { 'keep-alive': 'timeout=7' } });
  await served.server.close();
  await connection.send('GET /v1/x HTTP/1.1\r\nHost: x\r\n\r\n');
  const { headers } = await connection.response();
  t.match(headers.connection, /^close$/i);
  t.notOk('keep-alive' in headers);
});

t.test('those that share a port all listen there, and nobody else does', async (t) => {
  const { log } = await serveRoutes(t, []);
  const answeredBy = (name: string) => async () => ({ status: 200, json: name });
  const options = { host: '127.0.0.1', log, sharesPort: true };
  // One that any is chosen for is never shared.
  const taken = await takePort('127.0.0.1', 0);
  t.teardown(taken.release);
  const { port } = taken;
  const first = await listen({ ...options, port, dispatch: answeredBy('first') });
  const second = await listen({ ...options, port, dispatch: answeredBy('second') });
  await t.rejects(listen({ ...options, port, dispatch: answeredBy('third'), sharesPort: false }), {
    message: /the port is taken/,
  });
  const askAnyone = async () => (await fetch(`http://127.0.0.1:${port}/`)).json();
  await first.close();
  t.equal(await askAnyone(), 'second');
  await second.close();
  await Promise.all([first.drain(0), second.drain(0)]);
});

t.test('a port that is taken is an error that names it', async (t) => {
  const { log } = await serveRoutes(t, []);
  const dispatch = async () => ({ status: 200 });
  await t.rejects(listen({ host: '127.0.0.1', port, dispatch, log }), {
    message: `cannot listen on 127.0.0.1:${port}: the port is taken, or the address does not belong to this machine`,
  });
  await t.rejects(listen({ host: '192.0.2.1', port: 0, dispatch, log }), {
    message: /^cannot listen on 192.0.2.1:0/,
  });
});

t.test('a dispatch that rejects is answered 500', async (t) => {
  const { log, entries } = await serveRoutes(t, []);
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    log,
    dispatch: () => Promise.reject(new Error('a bug')),
  });
  t.teardown(() => server.drain(0));
  const response = await fetch(`http://127.0.0.1:${server.port}/`);
  t.equal(response.status, 500);
  t.strictSame(await response.json(), { error: { code: 'INTERNAL_ERROR', message: 'Internal error' } });
  t.match(entries, [{ err: { message: 'a bug' } }]);
  await server.close();
});

t.test('closing refuses new connections and answers the open ones, draining waits for them', async (t) => {
  const { server, port } = await serveRoutes(t, routes);
  const [idle, busy, reused] = await Promise.all([
    RawConnection.open(port),
    RawConnection.open(port),
    RawConnection.open(port),
  ]);
  await reused.send(get('/v1/now'));
  t.notOk('connection' in (await reused.response()).headers);
  await busy.send(get('/v1/later'));
  await reused.send(get('/v1/later'));
  await delay(5);
  await server.close();
  await t.rejects(RawConnection.open(port), { code: 'ECONNREFUSED' });
  await server.drain(10_000);
  for (const connection of [busy, reused]) {
    const response = await connection.response();
    t.strictSame(jsonOf(response), { done: 'later' });
    t.equal(response.headers.connection?.toLowerCase(), 'close');
  }
  await Promise.all([idle.closed, busy.closed, reused.closed]);
});

t.test(
  'where a proxy may be about to use them, idle connections are waited for, and each ends with its answer',
  async (t) => {
    const { server, port } = await serveRoutes(t, routes);
    const [first, second] = await Promise.all([RawConnection.open(port), RawConnection.open(port)]);
    for (const connection of [first, second]) {
      await connection.send(get('/v1/now'));
      await connection.response();
    }
    await server.close();
    let isDrained = false;
    const draining = server.drain(10_000, true).then(() => {
      isDrained = true;
    });
    for (const connection of [first, second]) {
      t.equal(isDrained, false);
      await connection.send(get('/v1/later'));
      const response = await connection.response();
      t.equal(response.status, 200);
      t.equal(response.headers.connection?.toLowerCase(), 'close');
      await connection.closed;
    }
    await draining;
  },
);

t.test('a reply without a body asks to close, too', async (t) => {
  const { server, port } = await serveRoutes(t, routes);
  const connection = await RawConnection.open(port);
  await connection.send(get('/v1/now'));
  await connection.response();
  await server.close();
  await connection.send(`DELETE /v1/nothing HTTP/1.1\r\n${HOST}\r\n`);
  const { status, headers } = await connection.response();
  t.equal(status, 204);
  t.equal(headers.connection, 'close');
});

t.test('draining cuts what does not end in time', async (t) => {
  let reason: unknown = null;
  const stuck = testRoute({
    path: '/stuck',
    handle: ({ request: { signal } }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason;
          reject(signal.reason);
        });
      }),
  });
  const { server, port, entries } = await serveRoutes(t, [stuck]);
  const connection = await RawConnection.open(port);
  await connection.send(get('/v1/stuck'));
  await delay(10);
  await server.close();
  await server.drain(20);
  await connection.closed;
  t.equal(connection.receivedBytes, 0);
  t.match(reason, { name: 'ClientGone' });
  t.same(entries, []);
});
