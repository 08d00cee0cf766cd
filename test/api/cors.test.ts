import { request } from 'node:http';
import t from 'tap';
import { startTestApp } from '../support/app.js';

const PAGE = 'https://maps.example.com';
const OTHER = 'https://other.example.com';

const service = await startTestApp(t, { CORS_ORIGINS: `${PAGE},http://localhost:3000` });
const authorization = await service.authorization();
const map = (await service.clientWith(authorization)('POST', '/maps', { name: 'M' })).body.id;

interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
}

/** Request as a browser sends it: `fetch` of Node sets no Origin. */
const send = (method: string, path: string, headers: Record<string, string>, base = service.app.publicUrl) =>
  new Promise<Answer>((resolve, reject) => {
    request(`${base}${path}`, { method, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers as Answer['headers'] }),
      );
    })
      .on('error', reject)
      .end();
  });

const preflight = (origin: string, method: string, path: string) =>
  send('OPTIONS', path, {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,if-match',
  });

t.test('a browser may send what it asks for, for a page of an allowed origin', async (t) => {
  for (const [path, methods] of [
    [`/maps/${map}`, 'GET, PATCH, DELETE, HEAD, OPTIONS'],
    ['/nowhere', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ] as const) {
    const { status, headers } = await preflight(PAGE, 'PATCH', path);
    t.equal(status, 204, path);
    t.match(headers, {
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': /authorization.*idempotency-key.*if-match/,
      'access-control-max-age': /\d+/,
      vary: 'origin',
      'x-ratelimit-limit': /\d/,
    });
    t.equal(headers['access-control-allow-credentials'], undefined);
  }
});

t.test('answers may be read by pages of allowed origins, refusals as well, and by no others', async (t) => {
  for (const [path, key, status] of [
    [`/maps/${map}`, authorization, 200],
    ['/maps/999999', authorization, 404],
    ['/maps', 'Bearer wrong', 401],
  ] as const) {
    const allowed = await send('GET', path, { origin: PAGE, authorization: key });
    t.equal(allowed.status, status);
    t.match(allowed.headers, {
      'access-control-allow-origin': PAGE,
      'access-control-expose-headers': /etag.*x-ratelimit-remaining/,
      vary: 'accept-encoding, origin',
    });
    for (const headers of [{ origin: OTHER }, { origin: `${PAGE}.evil.example` }, { origin: 'null' }, {}]) {
      const answer = await send('GET', path, { ...headers, authorization: key } as Record<string, string>);
      t.equal(answer.status, status);
      t.equal(answer.headers['access-control-allow-origin'], undefined, JSON.stringify(headers));
      t.equal(answer.headers.vary, 'accept-encoding, origin', 'a cache keeps them apart');
    }
  }
  const refused = await preflight(OTHER, 'GET', '/maps');
  t.same([refused.status, refused.headers['access-control-allow-origin']], [401, undefined]);
  t.equal((await send('OPTIONS', '/maps', { origin: PAGE })).status, 401, 'not a preflight');
});

t.test('a star allows every origin, and nothing set allows none', async (t) => {
  const open = await startTestApp(t, { CORS_ORIGINS: '*' });
  const answer = await send('GET', '/maps', { origin: OTHER }, open.app.publicUrl);
  t.match(answer.headers, { 'access-control-allow-origin': '*', vary: 'accept-encoding' });
  const closed = await startTestApp(t);
  const { headers } = await send('GET', '/maps', { origin: PAGE }, closed.app.publicUrl);
  t.same([headers['access-control-allow-origin'], headers.vary], [undefined, 'accept-encoding']);
});
