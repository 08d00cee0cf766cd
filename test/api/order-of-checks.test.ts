import t from 'tap';
import { build, version } from '../../src/base/version.js';
import { sharedTestApp } from '../support/app.js';

const service = await sharedTestApp(t);
const owner = await service.client();

t.test('without a valid key everything under /v1 is 401 with a link', async (t) => {
  for (const authorization of ['', 'Bearer nonsense', 'Basic x']) {
    const { status, body, headers } = await service.clientWith(authorization)('GET', '/maps');
    t.equal(status, 401);
    t.match(body, { error: { code: 'UNAUTHORIZED', message: String, help_url: String } });
    for (const name of ['limit', 'remaining', 'reset']) t.match(headers.get(`x-ratelimit-${name}`), /^\d+$/);
    t.ok(headers.get('x-request-id'));
  }
});

t.test('the rate limit counts every request of a key, errors too, and then answers 429', async (t) => {
  const call = await service.client({ email: 'slow@example.com', rateLimit: 3 });
  const remaining = [];
  for (const path of ['/me', '/maps/999999', '/nowhere']) {
    remaining.push((await call('GET', path)).headers.get('x-ratelimit-remaining'));
  }
  t.same(remaining, ['2', '1', '0']);
  const { status, body, headers } = await call('GET', '/me');
  t.equal(status, 429);
  t.equal(body.error.code, 'RATE_LIMITED');
  t.equal(headers.get('x-ratelimit-remaining'), '0');
  const retryAfter = Number(headers.get('retry-after'));
  t.ok(retryAfter >= 1 && retryAfter <= 60);
});

t.test('health, readiness and metrics need no key', async (t) => {
  const base = service.app.publicUrl.replace(/\/v1$/, '');
  const nobody = service.clientWith('');
  t.same((await nobody('GET', `${base}/healthz`)).body, { status: 'alive', version, build });
  t.same((await nobody('GET', `${base}/readyz`)).body, { status: 'ready' });
  const { body } = await nobody('GET', `${base}/metrics`);
  t.match(body, /cartload_database_up 1/);
  t.match(body, /cartload_http_requests_total\{method="GET",route="\/maps",status="401"\}/);
  t.equal((await nobody('GET', `${base}/nothing`)).status, 404);
});

t.test('the OpenAPI document needs no key, but counts', async (t) => {
  const { status, body, headers } = await service.clientWith('')('GET', '/openapi.json');
  t.equal(status, 200);
  t.equal(body.openapi, '3.1.0');
  t.ok(headers.get('x-ratelimit-limit'));
  t.same(Object.keys(body.paths).sort(), [
    '/attributions',
    '/demographic-fields',
    '/images/{job_id}',
    '/jobs',
    '/jobs/{job_id}',
    '/jobs/{job_id}/changes.csv',
    '/jobs/{job_id}/errors.csv',
    '/jobs/{job_id}/events',
    '/jobs/{job_id}/retry',
    '/jobs/{job_id}/skipped.csv',
    '/jobs/{job_id}/undo',
    '/maps',
    '/maps/{map_id}',
    '/maps/{map_id}/access',
    '/maps/{map_id}/archive',
    '/maps/{map_id}/categories',
    '/maps/{map_id}/clone',
    '/maps/{map_id}/colors',
    '/maps/{map_id}/extended-colors',
    '/maps/{map_id}/fields',
    '/maps/{map_id}/fields/unused',
    '/maps/{map_id}/images',
    '/maps/{map_id}/markers',
    '/maps/{map_id}/markers.csv',
    '/maps/{map_id}/markers.geojson',
    '/maps/{map_id}/markers/bulk',
    '/maps/{map_id}/markers/search',
    '/maps/{map_id}/markers/{marker_id}',
    '/maps/{map_id}/markers/{marker_id}/area',
    '/maps/{map_id}/restore',
    '/maps/{map_id}/shares',
    '/maps/{map_id}/shares/{share_id}',
    '/maps/{map_id}/tiles.json',
    '/maps/{map_id}/tiles/{z}/{x}/{y}.mvt',
    '/maps/{map_id}/transfer',
    '/me',
    '/nearby',
    '/openapi.json',
    '/session',
    '/shared-maps',
    '/tiles/base/{z}/{x}/{y}.mvt',
    '/tiles/style.json',
    '/webhooks',
    '/webhooks/{webhook_id}',
    '/webhooks/{webhook_id}/deliveries',
  ]);
});

t.test('a sane request id comes back, another is replaced', async (t) => {
  t.equal(
    (await owner('GET', '/me', undefined, { 'x-request-id': 'abc-1.2_3' })).headers.get('x-request-id'),
    'abc-1.2_3',
  );
  t.not((await owner('GET', '/me', undefined, { 'x-request-id': 'a b' })).headers.get('x-request-id'), 'a b');
});

t.test('help_url leads to a page that says how to get a key', async (t) => {
  const { body } = await service.clientWith('')('GET', '/maps');
  const page = await service.clientWith('')('GET', body.error.help_url);
  t.equal(page.status, 200);
  t.match(page.headers.get('content-type'), /^text\/plain/);
  t.match(page.body, /cartload key create/);
  t.match(page.body, `${service.app.publicUrl}/openapi.json`);
});
