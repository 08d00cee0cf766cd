import fc from 'fast-check';
import t from 'tap';
import { NO_GEODATA } from '../../src/geo/geodata.js';
import { GeodataPlacer } from '../../src/geo/placer.js';
import { writeOfCreate, writeOfPatch } from '../../src/markers/marker-write.js';
import { colorNames } from '../../src/schema/palette-colors.js';
import { readMap } from '../../src/store/maps.js';
import {
  createMarker,
  deleteMarker,
  listMarkers,
  readMarkerVersion,
  replaceMarker,
} from '../../src/store/markers.js';
import { createOwner } from '../support/owner.js';
import { parseMarker } from '../support/parse-marker.js';

const owner = await createOwner(t);
const { sql, charge } = owner;
const palette = colorNames('standard');
const placer = new GeodataPlacer(NO_GEODATA);
const create = async (mapId: number, body: Parameters<typeof writeOfCreate>[0]) =>
  parseMarker((await createMarker(sql, mapId, writeOfCreate(body, palette, placer), charge)).json);

type Seen = NonNullable<Awaited<ReturnType<typeof readMarkerVersion>>>;
const patched = (
  mapId: number,
  id: number,
  { version, marker }: Seen,
  patch: Parameters<typeof writeOfPatch>[1],
) => replaceMarker(sql, owner, mapId, id, version, writeOfPatch(marker, patch, palette, placer));

t.test('a marker comes back with every key of the resource', async (t) => {
  const mapId = await owner.createMap();
  t.match(await create(mapId, { name: ' A ', lat: 1, lng: 2 }), {
    map_id: mapId,
    name: 'A',
    type: 'pin',
    address: {},
    lat: 1,
    lng: 2,
    radius: null,
    radius_unit: null,
    category: null,
    color: null,
    custom_fields: {},
    region_source: null,
    created_at: /^\d{4}-\d\d-\d\dT/,
  });
});

t.test(
  'new categories draw unused colours; an explicit colour of a new category becomes its own',
  async (t) => {
    const mapId = await owner.createMap();
    const colors = [];
    for (const body of [
      { category: 'A' },
      { category: 'B', color: 'green' },
      { category: 'C' },
      { category: 'D' },
      { category: 'A', color: 'black' },
    ]) {
      colors.push((await create(mapId, { name: 'x', lat: 1, lng: 2, ...body })).color);
    }
    t.same(colors, ['red', 'green', 'blue', 'orange', 'black']);
    t.same(
      (await sql`SELECT name, color FROM legend_entries WHERE map_id = ${mapId} ORDER BY ordering`).map(
        (e) => [e.name, e.color],
      ),
      [
        ['A', 'red'],
        ['B', 'green'],
        ['C', 'blue'],
        ['D', 'orange'],
      ],
    );
  },
);

t.test('parallel creates with one new category make one legend entry', async (t) => {
  const mapId = await owner.createMap();
  const rows = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      create(mapId, { name: `x${i}`, lat: 1, lng: 2, category: 'Same', custom_fields: { f: '1' } }),
    ),
  );
  t.same(new Set(rows.map(({ color }) => color)), new Set(['red']));
  t.equal((await sql`SELECT FROM legend_entries WHERE map_id = ${mapId}`).length, 1);
  t.equal((await sql`SELECT FROM field_definitions WHERE map_id = ${mapId}`).length, 1);
  t.equal(new Set(rows.map(({ id }) => id)).size, 20);
  t.match(await readMap(sql, owner.accountId, mapId), { marker_count: 20, region_count: 0 });
});

t.test('with more categories than colours the least used colour is drawn', async (t) => {
  const mapId = await owner.createMap();
  for (let i = 0; i < 50; i++) await create(mapId, { name: 'x', lat: 1, lng: 2, category: `C${i}` });
  const rows = await sql`SELECT color FROM legend_entries WHERE map_id = ${mapId} ORDER BY ordering`;
  t.same([rows[47]!.color, rows[48]!.color, rows[49]!.color], ['white', 'red', 'blue']);
});

t.test('a replacement of an outdated version does nothing', async (t) => {
  const mapId = await owner.createMap();
  const { id } = await create(mapId, { name: 'A', lat: 1, lng: 2 });
  const seen = (await readMarkerVersion(sql, mapId, id))!;
  const first = await patched(mapId, id, seen, { name: 'B' });
  t.equal(parseMarker(first!.json).name, 'B');
  t.equal(await patched(mapId, id, seen, { name: 'C' }), null);
  t.equal(parseMarker((await listMarkers(sql, mapId, 0, 1))[0]!).name, 'B');
});

t.test('counts follow areas that become pins and markers that go', async (t) => {
  const mapId = await owner.createMap();
  const { id } = await create(mapId, { name: 'A', type: 'circle', radius: 3, lat: 1, lng: 2 });
  t.match(await readMap(sql, owner.accountId, mapId), { marker_count: 1, region_count: 1 });
  const seen = (await readMarkerVersion(sql, mapId, id))!;
  await patched(mapId, id, seen, { type: 'pin' });
  t.match(await readMap(sql, owner.accountId, mapId), { marker_count: 1, region_count: 0 });
  t.equal(await deleteMarker(sql, owner, mapId, id), true);
  t.equal(await deleteMarker(sql, owner, mapId, id), false);
  t.match(await readMap(sql, owner.accountId, mapId), { marker_count: 0, region_count: 0 });
});

t.test('an expired marker is neither listed, read, counted nor deleted by id', async (t) => {
  const mapId = await owner.createMap();
  const { id } = await create(mapId, { name: 'A', lat: 1, lng: 2 });
  await sql`UPDATE markers SET expires_at = now() - interval '1 second' WHERE map_id = ${mapId}`;
  t.same(await listMarkers(sql, mapId, 0, 10), []);
  t.equal(await readMarkerVersion(sql, mapId, id), null);
  t.equal(await deleteMarker(sql, owner, mapId, id), false);
  t.match(await readMap(sql, owner.accountId, mapId), { marker_count: 0 });
});

t.test('ids reserved for an import are never given to a single marker', async (t) => {
  const mapId = await owner.createMap();
  const [ranges, rows] = await Promise.all([
    Promise.all(
      Array.from({ length: 20 }, () => sql<{ first: number }[]>`SELECT reserve_marker_ids(1000) AS first`),
    ),
    Promise.all(Array.from({ length: 50 }, (_, i) => create(mapId, { name: `x${i}`, lat: 1, lng: 2 }))),
  ]);
  const starts = ranges.map(([row]) => row!.first).sort((a, b) => a - b);
  for (let i = 1; i < starts.length; i++) t.ok(starts[i]! - starts[i - 1]! >= 1000);
  t.notOk(rows.some(({ id }) => starts.some((first) => id >= first && id < first + 1000)));
});

t.test('a single create waits for no import that is being created', async (t) => {
  const mapId = await owner.createMap();
  await sql.begin(async (creation) => {
    await creation`SELECT reserve_marker_ids(1000)`;
    t.ok((await create(mapId, { name: 'A', lat: 1, lng: 2 })).id);
  });
});

const Fields = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', '1', '', '__proto__', 'ä"\\'),
  fc.constantFrom('x', ' y ', '0', '\u0007"'),
  {
    maxKeys: 5,
  },
);

t.test('custom fields are merged as RFC 7396 says, whatever changes', async () => {
  const Changes = fc.option(
    fc.dictionary(
      fc.constantFrom('a', 'b', 'd', '1', '', '__proto__', 'ä"\\'),
      fc.constantFrom('x', 'z', '', ' ', null),
    ),
  );
  const mapId = await owner.createMap();
  const { id } = await create(mapId, { name: 'A', lat: 1, lng: 2 });
  const patch = async (custom_fields: Record<string, string | null> | null | undefined) => {
    const { marker, version } = (await readMarkerVersion(sql, mapId, id))!;
    const body = custom_fields === undefined ? { name: 'B' } : { custom_fields };
    const write = writeOfPatch(marker, body, palette, placer);
    return parseMarker((await replaceMarker(sql, owner, mapId, id, version, write))!.json).custom_fields;
  };
  const merged = (under: Map<string, string>, changes: Record<string, string | null> | null) => {
    if (changes === null) return new Map();
    for (const [key, value] of Object.entries(changes)) {
      const text = value?.trim() ?? '';
      if (text === '') under.delete(key);
      else under.set(key, text);
    }
    return under;
  };
  // New ones come in the order of jsonb, as which they are sent.
  const same = (found: object, expected: Map<string, string>) =>
    JSON.stringify(Object.entries(found).sort()) === JSON.stringify([...expected].sort());
  await fc.assert(
    fc.asyncProperty(Fields, Changes, async (stored, changes) => {
      await patch(null);
      const before = merged(new Map(), stored);
      if (!same(await patch(stored), before) || !same(await patch(undefined), before)) return false;
      return same(await patch(changes), merged(before, changes));
    }),
    { numRuns: 60 },
  );
});

t.test(
  'what a patch reads of a marker, and writes, has none of the custom fields that it leaves',
  async (t) => {
    const mapId = await owner.createMap();
    const { id } = await create(mapId, { name: 'A', lat: 1, lng: 2, custom_fields: { a: '1', b: '2' } });
    const { marker } = (await readMarkerVersion(sql, mapId, id))!;
    t.notOk('custom_fields' in marker);
    const renamed = writeOfPatch(marker, { name: 'B' }, palette, placer);
    t.notOk('custom_fields' in renamed.columns || 'fieldChanges' in renamed);
    const { fieldChanges, fields } = writeOfPatch(
      marker,
      { custom_fields: { b: null, c: '3' } },
      palette,
      placer,
    );
    t.same([fieldChanges, [...fields]], [{ b: null, c: '3' }, [['c', 'number']]]);
  },
);
