import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { commonFilterOf, filterOf } from '../../src/api/search.js';
import { cellOf } from '../../src/geo/cell.js';
import { isEveryMarker } from '../../src/store/marker-filter.js';
import { asOwner, sharedTestApp } from '../support/app.js';
import { runs } from '../support/runs.js';

const { service, sql, call, newMap } = await asOwner(await sharedTestApp(t));

interface Row {
  id: number;
  name: string;
  lat: number;
  lng: number;
  street: string | null;
  city: string | null;
  zip: string | null;
  category: string | null;
  custom_fields: Record<string, string> | null;
  expires_at: string | null;
}

t.test('a request without filters asks for every marker, which the index reads by id', async (t) => {
  t.ok(isEveryMarker(commonFilterOf({})));
  t.ok(isEveryMarker(filterOf({ q: '', category: '', page_size: 10 })));
  t.notOk(isEveryMarker(commonFilterOf({ type: 'pin' })));
  t.notOk(isEveryMarker(commonFilterOf({ ids: '' })));
});

let lastId = 1_000_000;
/** Writes markers past the API, as an import would. */
async function insert(mapId: number, rows: Partial<Row>[]): Promise<Row[]> {
  const whole = rows.map(
    (row): Row => ({
      id: ++lastId,
      name: 'P',
      lat: 0,
      lng: 0,
      street: null,
      city: null,
      zip: null,
      category: null,
      custom_fields: null,
      expires_at: null,
      ...row,
    }),
  );
  const stored = whole.map((row) => ({
    ...row,
    map_id: mapId,
    type: 'pin',
    cell: cellOf(row.lat, row.lng),
    created_at: '2026-01-01T00:00:00Z',
  }));
  await sql`INSERT INTO markers SELECT * FROM json_populate_recordset(NULL::markers, ${JSON.stringify(stored)}::text::json)`;
  return whole;
}

interface Query {
  q?: string;
  category?: string;
  bounds?: string;
  near?: string;
  page_size?: number;
  page_token?: string;
}
const ask = (mapId: number, query: Query, by = call) =>
  by(
    'GET',
    `/maps/${mapId}/markers/search?${Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`,
  );

/** Ids of all pages. */
async function idsOf(mapId: number, query: Query): Promise<number[]> {
  const ids: number[] = [];
  let page_token: string | undefined;
  do {
    const { status, body } = await ask(mapId, { ...query, ...(page_token && { page_token }) });
    if (status !== 200) throw new Error(`${JSON.stringify(query)}: ${JSON.stringify(body)}`);
    ids.push(...body.data.map(({ id }: Row) => id));
    page_token = body.page_info.next_page_token ?? undefined;
  } while (page_token !== undefined);
  return ids;
}

const idsIn = (rows: Row[]): number[] => rows.map(({ id }) => id);

t.test('items are markers as the list shows them', async (t) => {
  const mapId = await newMap();
  const body = {
    name: 'Store',
    lat: 52.52,
    lng: 13.405,
    address: { city: 'Berlin' },
    category: 'Shops',
    custom_fields: { Phone: '555' },
  };
  t.equal((await call('POST', `/maps/${mapId}/markers`, body)).status, 201);
  const found = await ask(mapId, {
    q: 'berl',
    category: 'Shops',
    near: '52.5,13.4,10',
    bounds: '52,13,53,14',
  });
  t.same(found.body, (await call('GET', `/maps/${mapId}/markers`)).body);
  t.equal(found.body.data.length, 1);
  t.same((await ask(mapId, { q: 'nothing' })).body, {
    data: [],
    page_info: { total_count: null, next_page_token: null },
  });
});

t.test('without a filter, or with empty ones, everything is there but what has expired', async (t) => {
  const mapId = await newMap();
  const [kept, later] = await insert(mapId, [
    {},
    { expires_at: '2999-01-01T00:00:00Z' },
    { expires_at: '2020-01-01T00:00:00Z', name: 'gone' },
  ]);
  t.same(await idsOf(mapId, {}), [kept!.id, later!.id]);
  t.same(await idsOf(mapId, { q: '', category: '' }), [kept!.id, later!.id]);
  t.same(await idsOf(mapId, { q: 'gone' }), []);
  t.same(await idsOf(mapId, { near: '0,0,1' }), [kept!.id, later!.id]);
});

t.test('q is looked for literally in values, without case, and not in the names of fields', async (t) => {
  const mapId = await newMap();
  const rows = await insert(mapId, [
    { name: '100% Größe' },
    { name: 'a_b', street: 'Rue "d\\e"' },
    { city: 'ÅRHUS', zip: '01234' },
    { category: 'Ünïcode 🗺' },
    { custom_fields: { Phone: 'Line\nbreak\t"quoted" \\ ЖУК', ['__proto__']: 'plain' } },
    { name: 'left', category: 'right' },
  ]);
  const found = async (q: string) => (await idsOf(mapId, { q })).map((id) => id - rows[0]!.id);
  t.same(await found('%'), [0]);
  t.same(await found('größE'), [0]);
  t.same(await found('_'), [1]);
  t.same(await found('\\'), [1, 4]);
  t.same(await found('"'), [1, 4]);
  t.same(await found('E "D\\'), [1]);
  t.same(await found('århus'), [2]);
  t.same(await found('0123'), [2]);
  t.same(await found('ÜNÏCODE 🗺'), [3]);
  t.same(await found('line\nBREAK\t"Quoted" \\ жук'), [4]);
  t.same(await found('Phone'), []);
  t.same(await found('__proto__'), []);
  t.same(await found('plain'), [4]);
  t.same(await found('":"'), [], 'JSON around the values is nobody’s text');
  t.same(await found('\\n'), [], 'nor is the way it writes a line break');
  t.same(await found('leftright'), [], 'a match does not reach from one member into the next');
  t.same(await found('t\ue000r'), []);
  t.same(await found('🗺'), [3]);
});

t.test('a bound, a circle or a page that cannot be is 400', async (t) => {
  const mapId = await newMap();
  for (const query of [
    { bounds: '' },
    { bounds: '1,2,3' },
    { bounds: '1,2,3,4,5' },
    { bounds: '1,2,3,x' },
    { bounds: '1,2,3,' },
    { bounds: '1,2,3,NaN' },
    { bounds: '1,2,3,0x4' },
    { bounds: '2,0,1,1' },
    { bounds: '-90.1,0,1,1' },
    { bounds: '0,0,90.1,1' },
    { bounds: '0,-180.1,1,1' },
    { bounds: '0,0,1,180.1' },
    { bounds: '0,0,1,1e999' },
    { near: '' },
    { near: '1,2' },
    { near: '1,2,3,4' },
    { near: '91,2,3' },
    { near: '1,181,3' },
    { near: '1,2,0' },
    { near: '1,2,-3' },
    { near: '1,2,1e999' },
    { near: '1,2,Infinity' },
    { page_size: 0 },
    { page_size: -1 },
    { page_size: 'x' as unknown as number },
    { page_token: 'x' },
    { q: 'x'.repeat(201) },
  ] as Query[]) {
    const { status, body } = await ask(mapId, query);
    t.equal(status, 400, JSON.stringify(query));
    t.equal(body.error.code, 'BAD_REQUEST');
  }
  t.equal((await ask(mapId, { bounds: ' 1, 2, 3.5e0 ,.4e1 ' })).status, 200);
  t.equal((await ask(mapId, { q: 'x'.repeat(200) })).status, 200);
});

t.test('another account’s map is 404 before the query is judged', async (t) => {
  const mapId = await newMap();
  const stranger = await service.client({ email: 'stranger@example.com' });
  t.equal((await ask(mapId, { bounds: 'x' }, stranger)).status, 404);
  t.equal((await ask(999_999, { bounds: 'x' })).status, 404);
});

t.test('borders belong to a box, and the meridians 180 and -180 are one', async (t) => {
  const mapId = await newMap();
  const rows = await insert(mapId, [
    { lat: 10, lng: 180 },
    { lat: 10, lng: -180 },
    { lat: 10, lng: 179.9999999 },
    { lat: 10, lng: 170 },
    { lat: 10, lng: -170 },
    { lat: 90, lng: 77 },
    { lat: -90, lng: -77 },
    { lat: 0, lng: 0 },
  ]);
  const found = async (bounds: string) => (await idsOf(mapId, { bounds })).map((id) => id - rows[0]!.id);
  t.same(await found('10,170,10,180'), [0, 1, 2, 3]);
  t.same(await found('10,-180,10,-170'), [0, 1, 4]);
  t.same(await found('0,170,20,-170'), [0, 1, 2, 3, 4], 'across the antimeridian');
  t.same(await found('0,180,20,-180'), [0, 1]);
  t.same(await found('0,180,20,180'), [0, 1]);
  t.same(await found('0,-180,20,-180'), [0, 1]);
  t.same(await found('0,179.99999,20,179.99999999'), [2], 'what rounds to 180 has its cell');
  t.same(await found('-90,-180,90,180'), [0, 1, 2, 3, 4, 5, 6, 7]);
  t.same(await found('0,1,0,-1'), [], 'the long way around leaves the short one out');
  t.same(await found('90,0,90,180'), [5], 'a box is one of coordinates, at a pole too');
});

t.test('a circle reaches across poles and the antimeridian', async (t) => {
  const mapId = await newMap();
  const rows = await insert(mapId, [
    { lat: 90, lng: 12 },
    { lat: 89.99, lng: -168 },
    { lat: 0, lng: 180 },
    { lat: 0, lng: -179.99 },
    { lat: 0, lng: 179.99 },
    { lat: -90, lng: 0 },
  ]);
  const found = async (near: string) => (await idsOf(mapId, { near })).map((id) => id - rows[0]!.id);
  t.same(await found('90,-99,0.000001'), [0], 'at a pole every longitude is the same point');
  t.same(await found('89.995,12,2'), [0, 1]);
  t.same(await found('0,-180,0.000001'), [2]);
  t.same(await found('0,180,1.2'), [2, 3, 4]);
  t.same(await found('0,-179.99,2.3'), [2, 3, 4]);
  t.same(await found('0,0,20020'), [0, 1, 2, 3, 4, 5], 'everything is within half the equator');
  // A degree of a meridian is 111.19508 km.
  t.same(await found('1,180,111.196'), [2]);
  t.same(await found('1,180,111.194'), []);
});

t.test('coordinates too small to be squared are where 0 is', async (t) => {
  const mapId = await newMap();
  const rows = await insert(mapId, [
    { lat: 5e-324, lng: -5e-324 },
    { lat: 1e-160, lng: 1e-300 },
    { lat: -1e-99, lng: 1e-101 },
    { lat: 1, lng: 1e-160 },
  ]);
  const ids = rows.map(({ id }) => id);
  for (const degrees of ['0,0', '1e-160,-1e-160', '-5e-324,5e-324', '1e-99,-1e-101'])
    t.same(await idsOf(mapId, { near: `${degrees},0.001` }), ids.slice(0, 3), degrees);
  t.same(await idsOf(mapId, { near: '1,-1e-160,200' }), ids);
});

/** `SEARCH_RUNS=10000` for a long round. */
const RUNS = Number(process.env.SEARCH_RUNS ?? 300);
t.setTimeout(3_600_000);

const WORDS = [
  'Café',
  'ZÜRICH',
  'a%b',
  'x_y',
  'C:\\dir',
  '"q"',
  '__proto__',
  '東京',
  'ЖУК',
  'Plain',
  "O'Neil",
  '🗺',
];
const CATEGORIES = ['Shops', 'shops', 'Größe', '__proto__', '%'];

t.test('random combinations of filters find what brute force finds', async () => {
  const mapId = await newMap();
  const other = await newMap();
  const random = fc.sample(
    fc.record({
      name: fc.constantFrom(...WORDS),
      lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.integer({ min: -90, max: 90 })),
      lng: fc.oneof(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.constantFrom(-180, 180, 0, 170, -170),
      ),
      city: fc.option(fc.constantFrom(...WORDS)),
      category: fc.option(fc.constantFrom(...CATEGORIES)),
      custom_fields: fc.option(
        fc
          .tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS))
          .map(([key, value]) => ({ [key]: value })),
      ),
      expires_at: fc.constantFrom(null, null, null, '2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'),
    }),
    { numRuns: runs(1200, 6000), seed: 7 },
  );
  const rows = await insert(mapId, random);
  await insert(other, random.slice(0, 500));

  const RADIANS = Math.PI / 180;
  const kmBetween = (a: { lat: number; lng: number }, b: { lat: number; lng: number }): number => {
    // Distance by chords: another way than the service's haversine.
    const point = ({ lat, lng }: { lat: number; lng: number }) => [
      Math.cos(lat * RADIANS) * Math.cos(lng * RADIANS),
      Math.cos(lat * RADIANS) * Math.sin(lng * RADIANS),
      Math.sin(lat * RADIANS),
    ];
    const [p, q] = [point(a), point(b)];
    return 2 * 6371.0088 * Math.asin(Math.min(1, Math.hypot(...p.map((x, i) => x - q[i]!)) / 2));
  };
  interface Filters {
    q: string | null;
    category: string | null;
    box: { south: number; west: number; north: number; east: number } | null;
    circle: { lat: number; lng: number; radiusKm: number } | null;
  }
  const matching = ({ q, category, box, circle }: Filters): Row[] =>
    rows.filter((row) => {
      if (row.expires_at?.startsWith('2020')) return false;
      if (category !== null && row.category !== category) return false;
      const texts = [row.name, row.city, row.category, ...Object.values(row.custom_fields ?? {})];
      if (q !== null && !texts.some((text) => text?.toLowerCase().includes(q.toLowerCase()))) return false;
      if (box) {
        const lngs = Math.abs(row.lng) === 180 ? [180, -180] : [row.lng];
        const { west, east } = box;
        const inside = (x: number) => (west > east ? x >= west || x <= east : x >= west && x <= east);
        if (row.lat < box.south || row.lat > box.north || !lngs.some(inside)) return false;
      }
      return !circle || kmBetween(row, circle) <= circle.radiusKm;
    });

  const lat = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0));
  const lng = fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(-180, 180, 170, -170),
  );
  const filters: fc.Arbitrary<Filters> = fc.record({
    q: fc.option(
      fc.constantFrom('a', 'é', 'zür', '%', '_', '\\', '"', "'", '__PROTO__', '京', 'жу', 'shops', '🗺'),
    ),
    category: fc.option(fc.constantFrom(...CATEGORIES, 'none')),
    box: fc.option(
      fc.tuple(lat, lat, lng, lng).map(([a, b, west, east]) => ({
        south: Math.min(a, b),
        north: Math.max(a, b),
        west,
        east,
      })),
    ),
    circle: fc.option(fc.record({ lat, lng, radiusKm: fc.double({ min: 0.001, max: 20_100, noNaN: true }) })),
  });
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 300, max: 1500 }), async (each, page_size) => {
      const { q, category, box, circle } = each;
      const found = await idsOf(mapId, {
        ...(q !== null && { q }),
        ...(category !== null && { category }),
        ...(box && { bounds: `${box.south},${box.west},${box.north},${box.east}` }),
        ...(circle && { near: `${circle.lat},${circle.lng},${circle.radiusKm}` }),
        page_size,
      });
      return isDeepStrictEqual(found, idsIn(matching(each)));
    }),
    { numRuns: RUNS },
  );
});

t.test(
  'a map that is walked in several steps, or whose rows lie behind many others, is searched to its end',
  async (t) => {
    const mapId = await newMap();
    // Ids of other maps lie between, and a long gap.
    const [first] = await sql<[{ first: number }]>`SELECT ${lastId} + 1 AS first`;
    await sql`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, category)
    SELECT ${mapId}, ${lastId} + 3 * n + CASE WHEN n > 40000 THEN 10000000 ELSE 0 END, 'P' || n, 'pin', 10, 10,
      ${cellOf(10, 10)}, CASE WHEN n % 29000 = 0 THEN 'rare' END
    FROM generate_series(1, 90000) n`;
    lastId += 20_000_000;
    const at = (n: number): number => first.first - 1 + 3 * n + (n > 40_000 ? 10_000_000 : 0);
    t.same(await idsOf(mapId, { category: 'rare' }), [29_000, 58_000, 87_000].map(at));
    t.same(await idsOf(mapId, { category: 'rare', page_size: 1 }), [29_000, 58_000, 87_000].map(at));
    t.same(await idsOf(mapId, { q: 'p89999', bounds: '9,9,11,11' }), [at(89_999)]);
    t.same(await idsOf(mapId, { q: 'p89999', near: '10,10,1' }), [at(89_999)]);
    t.same(await idsOf(mapId, { q: 'p89999', bounds: '9,9,10.5,9.9' }), []);
  },
);

t.test('paging through writes of others returns nothing twice and skips nothing that stays', async (t) => {
  const mapId = await newMap();
  const staying = await insert(
    mapId,
    Array.from({ length: 300 }, (_, i) => ({ name: `stay ${i}`, lat: 1, lng: i / 2 })),
  );
  const leaving = await insert(
    mapId,
    Array.from({ length: 300 }, (_, i) => ({ name: `leave ${i}`, lat: 1, lng: i / 2 })),
  );
  const middle = await insert(
    mapId,
    Array.from({ length: 100 }, (_, i) => ({ name: `stay too ${i}`, lat: 1, lng: i / 2 })),
  );
  for (const filter of [{ q: 'a' }, { bounds: '0,-10,2,180' }] as Query[]) {
    const seen: number[] = [];
    let page_token: string | undefined;
    do {
      const { body } = await ask(mapId, { ...filter, page_size: 50, ...(page_token && { page_token }) });
      seen.push(...idsIn(body.data));
      page_token = body.page_info.next_page_token ?? undefined;
      const gone = leaving.splice(0, 10);
      await Promise.all([
        ...gone.map(({ id }) => call('DELETE', `/maps/${mapId}/markers/${id}`)),
        insert(mapId, [{ name: 'a new one', lat: 1, lng: 3 }]),
      ]);
    } while (page_token !== undefined && seen.length < 2000);
    t.equal(new Set(seen).size, seen.length);
    t.same(
      idsIn([...staying, ...middle]).filter((id) => !seen.includes(id)),
      [],
    );
    t.same(
      seen,
      seen.toSorted((a, b) => a - b),
    );
  }
});

t.test('a token is of one account, map and filter; page_size may change', async (t) => {
  const [mapId, other] = [await newMap(), await newMap()];
  await insert(mapId, [{}, {}, {}]);
  await insert(other, [{}, {}, {}]);
  const query = { q: 'p', bounds: '-1,-1,1,1', page_size: 1 };
  const page_token = (await ask(mapId, query)).body.page_info.next_page_token;
  t.type(page_token, 'string');
  t.equal((await ask(mapId, { ...query, page_token })).status, 200);
  t.equal((await ask(mapId, { ...query, page_token, page_size: 5 })).body.data.length, 2);
  for (const changed of [
    { q: 'P' },
    { category: '' },
    { bounds: '-1,-1,1,1.0' },
    { near: '0,0,1' },
    { page_token: `${page_token}A` },
  ]) {
    t.equal((await ask(mapId, { ...query, page_token, ...changed })).status, 400, JSON.stringify(changed));
  }
  t.equal((await ask(other, { ...query, page_token })).status, 400);
  t.equal((await call('GET', `/maps/${mapId}/markers?page_token=${page_token}`)).status, 400);
  const email = 'heir@example.com';
  const heir = await service.client({ email, superuser: true });
  const own = (await heir('POST', '/maps', { name: 'Mine' })).body.id;
  t.equal((await ask(own, { ...query, page_token }, heir)).status, 400);
});
