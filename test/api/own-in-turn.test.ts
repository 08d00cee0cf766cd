import t from 'tap';
import { startTestApp } from '../support/app.js';

const service = await startTestApp(t);
const { work, routes } = service.app;

t.test('what a path names is looked for in a turn of the account, on every route', (t) => {
  const owning = routes.filter(({ own }) => own);
  t.ok(owning.length > 20);
  t.same(
    owning.filter(({ ownTurns }) => ownTurns !== work.small).map(({ operationId }) => operationId),
    [],
  );
  t.end();
});

t.test(
  'bad patches of an account whose turns are taken wait for them, and hold up nobody else',
  async (t) => {
    const call = await service.client();
    const neighbour = await service.client({ email: 'neighbour@example.com' });
    const { body: map } = await call('POST', '/maps', { name: 'M' });
    const { body: theirs } = await neighbour('POST', '/maps', { name: 'N' });
    const { body: marker } = await call('POST', `/maps/${map.id}/markers`, { name: 'A', lat: 1, lng: 2 });
    const [{ account_id }] = (await service.app.sql`SELECT account_id FROM maps WHERE id = ${map.id}`) as [
      { account_id: number },
    ];
    const { small } = work.bulkheads;
    const caller = { accountId: account_id, signal: new AbortController().signal };
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = Array.from({ length: Math.ceil(small.limit / 2) }, () => small.run(caller, () => released));
    const patches = Array.from({ length: 50 }, () =>
      call('PATCH', `/maps/${map.id}/markers/${marker.id}`, { name: 7 }),
    );
    while (small.waiting < 50) await new Promise(setImmediate);
    t.equal((await neighbour('GET', `/maps/${theirs.id}`)).status, 200);
    t.equal(small.waiting, 50);
    release();
    t.same(new Set((await Promise.all(patches)).map(({ status }) => status)), new Set([400]));
    await Promise.all(held);
  },
);
