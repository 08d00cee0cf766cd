import t from 'tap';
import { colorNames } from '../../src/schema/palette-colors.js';
import { asOwner, finished, importCsv, sharedTestApp } from '../support/app.js';

const { service, call, newMap } = await asOwner(await sharedTestApp(t));
const [STANDARD, EXTENDED] = [colorNames('standard'), colorNames('extended')];
const ONLY_EXTENDED = EXTENDED.at(-1)!;

const extend = (mapId: number) => call('POST', `/maps/${mapId}/extended-colors`);
const namesOf = async (mapId: number): Promise<string[]> =>
  (await call('GET', `/maps/${mapId}/colors`)).body.colors.map(({ name }: { name: string }) => name);

t.test('a map has the 48 standard colours', async (t) => {
  const { status, body } = await call('GET', `/maps/${await newMap()}/colors`);
  t.equal(status, 200);
  t.same(Object.keys(body), ['extended', 'colors']);
  t.equal(body.extended, false);
  t.equal(body.colors.length, 48);
  for (const color of body.colors) {
    t.same(Object.keys(color), ['name', 'fill_color', 'text_color']);
    t.match(color, {
      name: /^[a-z]+( [a-z]+)*$/,
      fill_color: /^#[0-9a-f]{6}$/,
      text_color: /^#(000000|ffffff)$/,
    });
  }
});

t.test(
  'extended colours are for good: the map is answered, and doing it again changes nothing',
  async (t) => {
    const mapId = await newMap();
    const { body: before } = await call('GET', `/maps/${mapId}`);
    const first = await extend(mapId);
    t.equal(first.status, 200);
    t.same({ ...first.body, updated_at: '' }, { ...before, extended_colors: true, updated_at: '' });
    t.not(first.body.updated_at, before.updated_at);
    const second = await extend(mapId);
    t.same([second.status, second.body], [200, first.body]);
    t.same((await call('GET', `/maps/${mapId}`)).body, first.body);
    t.same(await namesOf(mapId), EXTENDED);
    t.equal((await call('GET', `/maps/${mapId}/colors`)).body.extended, true);
    t.same((await call('PATCH', `/maps/${mapId}`, { extended_colors: false })).body.extended_colors, true);
  },
);

t.test(
  'a map that a process of the release before extended is extended, and that process reads one as extended',
  async (t) => {
    const [theirs, ours] = [await newMap(), await newMap()];
    await service.app.sql`UPDATE maps SET extended_colors = true WHERE id = ${theirs}`;
    t.same(await namesOf(theirs), EXTENDED);
    const { body: before } = await call('GET', `/maps/${theirs}`);
    t.equal(before.extended_colors, true);
    t.same((await extend(theirs)).body, before, 'which changes nothing');
    await extend(ours);
    const [row] = await service.app.sql`SELECT extended_colors, palette FROM maps WHERE id = ${ours}`;
    t.same(row, { extended_colors: true, palette: 'extended' });
  },
);

t.test('extending one map leaves the others alone', async (t) => {
  const [one, other] = [await newMap(), await newMap()];
  await extend(one);
  t.same(await namesOf(other), STANDARD);
});

t.test('an extended colour is one wherever a colour is written, once the map has them', async (t) => {
  const mapId = await newMap();
  const write = async () => {
    const marker = { name: 'm', lat: 1, lng: 2 };
    const created = await call('POST', `/maps/${mapId}/markers`, marker);
    const csv = `name,lat,lng,color\nfrom file,3,4,${ONLY_EXTENDED.toUpperCase()}\n`;
    const bulk = `/maps/${mapId}/markers/bulk`;
    const type = { 'content-type': 'text/csv' };
    const dryRun = await call('POST', `${bulk}?dry_run=true`, csv, type);
    const job = await finished(call, (await call('POST', bulk, csv, type)).body);
    return {
      statuses: [
        (await call('POST', `/maps/${mapId}/markers`, { ...marker, color: ONLY_EXTENDED })).status,
        (await call('PATCH', `/maps/${mapId}/markers/${created.body.id}`, { color: ONLY_EXTENDED })).status,
        (
          await call('PUT', `/maps/${mapId}/categories`, {
            categories: [{ name: 'A', color: ONLY_EXTENDED }],
          })
        ).status,
      ],
      wouldAdd: dryRun.body.counts.added,
      added: [job.added, job.error_count],
    };
  };
  t.same(await write(), { statuses: [400, 400, 400], wouldAdd: 0, added: [0, 1] });
  await extend(mapId);
  t.same(await write(), { statuses: [201, 200, 200], wouldAdd: 1, added: [1, 0] });
  const { body } = await call('GET', `/maps/${mapId}/markers`);
  t.same(
    body.data.flatMap(({ name, color }: { name: string; color: string }) =>
      name === 'from file' ? [color] : [],
    ),
    [ONLY_EXTENDED],
  );
});

t.test('new categories go on drawing among the extended colours', async (t) => {
  const mapId = await newMap();
  const categories = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => ({ name: `c${from + i}` }));
  await call('PUT', `/maps/${mapId}/categories`, { categories: categories(0, 48) });
  await extend(mapId);
  const { body } = await call('PUT', `/maps/${mapId}/categories`, { categories: categories(0, 140) });
  t.same(
    body.categories.map(({ color }: { color: string }) => color),
    EXTENDED.slice(0, 140),
  );
  const rows = categories(130, 146).map(({ name }, i) => `n${i},1,${i},${name}\n`);
  const csv = `name,lat,lng,category\n${rows.join('')}`;
  await importCsv(call, mapId, csv);
  const markers = (await call('GET', `/maps/${mapId}/markers`)).body.data;
  t.same(
    markers.map(({ color }: { color: string }) => color),
    [...EXTENDED.slice(130), ...EXTENDED.slice(0, 2)],
  );
});

t.test('a foreign, a missing and a deleted map have neither colours nor a way to more', async (t) => {
  const mapId = await newMap();
  const other = await service.client({ email: 'other@example.com' });
  const readOnly = await service.client({ scope: 'read_only' });
  t.equal((await readOnly('GET', `/maps/${mapId}/colors`)).status, 200);
  t.equal((await readOnly('POST', `/maps/${mapId}/extended-colors`)).status, 403);
  const answers = [
    await other('GET', `/maps/${mapId}/colors`),
    await other('POST', `/maps/${mapId}/extended-colors`),
    await call('GET', '/maps/999999/colors'),
    await call('POST', '/maps/999999/extended-colors'),
  ];
  const wrongMethods = [
    await call('DELETE', `/maps/${mapId}/extended-colors`),
    await call('PUT', `/maps/${mapId}/colors`, {}),
  ];
  for (const { status, body } of wrongMethods)
    t.match([status, body.error.message], [404, /takes (POST|GET), not/]);
  t.equal((await call('GET', `/maps/${mapId}`)).body.extended_colors, false);
  await call('DELETE', `/maps/${mapId}`);
  answers.push(await call('GET', `/maps/${mapId}/colors`), await extend(mapId));
  for (const { status, body } of answers) t.same([status, body], [404, answers[0]!.body]);
  t.equal(answers[0]!.body.error.code, 'NOT_FOUND');
});
