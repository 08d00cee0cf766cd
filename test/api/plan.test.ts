import t from 'tap';
import { startTestApp } from '../support/app.js';

interface Operation {
  operationId: string;
  security: unknown[];
}

const service = await startTestApp(t);
const { body: document } = await service.clientWith('')('GET', '/openapi.json');

/** Every operation that wants a key, with ids that name nothing. */
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { security }]) => security.length > 0)
    .map(([method, { operationId }]) => ({
      operationId,
      method: method.toUpperCase(),
      path: path.replace('{job_id}', 'job_none').replaceAll(/\{\w+\}/g, '999999999'),
    })),
);

t.test('the operations that need a paid account are among those that are tried', async (t) => {
  const ids = operations.map(({ operationId }) => operationId);
  for (const id of ['restoreMap', 'transferMap', 'archiveMap', 'cloneMap', 'deleteMarkers', 'getMe'])
    t.ok(ids.includes(id), id);
});

for (const plan of ['free', 'business']) {
  t.test(`the ${plan} plan is 402 on every operation, whatever else is wrong`, async (t) => {
    for (const scope of ['read_write', 'read_only']) {
      const call = await service.client({ email: `${plan}@example.com`, plan, scope });
      for (const { method, path } of operations) {
        const { status, body } = await call(method, path, method === 'GET' ? undefined : '{');
        t.match(
          [status, body],
          [402, { error: { code: 'PLAN_REQUIRED', message: String, help_url: String } }],
          `${scope} ${method} ${path}`,
        );
      }
    }
  });
}

t.test('an account that leaves the enterprise plan loses restore and transfer of its own maps', async (t) => {
  const call = await service.client({ email: 'leaver@example.com' });
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  await call('POST', `/maps/${map.id}/archive`);
  await service.app.sql`UPDATE accounts SET plan = 'business' WHERE email = 'leaver@example.com'`;
  // Told to every process by NOTIFY.
  while ((await call('GET', '/me')).status === 200);
  t.equal((await call('POST', `/maps/${map.id}/restore`)).status, 402);
  t.equal((await call('POST', `/maps/${map.id}/transfer`, { new_owner_email: 'x@example.com' })).status, 402);
  await service.app.sql`UPDATE accounts SET plan = 'enterprise' WHERE email = 'leaver@example.com'`;
  while ((await call('GET', '/me')).status === 402);
  t.match((await call('GET', `/maps/${map.id}`)).body, {
    status: 'archived',
    owner_email: 'leaver@example.com',
  });
});

t.test('a read-only key is 403 on every write and on no read', async (t) => {
  const call = await service.client({ scope: 'read_only' });
  for (const { method, path } of operations) {
    const { status } = await call(method, path, method === 'GET' ? undefined : '{');
    if (method === 'GET') t.not(status, 403, path);
    else t.equal(status, 403, `${method} ${path}`);
  }
});
