import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { SearchIndexer } from '../../src/background/search-index/indexer.js';
import { cellOf } from '../../src/geo/cell.js';
import { sqlState } from '../../src/store/client.js';
import { EVERY_MARKER, type MarkerFilter } from '../../src/store/marker-filter.js';
import type { InTurn } from '../../src/store/marker-pages.js';
import { pruneChanges } from '../../src/store/nearby.js';
import { searchMarkers } from '../../src/store/search.js';
import { advanceSearchIndex } from '../../src/store/search-index.js';
import { deleteMarkers, updateMarkers } from '../support/change-markers.js';
import { createOwner } from '../support/owner.js';
import { parseMarker } from '../support/parse-marker.js';
import { runs } from '../support/runs.js';

const { sql, createMap } = await createOwner(t);

const inTurn: InTurn = (step) => step(sql);
const FILTER = EVERY_MARKER;
const OPENING_BRACE = 0x7b;
const find = async (mapId: number, text: string): Promise<number[]> => {
  const page = { afterId: 0, limit: 1001, signal: AbortSignal.timeout(30_000) };
  return (await searchMarkers(inTurn, mapId, { ...FILTER, text }, page, () => {})).map(
    // A long one is its id and its bytes.
    (marker) => (marker[0] === OPENING_BRACE ? parseMarker(marker).id : Number.parseInt(String(marker), 10)),
  );
};
interface Asked {
  category?: string;
  /** Lower case. */
  text?: string;
  afterId?: number;
  most?: number;
}
const ask = async (mapId: number, { category, text, afterId = 0, most = 20_000 }: Asked) => {
  const [row] = await sql<[{ ids: number[] | null; reached: number | null }]>`
    SELECT to_json(ids) AS ids, reached
    FROM search_candidates(${mapId}, ${afterId}, ${category ?? null}, lower(${text ?? null}::text), ${most})`;
  return row;
};
/** Answer of the index; null when it cannot be used. */
const candidates = async (mapId: number, text: string): Promise<number[] | null> => {
  const { ids, reached } = await ask(mapId, { text });
  return reached === null ? ids : null;
};
const index = async (mapId: number, rows = 5000): Promise<void> => {
  while (await advanceSearchIndex(sql, mapId, rows));
};

let nextId = 1;
/** Rows and the note about them in one transaction, as imports and creates write them. */
async function insert(mapId: number, names: readonly string[], customFields: string | null = null) {
  const first = nextId;
  nextId += names.length;
  await sql`
    WITH noted AS MATERIALIZED (SELECT note_marker(${mapId}, n) FROM generate_series(${first}::bigint, ${nextId - 1}::bigint) n)
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, custom_fields)
    SELECT ${mapId}, ${first} - 1 + n, name, 'pin', 0, 0, ${cellOf(0, 0)}, ${customFields}::text::json
    FROM json_array_elements_text(${JSON.stringify(names)}::text::json) WITH ORDINALITY v (name, n), (SELECT count(*) FROM noted) c`;
  return Array.from(names, (_, i) => first + i);
}
const names = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, i) => `${name} ${i}`);

t.test('a map without an index has no candidates', async (t) => {
  t.equal(await candidates(await createMap(), 'harbour'), null);
});

t.test('the index finds names, and values of fields, in any case', async (t) => {
  const mapId = await createMap();
  await insert(mapId, names(1000, 'Place'));
  const [harbour] = await insert(mapId, ['Old HARBOUR']);
  const [field] = await insert(mapId, ['x'], '{"Harbour":"no","Note":"Größe: \\"Harbourside\\""}');
  await insert(await createMap(), ['Harbour of another map']);
  await index(mapId, 300);
  t.same(await candidates(mapId, 'harbour'), [harbour, field]);
  t.same(await candidates(mapId, 'größe: "HARBOUR'), [field]);
  t.same(await candidates(mapId, 'nowhere'), []);
  t.same(await find(mapId, 'harbour'), [harbour, field]);
});

t.test('the index finds a category exactly as it is written, with or without a text', async (t) => {
  const mapId = await createMap();
  const ids = await insert(mapId, names(1000, 'Place'));
  await updateMarkers(
    sql,
    mapId,
    sql`category = CASE WHEN id % 100 = 7 THEN 'Hub' WHEN id % 100 = 8 THEN 'hub' ELSE 'É' END`,
    sql`id > ${ids[0]! + 299}`,
  );
  await index(mapId);
  const numbersIn = async (asked: Asked) => (await ask(mapId, asked)).ids!.map((id) => id - ids[0]!);
  const all = Array.from({ length: 1000 }, (_, i) => i);
  const hubs = all.filter((i) => i > 299 && ids[i]! % 100 === 7);
  t.same(await numbersIn({ category: 'Hub' }), hubs);
  t.equal((await numbersIn({ category: 'hub' })).length, 7);
  t.same(await numbersIn({ category: 'HUB' }), []);
  t.same(await ask(mapId, { category: 'Hub', most: 3 }), {
    ids: hubs.slice(0, 3).map((i) => ids[i]),
    reached: ids[hubs[2]!],
  });
  t.same(await numbersIn({ category: 'Hub', afterId: ids[hubs[4]!]! }), hubs.slice(5));
  t.same(
    await numbersIn({ category: 'É', text: 'place 99' }),
    [99, ...all.slice(990)].filter((i) => i > 299 && ![7, 8].includes(ids[i]! % 100)),
  );
  const search = async (filter: Partial<MarkerFilter>): Promise<string[]> => {
    const page = { afterId: 0, limit: 1001, signal: AbortSignal.timeout(30_000) };
    const found = await searchMarkers(inTurn, mapId, { ...FILTER, ...filter }, page, () => {});
    return found.map((json) => parseMarker(json).category!);
  };
  t.same(await search({ category: 'Hub' }), Array(7).fill('Hub'));
  const [moved] = await updateMarkers(sql, mapId, sql`category = 'Hub'`, sql`id = ${ids[999]!}`);
  await updateMarkers(sql, mapId, sql`category = NULL`, sql`category = 'Hub' AND id <> ${moved!}`);
  t.same(await search({ category: 'Hub' }), ['Hub'], 'what changed since is read again');
  t.same(await search({ category: 'Hub', text: 'nowhere' }), []);
});

t.test('a category that is longer than what an index takes is indexed, and found', async (t) => {
  const mapId = await createMap();
  const ids = await insert(mapId, names(300, 'Place'));
  const long = Array.from({ length: 30_000 }, (_, i) =>
    String.fromCharCode(0x4e00 + ((i * 7919) % 20_000)),
  ).join('');
  await updateMarkers(sql, mapId, sql`category = ${long}`, sql`id = ${ids[299]!}`);
  await index(mapId);
  t.same((await ask(mapId, { category: long })).ids, [ids[299]]);
  const page = { afterId: 0, limit: 1001, signal: AbortSignal.timeout(30_000) };
  t.equal((await searchMarkers(inTurn, mapId, { ...FILTER, category: long }, page, () => {})).length, 1);
});

t.test('what was written after the index is found at once, and what was deleted is not', async (t) => {
  const mapId = await createMap();
  await insert(mapId, names(500, 'Place'));
  const [kept, renamed, deleted] = await insert(mapId, ['harbour a', 'harbour b', 'harbour c']);
  await index(mapId);
  const [added] = await insert(mapId, ['harbour d']);
  await updateMarkers(sql, mapId, sql`name = 'harbour e'`, sql`id = 7`);
  await updateMarkers(sql, mapId, sql`name = 'inland'`, sql`id = ${renamed!}`);
  await deleteMarkers(sql, mapId, sql`id = ${deleted!}`);
  const other = await updateMarkers(
    sql,
    mapId,
    sql`name = 'harbour f'`,
    sql`id = (SELECT min(id) FROM markers WHERE map_id = ${mapId})`,
  );
  const expected = [other[0]!, kept!, added!].sort((a, b) => a - b);
  t.same(await find(mapId, 'harbour'), expected);
  await index(mapId);
  t.same(await candidates(mapId, 'harbour'), expected, 'and the index itself follows');
  t.same(await candidates(mapId, 'inland'), [renamed]);
});

t.test('changes that are forgotten before the index has them are not lost', async (t) => {
  const mapId = await createMap();
  await insert(mapId, names(300, 'Place'));
  await index(mapId);
  const [added] = await insert(mapId, ['harbour']);
  await pruneChanges(sql, -1000);
  t.same(await sql`SELECT FROM nearby_changes`, []);
  t.same(await candidates(mapId, 'harbour'), [added]);
  await index(mapId);
  t.same(await sql`SELECT FROM search_indexes WHERE map_id = ${mapId} AND NOT isempty(stale)`, []);
  t.same(await candidates(mapId, 'harbour'), [added]);
});

t.test('an index that is half made, or far behind, is not used', async (t) => {
  const mapId = await createMap();
  await insert(mapId, names(1000, 'Place'));
  const [last] = await insert(mapId, ['harbour']);
  t.equal(await advanceSearchIndex(sql, mapId, 500), true);
  t.equal(await candidates(mapId, 'harbour'), null);
  t.same(await find(mapId, 'harbour'), [last]);
  await index(mapId);
  await sql`INSERT INTO nearby_changes (map_id) VALUES (${mapId})`; // anything may have changed
  t.equal(await candidates(mapId, 'harbour'), null);
  t.same(await find(mapId, 'harbour'), [last]);
  await index(mapId, 400);
  t.same(await candidates(mapId, 'harbour'), [last]);
  const [count] = await sql<[{ n: number }]>`SELECT count(*) AS n FROM search_texts WHERE map_id = ${mapId}`;
  t.equal(count.n, 1001, 'texts are replaced, not added');
});

t.test('a search beside writers and an indexer finds everything that was there before it', async (t) => {
  const mapId = await createMap();
  await insert(mapId, names(2000, 'Place'));
  await index(mapId);
  const written: number[] = [];
  // A search tells no more than 1,000.
  const isWriting = () => written.length < 900;
  const write = async (): Promise<void> => {
    while (isWriting()) written.push(...(await insert(mapId, ['harbour', 'harbour too'])));
  };
  const tidy = async (): Promise<void> => {
    while (isWriting()) {
      await index(mapId);
      await pruneChanges(sql, -1000);
    }
  };
  const search = async (): Promise<void> => {
    while (isWriting()) {
      const before = [...written];
      const found = new Set(await find(mapId, 'harbour'));
      const missing = before.filter((id) => !found.has(id));
      if (missing.length > 0) t.same(missing, []);
    }
  };
  await Promise.all([write(), write(), tidy(), search(), search()]);
  await index(mapId);
  t.same(
    await candidates(mapId, 'harbour'),
    written.toSorted((a, b) => a - b),
  );
});

t.test('whatever is looked for, the index leaves nothing out', async () => {
  const mapId = await createMap();
  const pieces = [
    'Harbour',
    'ЖУК',
    '東京',
    'a%b',
    'x_y',
    'C:\\dir',
    '"q"',
    '__proto__',
    'Größe',
    ' ',
    '-',
    '🗺',
    '1234',
  ];
  const phrase = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
    .map((words) => words.join(''));
  const all = fc.sample(phrase, { numRuns: runs(600, 3000), seed: 3 });
  await insert(mapId, Array<string>(300).fill('fill')); // a sample without matches, so that the index is asked
  const ids = await insert(mapId, all);
  await index(mapId);
  await fc.assert(
    fc.asyncProperty(phrase, async (text) => {
      const expected = ids
        .filter((_, i) => all[i]!.toLowerCase().includes(text.toLowerCase()))
        .slice(0, 1001);
      return isDeepStrictEqual(await find(mapId, text), expected);
    }),
    { numRuns: 150 },
  );
});

t.test('what keeps a map from being indexed is reported, and the next map is indexed', async (t) => {
  const failing = await createMap();
  const next = await createMap();
  const [harbour] = await insert(next, ['harbour']);
  await sql.unsafe(`ALTER TABLE search_indexes ADD CHECK (map_id <> ${failing})`);
  const reports: unknown[] = [];
  const indexer = new SearchIndexer(sql, (error, mapId) => reports.push([sqlState(error), mapId]));
  indexer.request(1, failing);
  indexer.request(1, next);
  while ((await candidates(next, 'harbour')) === null) await delay(10);
  t.same(await candidates(next, 'harbour'), [harbour]);
  t.same(reports, [['23514', failing]]);
});

t.test('texts of any length and script are found by the index', async (t) => {
  const mapId = await createMap();
  await insert(mapId, Array<string>(300).fill('fill'));
  const ids = await insert(mapId, ['中文', 'Åß', 'Zx', '東', "d'Or", 'C:\\dir', 'a\u0001b', 'Straße 9', '🗺️']);
  await index(mapId);
  for (const [at, texts] of [
    ['中文', '中', '文'],
    ['åß', 'Å', 'ß'],
    ['zX', 'z', 'x'],
    ['東'],
    ["D'", "'", "'O", "d'or"],
    ['\\', ':\\', '\\D', 'c:\\DIR'],
    ['\u0001', 'a\u0001B'],
    ['9', ' 9', 'SSE'.replace('SS', 'ß')],
    ['🗺', '🗺️'],
  ].entries()) {
    for (const text of texts) {
      const expected = text === 'ß' ? [ids[1], ids[7]] : [ids[at]];
      t.same(await candidates(mapId, text), expected, text);
      t.same(await find(mapId, text), expected, text);
    }
  }
  t.same(await candidates(mapId, 'qq'), []);
  t.same(await candidates(mapId, 'ill f'), [], 'all grams are those of one text, in another order');
});

t.test('a map of several parts is searched part by part, as far as a page takes it', async (t) => {
  const mapId = await createMap();
  const full = () => sql`UPDATE search_indexes SET last_rows = 65536 WHERE map_id = ${mapId}`;
  const harbours: number[] = [];
  for (let part = 0; part < 4; part++) {
    await insert(mapId, names(400, 'Place'));
    harbours.push((await insert(mapId, ['harbour']))[0]!);
    await index(mapId);
    await full();
  }
  const [row] = await sql<[{ parts: number; used: number }]>`
    SELECT cardinality(parts) AS parts, (SELECT count(DISTINCT t.part) FROM search_texts t WHERE t.map_id = ${mapId}) AS used
    FROM search_indexes WHERE map_id = ${mapId}`;
  t.same(row, { parts: 4, used: 4 });
  t.same(await candidates(mapId, 'harbour'), harbours);
  t.same(await ask(mapId, { text: 'harbour', most: 2 }), {
    ids: harbours.slice(0, 2),
    reached: harbours[1],
  });
  t.same((await ask(mapId, { text: 'harbour', afterId: harbours[1]! })).ids, harbours.slice(2));
  await updateMarkers(sql, mapId, sql`name = 'harbour too'`, sql`id = ${harbours[1]! + 5}`);
  await index(mapId);
  t.same(await find(mapId, 'harbour'), [...harbours.slice(0, 2), harbours[1]! + 5, ...harbours.slice(2)]);
});

t.test('a map whose parts are of markers that are no more is indexed anew', async (t) => {
  const mapId = await createMap();
  const ids = await insert(mapId, names(400, 'Place'));
  await index(mapId);
  for (let part = 0; part < 17; part++) {
    await sql`UPDATE search_indexes SET last_rows = 65536 WHERE map_id = ${mapId}`;
    await deleteMarkers(sql, mapId, sql`id = ${ids[part]!}`);
    await insert(mapId, ['harbour']);
    await index(mapId);
  }
  const [row] = await sql<[{ parts: number }]>`
    SELECT cardinality(parts) AS parts FROM search_indexes WHERE map_id = ${mapId}`;
  t.ok(row.parts < 17);
  t.equal((await candidates(mapId, 'harbour'))!.length, 17);
});

t.test('a text over 10,000 characters is not indexed, and found', async (t) => {
  const mapId = await createMap();
  await insert(mapId, names(300, 'Place'));
  const [at, over] = await insert(mapId, [`${'ab '.repeat(3332)}end!`, `${'ab '.repeat(3332)}the end`]);
  await index(mapId);
  t.same(await sql`SELECT marker_id::int AS id FROM search_texts WHERE map_id = ${mapId} AND text IS NULL`, [
    { id: over },
  ]);
  t.same(await candidates(mapId, 'end'), [at, over]);
  t.same(await candidates(mapId, 'nowhere'), [over], 'it may contain anything');
  t.same(await find(mapId, 'ab end'), [at]);
  t.same(await find(mapId, 'the end'), [over]);
});

t.test('the part of a map that is indexed is searched by the index, and the rest is walked', async (t) => {
  const mapId = await createMap();
  await insert(mapId, names(1000, 'Place'));
  const [first] = await insert(mapId, ['harbour']);
  await insert(mapId, names(1000, 'Place'));
  const [last] = await insert(mapId, ['harbour']);
  await advanceSearchIndex(sql, mapId, 1500);
  t.same(await ask(mapId, { text: 'harbour' }), { ids: [first], reached: last! - 502 });
  t.same(await ask(mapId, { text: 'harbour', afterId: last! - 502 }), { ids: null, reached: null });
  t.same(await find(mapId, 'harbour'), [first, last]);
});

t.test(
  'accounts are indexed in turn: many maps of one, or a large one, do not make another’s wait',
  async (t) => {
    const large = await createMap();
    await insert(large, names(4000, 'Place'));
    const more = [await createMap(), await createMap(), await createMap()];
    const other = await createMap();
    for (const mapId of [...more, other]) await insert(mapId, ['harbour']);
    const steps: number[] = [];
    const watched = new Proxy(sql, {
      apply: (target, self, args) => {
        steps.push(args[1]);
        return Reflect.apply(target, self, args);
      },
    });
    const indexer = new SearchIndexer(watched, (error) => t.fail(String(error)));
    for (const mapId of [large, ...more]) indexer.request(1, mapId);
    indexer.request(2, other);
    while (indexer.waiting > 0) await delay(1);
    const done = [...new Set(steps.reverse())].reverse();
    t.same(done, [other, large, ...more]);
  },
);

t.test('parts of what is indexed anew are filled as those before were', async (t) => {
  const mapId = await createMap();
  await insert(mapId, names(400, 'Place'));
  const lastRows = async (): Promise<number> => {
    await index(mapId, 100);
    const [row] = await sql<
      [{ rows: number }]
    >`SELECT last_rows AS rows FROM search_indexes WHERE map_id = ${mapId}`;
    return row.rows;
  };
  t.equal(await lastRows(), 400);
  await sql`UPDATE search_indexes SET stale = '{[1,)}' WHERE map_id = ${mapId}`;
  t.equal(await lastRows(), 400, 'all');
  await updateMarkers(sql, mapId, sql`name = 'Other'`, sql`true`);
  t.equal(await lastRows(), 400, 'all, one by one');
});
