import fc from 'fast-check';
import t from 'tap';
import { cellOf } from '../../src/geo/cell.js';
import { SORTS } from '../../src/schema/marker-filters.js';
import { advanceSearchIndex } from '../../src/store/search-index.js';
import { asOwner, sharedTestApp } from '../support/app.js';

const { sql, call } = await asOwner(await sharedTestApp(t));

interface Row {
  id: number;
  name: string;
  type: string;
  lat: number;
  category: string | null;
  custom_fields: Record<string, string> | null;
  created_at: string;
  updated_at: string | null;
}

let lastId = 1_000_000;
async function newMap(rows: readonly Partial<Row>[]): Promise<{ mapId: number; rows: Row[] }> {
  const mapId: number = (await call('POST', '/maps', { name: 'Lists' })).body.id;
  const whole = rows.map((row): Row => {
    const made = { id: ++lastId, name: 'M', type: 'pin', lat: 1, category: null, custom_fields: null };
    return { ...made, created_at: '2026-01-01T00:00:00.000001Z', updated_at: null, ...row };
  });
  const stored = whole.map((row) => ({ ...row, map_id: mapId, lng: 1, cell: cellOf(row.lat, 1) }));
  await sql`INSERT INTO markers SELECT * FROM json_populate_recordset(NULL::markers, ${JSON.stringify(stored)}::text::json)`;
  return { mapId, rows: whole };
}

type Query = Record<string, string | number>;
const ask = (path: string, query: Query) =>
  call('GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`);

/** Ids by pages. @param between is called after each page */
async function pagesOf(
  path: string,
  query: Query,
  between: () => Promise<unknown> = async () => null,
): Promise<number[][]> {
  const pages: number[][] = [];
  for (let token: string | null = null; ; ) {
    const { status, body } = await ask(path, token === null ? query : { ...query, page_token: token });
    if (status !== 200) throw new Error(JSON.stringify(body));
    pages.push(body.data.map(({ id }: Row) => id));
    token = body.page_info.next_page_token;
    if (token === null) return pages;
    await between();
  }
}

const bytes = (text: string): Buffer => Buffer.from(text);
const changeOf = ({ updated_at, created_at }: Row): string => updated_at ?? created_at;
/** Ids in the order of a sort. */
function sorted(rows: readonly Row[], sort: string): number[] {
  const keyOf = (row: Row): Buffer => {
    if (sort.endsWith('id')) return bytes('');
    return bytes(sort.endsWith('name') ? row.name.trim().slice(0, 200).toLowerCase() : changeOf(row));
  };
  const ascending = [...rows].sort((a, b) => Buffer.compare(keyOf(a), keyOf(b)) || a.id - b.id);
  return (sort.startsWith('-') ? ascending.reverse() : ascending).map(({ id }) => id);
}

const row = fc.record({
  name: fc.constantFrom('a', 'B', 'b', 'ä', '\uffee', '𐐨', 'long '.repeat(60), ' b '),
  type: fc.constantFrom('pin', 'us_zip'),
  lat: fc.constantFrom(1, 2),
  category: fc.constantFrom(null, 'C'),
  custom_fields: fc.constantFrom(
    null,
    { Phone: '5' },
    { Phone: '5', 'a=b&c': 'd e' },
    { Phone: '' },
    { Phone: 'x'.repeat(9000) },
  ),
  updated_at: fc.constantFrom(null, '2026-02-01T00:00:00.000001Z', '2026-02-01T00:00:00.000002Z'),
});
const query = fc.record(
  {
    sort: fc.constantFrom(...SORTS),
    type: fc.constantFrom('pin', 'us_zip'),
    updated_since: fc.constantFrom(
      '2026-01-01T00:00:00Z',
      '2026-02-01T01:00:00+01:00',
      '2027-01-01T00:00:00Z',
    ),
    'field:Phone': fc.constantFrom('5', ''),
    'field:a=b&c': fc.constantFrom('d e', 'D E'),
    category: fc.constant('C'),
    near: fc.constant('1,1,5'),
    page_size: fc.constantFrom(1, 3, 100),
  },
  { requiredKeys: ['sort', 'page_size'] },
);

t.test('each list has the markers that match, in its order, each once', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 8 }),
      query,
      fc.boolean(),
      async (given, asked, isIndexed) => {
        const { mapId, rows } = await newMap(given);
        if (isIndexed) while (await advanceSearchIndex(sql, mapId, 5000));
        const { category, near, ...common } = asked;
        const matching = rows.filter(
          (each) =>
            (asked.type ?? each.type) === each.type &&
            (asked.updated_since === undefined ||
              Date.parse(changeOf(each)) >= Date.parse(asked.updated_since)) &&
            (['Phone', 'a=b&c'] as const).every(
              (name) =>
                (asked[`field:${name}`] ?? each.custom_fields?.[name] ?? '') ===
                (each.custom_fields?.[name] ?? ''),
            ),
        );
        const is = async (path: string, by: Query, expected: readonly Row[]): Promise<void> => {
          const found = (await pagesOf(`/maps/${mapId}/markers${path}`, by)).flat();
          const wanted = sorted(expected, asked.sort);
          if (found.join() !== wanted.join())
            throw new Error(`${path} ${JSON.stringify(by)}: ${found} instead of ${wanted}`);
        };
        await is('', common, matching);
        const atSearch = matching.filter(
          (each) => (category ?? each.category) === each.category && (near === undefined || each.lat === 1),
        );
        await is('/search', asked, atSearch);
        const some = matching.filter((_, i) => i % 2 === 0);
        if (some.length > 0)
          await is('', { ...common, ids: [...some, ...some, { id: 1 }].map(({ id }) => id).join() }, some);
      },
    ),
    { numRuns: 60 },
  );
  t.pass();
});

t.test('markers that nobody changes come once, in every order, while others write', async (t) => {
  for (const sort of SORTS) {
    const { mapId, rows } = await newMap(Array.from({ length: 24 }, (_, i) => ({ name: `n${i % 5}` })));
    const markers = `/maps/${mapId}/markers`;
    const busy = new Set(rows.filter((_, i) => i % 4 === 0).map(({ id }) => id));
    const left = [...busy];
    const write = async (): Promise<void> => {
      await call('POST', markers, { name: 'n2', lat: 1, lng: 1 });
      await call('PATCH', `${markers}/${left.shift() ?? 1}`, { name: `n${left.length % 7}x` });
      await call('DELETE', `${markers}/${left.pop() ?? 1}`);
    };
    const found = (await pagesOf(markers, { sort, page_size: 5 }, write)).flat();
    const quiet = rows.filter(({ id }) => !busy.has(id));
    const ofOld = found.filter((id) => quiet.some((each) => each.id === id));
    t.same(ofOld, sorted(quiet, sort), sort);
  }
});

t.test('a marker that goes while its page is made ends the page, which leads on', async (t) => {
  const { mapId, rows } = await newMap([{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }]);
  const markers = `/maps/${mapId}/markers`;
  const found = await pagesOf(markers, { sort: 'name', page_size: 2 }, () =>
    call('DELETE', `${markers}/${rows[2]!.id}`),
  );
  t.same(found, [[rows[0]!.id, rows[1]!.id], [rows[3]!.id]]);
});

t.test('a token belongs to its filters and its order', async (t) => {
  const { mapId } = await newMap([{}, {}, {}]);
  const markers = `/maps/${mapId}/markers`;
  const tokenOf = async (by: Query) =>
    (await ask(markers, { ...by, page_size: 1 })).body.page_info.next_page_token;
  const queries: Query[] = [
    {},
    { sort: 'name' },
    { sort: '-name' },
    { type: 'pin' },
    { 'field:X': '' },
    { 'field:Y': '' },
  ];
  for (const issued of queries) {
    const page_token = await tokenOf(issued);
    for (const by of queries)
      t.equal(
        (await ask(markers, { ...by, page_token })).status,
        by === issued ? 200 : 400,
        JSON.stringify([issued, by]),
      );
    t.equal(
      (await ask(`${markers}/search`, { ...issued, page_token })).status,
      400,
      'it is of the other list',
    );
  }
});

t.test('what a filter must not be is 400, and names it', async (t) => {
  const { mapId } = await newMap([{}]);
  const markers = `/maps/${mapId}/markers`;
  const fields = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`field:${i}`, 'x']));
  const refused: [Query, RegExp][] = [
    [{ sort: 'lat' }, /sort/],
    [{ type: 'PIN' }, /type/],
    [{ updated_since: 'yesterday' }, /updated_since/],
    [{ updated_since: '2026-02-30T00:00:00Z' }, /updated_since/],
    [{ ids: '1,,2' }, /ids/],
    [{ ids: '' }, /ids/],
    [{ ids: Array.from({ length: 1001 }, (_, i) => i + 1).join() }, /at most 1000 ids/],
    [fields, /at most 10 custom fields/],
  ];
  for (const path of [markers, `${markers}/search`])
    for (const [by, message] of refused) {
      const { status, body } = await ask(path, by);
      t.equal(status, 400, JSON.stringify(by).slice(0, 50));
      t.match(body.error.message, message);
    }
  t.equal((await call('GET', `${markers}?field:A=1&field:A=2`)).status, 400, 'a field twice');
  t.equal(
    (await ask(markers, { 'field:': 'x' })).headers.get('x-ignored-params'),
    'field%3A',
    'a field without a name',
  );
});
