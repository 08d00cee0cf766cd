import t from 'tap';
import { sharedTestApp } from '../support/app.js';

const service = await sharedTestApp(t);

t.test('GET /me tells account, scope, plan, limit and quotas', async (t) => {
  const call = await service.client({
    rateLimit: 77,
    quotaMaps: 2,
    quotaMarkers: 3,
    quotaBulk: 4,
    scope: 'read_only',
  });
  const { status, body, headers } = await call('GET', '/me');
  t.equal(status, 200);
  t.same(body, {
    account_email: 'owner@example.com',
    scope: 'read_only',
    plan: 'enterprise',
    rate_limit: 77,
    quotas: { maps: { limit: 2, used: 0 }, markers: { limit: 3, used: 0 }, bulk: { limit: 4, used: 0 } },
  });
  t.equal(headers.get('x-ratelimit-limit'), '77');
});

t.test('use is counted for what succeeded, and for nothing else', async (t) => {
  const call = await service.client({
    email: 'counting@example.com',
    quotaMaps: 2,
    quotaMarkers: 1,
    quotaBulk: 1,
  });
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  await call('POST', '/maps', { name: '' });
  await call('POST', `/maps/${map.id}/markers`, { name: 'A', lat: 1, lng: 2 });
  await call('POST', `/maps/${map.id}/markers`, { name: 'A' });
  await call('POST', `/maps/${map.id}/markers/bulk`, { markers: [{ name: 'B', lat: 1, lng: 2 }] });
  await call('POST', `/maps/${map.id}/markers/bulk`, '', { 'content-type': 'text/csv' });
  await call('PATCH', `/maps/${map.id}`, { name: 'N' });
  const { body } = await call('GET', '/me');
  t.same(body.quotas, {
    maps: { limit: 2, used: 1 },
    markers: { limit: 1, used: 1 },
    bulk: { limit: 1, used: 1 },
  });

  for (const [path, content] of [
    [`/maps/${map.id}/markers`, { name: 'A', lat: 1, lng: 2 }],
    [`/maps/${map.id}/markers/bulk`, { markers: [] }],
  ] as const) {
    const refused = await call('POST', path, content);
    t.equal(refused.status, 429, path);
    t.equal(refused.body.error.code, 'QUOTA_EXCEEDED');
    const retryAfter = Number(refused.headers.get('retry-after'));
    t.ok(retryAfter >= 1 && retryAfter <= 86_400);
    const reset = Number(refused.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    t.ok(reset <= 61, 'the reset is the minute window’s');
  }
});
