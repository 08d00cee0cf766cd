import t from 'tap';
import { taggedReply } from '../../src/http/etag.js';
import { RawConnection } from '../support/raw-connection.js';
import { serveRoutes, testRoute } from '../support/route-server.js';

const OWN = { 'cache-control': 'private', 'cross-origin-resource-policy': 'cross-origin' };
async function* chunks(): AsyncGenerator<Buffer> {
  yield Buffer.from('streamed');
}
const { port } = await serveRoutes(t, [
  testRoute({ path: '/json', handle: async () => ({ status: 200, json: {} }) }),
  testRoute({
    path: '/json-bytes',
    handle: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, bytes: '{}' }),
  }),
  testRoute({
    path: '/text',
    handle: async () => ({ status: 200, headers: { 'content-type': 'text/csv' }, bytes: 'a,b' }),
  }),
  testRoute({ path: '/stream', handle: async () => ({ status: 200, bytes: chunks() }) }),
  testRoute({ path: '/nothing', handle: async () => ({ status: 204 }) }),
  testRoute({ path: '/own', handle: async () => ({ status: 200, headers: OWN, bytes: 'picture' }) }),
  testRoute({
    path: '/tagged',
    handle: async ({ request }) => taggedReply(request, '"a"', { status: 200, json: {} }),
  }),
  testRoute({ path: '/broken', handle: () => Promise.reject(new Error('a bug')) }),
  testRoute({ path: '/early', method: 'POST', handle: async () => ({ status: 200, json: {} }) }),
]);

/** Names in the order of the answer, each as often as it stands there. */
async function headOf(method: string, path: string, headers = ''): Promise<[string, string][]> {
  const connection = await RawConnection.open(port);
  t.teardown(() => connection.socket.destroy());
  await connection.send(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  while (!connection.unread().includes('\r\n\r\n')) await new Promise((resolve) => setTimeout(resolve, 1));
  const [head = ''] = connection.unread().toString('latin1').split('\r\n\r\n');
  return head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': ') as [string, string]);
}

const GUARDS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
};
/** A client that keeps an answer asks with its tag whether it still holds. */
const REVALIDATED = { 'cache-control': 'private, no-cache' };
const JSON_GUARDS = {
  ...GUARDS,
  'content-type': 'application/json',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

t.test('every answer is guarded, once, unless it says otherwise', async (t) => {
  for (const [request, guards] of [
    [['GET', '/v1/json'], JSON_GUARDS],
    [['GET', '/v1/json-bytes'], JSON_GUARDS],
    [['GET', '/v1/nowhere'], JSON_GUARDS],
    [['GET', '/v1/broken'], JSON_GUARDS],
    [['HEAD', '/v1/json'], JSON_GUARDS],
    [['GET', '/outside'], JSON_GUARDS],
    [['POST', '/v1/early', 'Content-Length: 1000000\r\n'], JSON_GUARDS],
    [['GET', '/v1/json', 'Content-Length: 1\r\nContent-Length: 2\r\n'], JSON_GUARDS],
    [['GET', '/v1/text'], GUARDS],
    [['GET', '/v1/stream'], GUARDS],
    [['GET', '/v1/nothing'], GUARDS],
    [['GET', '/v1/tagged'], { ...JSON_GUARDS, ...REVALIDATED }],
    [['HEAD', '/v1/tagged'], { ...JSON_GUARDS, ...REVALIDATED }],
    [['GET', '/v1/tagged', 'If-None-Match: "a"\r\n'], { ...GUARDS, ...REVALIDATED, etag: '"a"' }],
    [['GET', '/v1/own'], { ...GUARDS, ...OWN }],
  ] as const) {
    const [method, path, headers] = request;
    const head = await headOf(method, path, headers);
    const names = head.map(([name]) => name.toLowerCase());
    t.same(names, [...new Set(names)], `${method} ${path}: no name stands there twice`);
    t.match(Object.fromEntries(head), guards, `${method} ${path}`);
  }
});
