import t from 'tap';
import { CSV, finished, startTestApp } from '../support/app.js';
import { WITHOUT_CITUS } from '../support/citus.js';
import { fetchDocumented } from '../support/documented.js';
import { assertCounts } from '../support/rows.js';

process.env.TEST_ON_CITUS = '1';
t.setTimeout(300_000);

t.test('every endpoint answers on a distributed database', { skip: WITHOUT_CITUS }, async (t) => {
  const service = await startTestApp(t);
  const { sql } = service.app;
  const owner = await service.client();
  const guest = await service.client({ email: 'guest@example.com' });
  const { body: document } = await owner('GET', '/openapi.json');
  const left = new Set(
    Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  /** @param path as the document has it; its parameters are in `values` */
  const call = async (
    method: string,
    path: string,
    values: Record<string, string | number> = {},
    { query = '', body, headers }: { query?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    left.delete(`${method} ${path}`);
    const address = path.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
    const answer = await owner(method, `${address}${query}`, body, headers);
    t.ok(answer.status < 300, `${method} ${address}${query}: ${JSON.stringify(answer.body)?.slice(0, 300)}`);
    return answer.body;
  };

  const { id: map_id } = await call('POST', '/maps', {}, { body: { name: 'M' } });
  const map = { map_id };
  const upload = async (text: string, query = '') => {
    const job = await finished(
      owner,
      await call('POST', '/maps/{map_id}/markers/bulk', map, { query, body: text, headers: CSV }),
    );
    t.equal(job.status, 'completed', JSON.stringify(job));
    return job;
  };
  const rows = Array.from({ length: 300 }, (_, i) => `P${i},${i % 80},${i % 170},C${i % 4},note ${i}`);
  const file = `name,lat,lng,category,Note\n${rows.join('\n')}\n`;
  t.match(await upload(file), { added: 300 });
  const skipping = await upload(file);
  t.match(skipping, { added: 0, skipped: 300 });
  await call('GET', '/jobs/{job_id}/skipped.csv', { job_id: skipping.job_id });
  t.match(await upload(file, '?on_duplicate=error'), { added: 0, error_count: 300 });
  const rejecting = await upload('name,lat,lng\nNew,1,2\nBad,north,3\n');
  t.match(rejecting, { added: 1, error_count: 1 });
  t.match(await upload(file.replaceAll('note', 'word'), '?on_duplicate=overwrite'), { updated: 300 });
  t.match(await upload(file.replaceAll('note', 'word'), '?on_duplicate=overwrite'), { unchanged: 300 });
  t.match(await upload('name,lat,lng,radius\nP1,1,1,5\n', '?on_duplicate=overwrite&marker_type=circle'), {
    updated: 1,
  });
  await assertCounts(t, sql, map_id);

  const { id: weekly } = await call('POST', '/maps', {}, { body: { name: 'Weekly' } });
  const importWeek = async (rows: string, query: string) =>
    finished(
      owner,
      await call(
        'POST',
        '/maps/{map_id}/markers/bulk',
        { map_id: weekly },
        { query, body: `name,lat,lng,location_code,Note\n${rows}`, headers: CSV },
      ),
    );
  const undo = async (job_id: string) =>
    finished(owner, await call('POST', '/jobs/{job_id}/undo', { job_id }));
  await importWeek('Gone,41,11,a,1\nMoved,42,12,b,2\nKept,43,13,c,3\n', '');
  const mirrored = await importWeek(
    'Moved,42.5,12,b,\nKept,43,13,,3\nNew,44,14,d,4\n',
    '?match=location_code&missing=delete&confirm=true',
  );
  t.match(mirrored, { status: 'completed', added: 1, updated: 1, unchanged: 1, deleted: 1 });
  await call('GET', '/jobs/{job_id}/changes.csv', { job_id: mirrored.job_id });
  const undone = await undo(mirrored.job_id);
  t.match(undone, { status: 'completed', added: 1, updated: 1, deleted: 1, skipped: 0 });
  const redone = await undo(undone.job_id);
  t.match(redone, { status: 'completed', added: 1, updated: 1, deleted: 1, skipped: 0 });
  t.match(await undo(redone.job_id), { status: 'completed', skipped: 0 });
  await assertCounts(t, sql, weekly);
  await call('DELETE', '/maps/{map_id}', { map_id: weekly });

  const job = { job_id: rejecting.job_id };
  await call('GET', '/jobs/{job_id}', job);
  await call('GET', '/jobs/{job_id}/events', job);
  const { id: webhook_id } = await call(
    'POST',
    '/webhooks',
    {},
    { body: { url: 'https://webhook.invalid/' } },
  );
  await call('GET', '/webhooks');
  await call('GET', '/webhooks/{webhook_id}/deliveries', { webhook_id });
  await call('DELETE', '/webhooks/{webhook_id}', { webhook_id });
  await call('GET', '/jobs/{job_id}/errors.csv', job);
  await call('GET', '/jobs/{job_id}/changes.csv', job);
  await call('DELETE', '/jobs/{job_id}', job);
  t.ok((await call('GET', '/jobs')).data.length >= 6);
  t.ok((await call('GET', '/jobs', {}, { query: `?map_id=${map_id}&status=completed` })).data.length >= 6);

  const marker = await call('POST', '/maps/{map_id}/markers', map, {
    body: { name: 'One', lat: 5, lng: 6, category: 'New', custom_fields: { Note: 'x', Other: '7' } },
  });
  const one = { ...map, marker_id: marker.id };
  t.same(await call('GET', '/maps/{map_id}/markers/{marker_id}', one), marker);
  await call('PATCH', '/maps/{map_id}/markers/{marker_id}', one, {
    body: { name: 'Won', type: 'circle', radius: 3 },
  });
  await call('GET', '/maps/{map_id}/markers/{marker_id}/area', one);
  t.equal((await call('GET', '/maps/{map_id}/markers', map, { query: '?limit=100' })).data.length, 100);
  for (const query of [
    '?q=word 29',
    '?category=C1',
    '?bounds=0,0,20,20',
    '?q=won&category=New',
    '?lat=5&lng=6&radius=50',
  ])
    t.ok((await call('GET', '/maps/{map_id}/markers/search', map, { query })).data.length > 0, query);
  t.match(await call('GET', '/maps/{map_id}', map), { marker_count: 302, region_count: 2 });
  t.equal((await call('GET', '/maps')).data[0].marker_count, 302);
  await call('GET', '/maps/{map_id}/markers.csv', map);
  await call('GET', '/maps/{map_id}/markers.geojson', map);
  t.match(
    (await call('GET', '/maps/{map_id}/fields', map)).fields.map(({ name }: { name: string }) => name),
    ['Note', 'Other'],
  );
  await call('DELETE', '/maps/{map_id}/fields/unused', map);
  await call('GET', '/maps/{map_id}/categories', map);
  await call('PUT', '/maps/{map_id}/categories', map, {
    body: { categories: [{ name: 'C1', color: 'red' }, { name: 'C9' }] },
  });
  await call('GET', '/maps/{map_id}/colors', map);
  await call('POST', '/maps/{map_id}/extended-colors', map);
  await call('PATCH', '/maps/{map_id}', map, { body: { description: 'changed' } });

  const clone = await call('POST', '/maps/{map_id}/clone', map, { body: { name: 'Copy' } });
  t.match(clone, { marker_count: 302, region_count: 2 });
  t.equal((await call('GET', '/nearby', {}, { query: '?lat=5&lng=6&limit=5' })).results.length, 5);
  t.equal(
    (await call('GET', '/nearby', {}, { query: `?lat=5&lng=6&limit=5&map_ids=${clone.id}` })).results.length,
    5,
  );

  const tile = { z: 0, x: 0, y: 0 };
  await call('GET', '/maps/{map_id}/tiles.json', map);
  await call('GET', '/maps/{map_id}/tiles/{z}/{x}/{y}.mvt', { ...map, ...tile });
  await call('GET', '/tiles/base/{z}/{x}/{y}.mvt', tile);
  await call('GET', '/tiles/style.json');

  const share = await call('POST', '/maps/{map_id}/shares', map, {
    body: { email: 'guest@example.com', access_level: 'viewer' },
  });
  const shared = { ...map, share_id: share.id };
  await call('GET', '/maps/{map_id}/shares', map);
  await call('PATCH', '/maps/{map_id}/shares/{share_id}', shared, { body: { access_level: 'member' } });
  t.ok((await guest('GET', '/nearby?lat=5&lng=6')).body.results.length > 0);
  await call('DELETE', '/maps/{map_id}/shares/{share_id}', shared);

  const picture = await call('POST', '/maps/{map_id}/images', map, { body: { preset: 'world' } });
  const { image_url } = (await finished(owner, picture)) as unknown as { image_url: string };
  for (const method of ['GET', 'HEAD']) {
    left.delete(`${method} /images/{job_id}`);
    t.equal((await fetchDocumented(image_url, { method })).status, 200);
  }

  await call('DELETE', '/maps/{map_id}/markers/{marker_id}', one);
  const bulk = { body: { confirm: true, categories: ['C1'] } };
  t.match(await call('DELETE', '/maps/{map_id}/markers/bulk', map, bulk), { deleted: 75 });
  await assertCounts(t, sql, map_id);
  await call('DELETE', '/maps/{map_id}/categories', map);
  await call('POST', '/maps/{map_id}/archive', map);
  await call('POST', '/maps/{map_id}/restore', map);
  await call(
    'POST',
    '/maps/{map_id}/transfer',
    { map_id: clone.id },
    { body: { new_owner_email: 'guest@example.com' } },
  );
  t.equal((await guest('GET', `/maps/${clone.id}`)).body.marker_count, 302);
  await call('DELETE', '/maps/{map_id}', map);
  await call('GET', '/me');
  await call('GET', '/demographic-fields');
  await call('GET', '/attributions');
  t.same(
    [...left].filter((operation) => !operation.endsWith('/openapi.json')),
    [],
    'no endpoint is left out',
  );

  const [{ greatest }] = await sql<[{ greatest: number }]>`
    SELECT greatest((SELECT max(id) FROM markers), (SELECT max(id) FROM layers), (SELECT max(position) FROM legend_entries),
                    (SELECT max(id) FROM field_definitions)) AS greatest`;
  t.ok(greatest < 1_000_000, 'ids are of the sequences of the coordinator');
});
