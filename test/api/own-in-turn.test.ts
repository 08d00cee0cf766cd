import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { importCsv, sharedTestApp } from '../support/app.js';

const service = await sharedTestApp(t);
const { work, routes } = service.app;

t.test('what a path names is looked for in a turn of the account, on every route', async (t) => {
  const owning = routes.filter(({ own }) => own);
  t.ok(owning.length > 20);
  t.same(
    owning.filter(({ ownTurns }) => ownTurns !== work.small).map(({ operationId }) => operationId),
    // Its requests share a turn.
    ['getMapTile'],
  );
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
    const { small } = work.queues;
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

t.test('whatever is streamed waits for a turn of those of its kind', async (t) => {
  const call = await service.client();
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const csv = 'name,lat,lng\nA,1,2\nB,x,2\nA,1,2\n';
  const job = await importCsv(call, map.id, csv);
  const { body: order } = await call('POST', `/maps/${map.id}/images`, { preset: 'us' });
  let image: { image_url?: string } = {};
  while (!image.image_url) {
    image = (await call('GET', order.status_url)).body;
    await delay(10);
  }
  const { downloads, exports, listeners } = work.queues;
  const STREAMED = {
    exportMarkers: [`/maps/${map.id}/markers.csv`, exports],
    exportMarkersAsGeoJson: [`/maps/${map.id}/markers.geojson`, exports],
    getJobErrors: [job.errors_url!, downloads],
    getJobSkipped: [job.skipped_url!, downloads],
    getJobChanges: [job.changes_url!, downloads],
    listenToJob: [`${job.status_url}/events`, listeners],
    downloadImage: [image.image_url, downloads],
  } as const;
  // An area and a tile are whole before they are answered.
  const isStreamed = ({ method, operationId, responses }: (typeof routes)[number]): boolean =>
    method === 'GET' &&
    !['getMarkerArea', 'getMapTile', 'getBaseTile'].includes(operationId) &&
    responses[200]?.contentTypes?.some((type) => type !== 'application/json') === true;
  t.same(
    routes
      .filter(isStreamed)
      .map(({ operationId }) => operationId)
      .sort(),
    Object.keys(STREAMED).sort(),
  );
  for (const [operationId, [path, turns]] of Object.entries(STREAMED)) {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const signal = new AbortController().signal;
    const held = Array.from({ length: turns.limit }, (_, i) =>
      turns.run({ accountId: -1 - i, signal }, () => released),
    );
    const answer = call('GET', path);
    while (turns.waiting === 0 && (await Promise.race([answer, delay(1)])) === undefined);
    t.equal(turns.waiting, 1, operationId);
    release();
    t.equal((await answer).status, 200);
    await Promise.all(held);
    while (turns.running > 0) await delay(1);
  }
});
