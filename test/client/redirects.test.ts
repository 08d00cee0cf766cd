import t from 'tap';
import { ApiError, createClient, dataOf } from '../../src/client/index.js';
import { startHttpServer } from '../support/http-server.js';

const JSON_TYPE = { 'content-type': 'application/json' };

t.test('what changes something follows no redirect', async (t) => {
  const seen: string[] = [];
  const elsewhere = await startHttpServer(t, ({ method, url }, response) => {
    seen.push(`${method} ${url}`);
    response.writeHead(200, JSON_TYPE).end('{}');
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const host = await startHttpServer(t, ({ url }, response) =>
      response.writeHead(status, { location: `http://${elsewhere}${url}` }).end(),
    );
    const api = createClient({ baseUrl: `http://${host}/v1` });
    const body = { email: 'a@example.com', password: 'a password' };
    const error = await api.POST('/session', { body }).catch((error) => error);
    t.type(error, ApiError);
    t.match(error, { status: 302, code: null, isPassing: false });
    t.equal(
      error.message,
      `http://${host}/v1/session answered with a redirect to http://${elsewhere}/v1/session: set the base URL to the address there`,
    );
  }
  t.same(seen, []);
});

t.test('what reads follows redirects, and says that another origin has refused', async (t) => {
  const elsewhere = await startHttpServer(t, (_request, response) =>
    response.writeHead(401, JSON_TYPE).end('{"error": {"code": "UNAUTHORIZED", "message": "no key"}}'),
  );
  const host = await startHttpServer(t, ({ url, headers }, response) => {
    if (url === '/v1/me') response.writeHead(307, { location: '/v2/me' }).end();
    else if (url === '/v2/me')
      response.writeHead(200, JSON_TYPE).end(`{"account_email": "${headers.authorization}"}`);
    else response.writeHead(307, { location: `http://${elsewhere}${url}` }).end();
  });
  const api = createClient({ baseUrl: `http://${host}/v1`, key: 'k' });
  t.match(await dataOf(api.GET('/me')), { account_email: 'Bearer k' });
  const error = await dataOf(api.GET('/maps')).catch((error) => error);
  t.match(error, { status: 302, code: null, isPassing: false });
  t.match(error.message, `redirect to http://${elsewhere}/v1/maps: set the base URL`);
});
