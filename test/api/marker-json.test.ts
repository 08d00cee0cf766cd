import fc from 'fast-check';
import t from 'tap';
import { cellOf } from '../../src/geo/cell.js';
import {
  ADDRESS_MEMBERS,
  EXTRA_MEMBERS,
  MARKER_TYPES,
  Marker,
  TEXT_MEMBERS,
} from '../../src/schema/marker.js';
import { sharedTestApp } from '../support/app.js';
import { fetchDocumented } from '../support/documented.js';

const service = await sharedTestApp(t);
const authorization = await service.authorization();
const call = service.clientWith(authorization);
const { sql } = service.app;
const mapId: number = (await call('POST', '/maps', { name: 'M' })).body.id;

/** A body as it is sent, before anybody parses it. */
async function textOf(path: string, init: RequestInit = {}): Promise<string> {
  const response = await fetchDocumented(`${service.app.publicUrl}/maps/${mapId}/markers${path}`, {
    ...init,
    headers: { authorization, 'content-type': 'application/json' },
  });
  const type = response.headers.get('content-type');
  if (!response.ok || type !== 'application/json') throw new Error(`${path}: ${response.status}, ${type}`);
  return response.text();
}

/** PostgreSQL has no NUL in texts, and UTF-8 no half surrogates. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }).map((each) => each.replaceAll('\0', '\u0001')),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\u0041',
    '\u0001\u001f\u007f\b\f\n\r\t\v',
    '\u2028\u2029',
    'Größe 🗺',
    '%s %%',
    'null',
  ),
);
const optional = fc.option(text);
const members = (names: readonly string[]) =>
  fc
    .subarray([...names])
    .chain((chosen) =>
      fc
        .tuple(...chosen.map(() => text))
        .map((values) => Object.fromEntries(chosen.map((name, i) => [name, values[i]!]))),
    );
const odd = [0, -0, 1e-7, -1e-7, 5e-324, 0.1 + 0.2, 12.345678, 1 / 3];
const degrees = (limit: number) =>
  fc.oneof(fc.constantFrom(...odd, limit, -limit), fc.double({ min: -limit, max: limit, noNaN: true }));

const row = fc.record({
  name: text,
  type: fc.constantFrom(...MARKER_TYPES),
  lat: degrees(90),
  lng: degrees(180),
  radius: fc.option(fc.constantFrom(5e-324, 1e-7, 1, 1 / 3, 12_500)),
  address: members(ADDRESS_MEMBERS),
  custom_fields: fc.oneof(
    fc.constant(null),
    fc
      .array(fc.tuple(fc.oneof(text, fc.constantFrom('__proto__', 'id', '2', '1')), text))
      .map(Object.fromEntries),
  ) as fc.Arbitrary<Record<string, string> | null>,
  extras: fc.option(members(EXTRA_MEMBERS)),
  region_source: optional,
  category: optional,
  color: fc.option(fc.constantFrom('red', 'sky blue')),
  created_at: fc.constantFrom(
    '2026-01-01T00:00:00Z',
    '2026-12-31T23:59:59.999999Z',
    '2026-05-06T07:08:09.1Z',
  ),
  updated_at: fc.option(fc.constantFrom('2027-01-01T00:00:00Z', '2027-12-31T23:59:59.999999Z')),
});
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

let lastId = 1_000_000;
/** Writes rows as an import does, whatever the API would say to them. */
async function insert(rows: readonly Row[]): Promise<number[]> {
  await sql`DELETE FROM markers WHERE map_id = ${mapId}`;
  const stored = rows.map(({ address, lat, lng, ...rest }) => ({
    ...rest,
    ...address,
    map_id: mapId,
    id: ++lastId,
    // JSON.stringify knows no -0.
    lat: Object.is(lat, -0) ? '-0' : lat,
    lng: Object.is(lng, -0) ? '-0' : lng,
    cell: cellOf(lat, lng),
  }));
  await sql`INSERT INTO markers SELECT * FROM json_populate_recordset(NULL::markers, ${JSON.stringify(stored)}::text::json)`;
  return stored.map(({ id }) => id);
}

const answerOf = (row: Row, id: number) => ({
  id,
  map_id: mapId,
  name: row.name,
  type: row.type,
  address: Object.fromEntries(
    ADDRESS_MEMBERS.flatMap((member) => (member in row.address ? [[member, row.address[member]]] : [])),
  ),
  lat: row.lat + 0,
  lng: row.lng + 0,
  radius: row.radius,
  radius_unit: row.radius === null ? null : 'miles',
  ...Object.fromEntries(TEXT_MEMBERS.map((member) => [member, null])),
  category: row.category,
  color: row.color,
  custom_fields: row.custom_fields ?? {},
  region_source: row.region_source,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at ?? row.created_at).toISOString(),
  ...row.extras,
});

t.test('list, search and single reads answer the same bytes, and these are the marker', async (t) => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 10 }), async (rows) => {
      const ids = await insert(rows);
      const page = await textOf('');
      const singles = await Promise.all(ids.map((id) => textOf(`/${id}`)));
      const whole = `{"data":[${singles.join()}],"page_info":{"total_count":null,"next_page_token":null}}`;
      if (page !== whole) throw new Error(`${page}\ninstead of\n${whole}`);
      for (const filter of ['', '?bounds=-90,-180,90,180']) {
        const found = await textOf(`/search${filter}`);
        if (found !== page) throw new Error(`search${filter}: ${found}\ninstead of\n${page}`);
      }
      rows.forEach((row, at) => {
        const marker = JSON.parse(singles[at]!) as Marker;
        const [is, expected] = [JSON.stringify(marker), JSON.stringify(answerOf(row, ids[at]!))];
        if (is !== expected) throw new Error(`${is}\ninstead of\n${expected}`);
        if (Object.is(marker.lat, -0) || Object.is(marker.lng, -0)) throw new Error(`-0 in ${singles[at]}`);
        seen++;
      });
    }),
    { numRuns: 60 },
  );
  t.ok(seen >= 60);
});

t.test('a marker has the members of its schema, in its order', async (t) => {
  const extras = Object.fromEntries(EXTRA_MEMBERS.map((member) => [member, '1']));
  const [plain] = fc.sample(row, { numRuns: 1, seed: 1 });
  const [bare, full] = await insert([
    { ...plain!, extras: null },
    { ...plain!, extras },
  ]);
  const names = Object.keys(Marker.properties);
  t.same(Object.keys(JSON.parse(await textOf(`/${full}`))), names);
  t.same(Object.keys(JSON.parse(await textOf(`/${bare}`))), names.slice(0, -EXTRA_MEMBERS.length));
});

t.test('a create and a patch answer what a read answers then', async (t) => {
  const body = {
    name: ' "Ä"\n ',
    lat: -0,
    lng: 1e-7,
    category: '\\',
    custom_fields: { b: '1', a: '\u0001' },
  };
  const created = await textOf('', { method: 'POST', body: JSON.stringify(body) });
  const path = `/${JSON.parse(created).id}`;
  t.equal(created, await textOf(path));
  const patched = await textOf(path, { method: 'PATCH', body: '{"type":"circle","radius":1e-7}' });
  t.match(JSON.parse(patched), { name: '"Ä"', type: 'circle', radius: 1e-7, radius_unit: 'miles' });
  t.equal(patched, await textOf(path));
});
