import t from 'tap';
import { sharedTestApp } from '../support/app.js';

const service = await sharedTestApp(t);

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
