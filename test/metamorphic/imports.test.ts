import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import type { DryRun } from '../../src/schema/dry-run.js';
import type { BulkJob, ColumnMapping } from '../../src/schema/job.js';
import { finished, startTestApp } from '../support/app.js';
import { csvOf, NAME_HEADERS, PAST, SEED, type Sheet, STYLE_HEADERS, sheets } from './spreadsheets.js';

/** Short for `npm test`; `METAMORPHIC_RUNS=2000` for a long round. */
const RUNS = Number(process.env.METAMORPHIC_RUNS ?? 8);
/** Two at once: they share the service, not their maps. */
const SIDE_BY_SIDE = 2;
t.setTimeout(3_600_000);

const service = await startTestApp(t, { WORKERS: '2' });
const authorization = await service.authorization({ quotaMaps: 1e9, quotaBulk: 1e9, rateLimit: 1e9 });
const call = service.clientWith(authorization);

const newMap = async (): Promise<string> => `/maps/${(await call('POST', '/maps', { name: 'M' })).body.id}`;

/** The file as a whole: few rows of numbers may not prove that these are coordinates. */
class Refused extends Error {}

/** @throws Refused */
const post = async <T = BulkJob>(map: string, sheet: Sheet, options: Record<string, string> = {}) => {
  const query = new URLSearchParams({ ...sheet.options, ...options });
  const path = `${map}/markers/bulk?${query}`;
  const answer = await call<T>('POST', path, csvOf(sheet), { 'content-type': 'text/csv' });
  if (answer.status === 400) throw new Refused();
  return answer;
};

const upload = async (map: string, sheet: Sheet, options?: Record<string, string>): Promise<BulkJob> =>
  finished(call, (await post(map, sheet, options)).body);

/** The markers as an independent reader sees them: without what differs from map to map. */
const markersOf = async (map: string): Promise<object[]> => {
  const { body } = await call('GET', `${map}/markers?page_size=1000`);
  return body.data.map(
    ({ id, map_id, created_at, updated_at, ...marker }: Record<string, unknown>) => marker,
  );
};

/** The custom fields by name. */
const fieldsOf = async (map: string): Promise<object[]> => {
  const { body } = await call('GET', `${map}/fields`);
  return body.fields.map(({ name, type }: { name: string; type: string }) => ({ name, type }));
};

/** @param property of an empty map and a sheet that it takes */
const holds = (
  property: (map: string, sheet: Sheet) => Promise<boolean>,
  generated = sheets(),
): Promise<unknown> =>
  Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, (_, at) =>
      fc.assert(
        fc.asyncProperty(generated, async (sheet) => {
          try {
            return await property(await newMap(), sheet);
          } catch (error) {
            if (error instanceof Refused) return true;
            throw error;
          }
        }),
        { numRuns: Math.ceil(RUNS / SIDE_BY_SIDE), seed: SEED + at },
      ),
    ),
  );

type Read = Pick<ColumnMapping, 'index' | 'header' | 'field' | 'how' | 'confidence'>;
const asRead = ({ index, header, field, how, confidence }: Read) => [index, header, field, how, confidence];

t.test('a dry run tells what the import then does', async (t) => {
  await holds(async (map, sheet) => {
    const { body } = await post<DryRun>(map, sheet, { dry_run: 'true' });
    const job = await upload(map, sheet);
    const { total, added, skipped, rejected } = body.counts;
    const told = body.rows.flatMap(({ outcome, marker }) => {
      // An expired marker is added, and in no list.
      if (outcome !== 'added' || marker!.expire === PAST) return [];
      const { id, map_id, created_at, updated_at, ...shown } = marker!;
      return [shown];
    });
    return (
      isDeepStrictEqual(
        [total, added, skipped, rejected],
        [job.total, job.added, job.skipped, job.error_count],
      ) &&
      isDeepStrictEqual(body.mapping.map(asRead), job.mapping.map(asRead)) &&
      isDeepStrictEqual(body.error_summary, job.error_summary) &&
      isDeepStrictEqual(told, (await markersOf(map)).slice(0, told.length))
    );
  });
  t.pass('counts, mapping, errors and markers are the same');
});

/** A sheet with a column of grades more. */
const graded = ({ headers, rows, ...rest }: Sheet, gradeOf: (row: number) => string): Sheet => ({
  ...{ headers: [...headers, 'Grade'], rows: rows.map((cells, row) => [...cells, gradeOf(row)]) },
  ...rest,
});

t.test('a dry run tells what an overwriting import then changes', async (t) => {
  const options = { on_duplicate: 'overwrite' };
  let unchanged = 0;
  await holds(async (map, sheet) => {
    const before = graded(sheet, (row) => `${row % 2}`);
    await upload(map, { ...before, rows: before.rows.slice(0, Math.ceil(before.rows.length / 2)) });
    const after = graded(sheet, (row) => ['', '1', '2'][row % 3]!);
    const { body } = await post<DryRun>(map, after, { ...options, dry_run: 'true' });
    const job = await upload(map, after, options);
    unchanged += job.unchanged;
    const { counts } = body;
    return isDeepStrictEqual(
      [counts.added, counts.updated, counts.unchanged, counts.rejected],
      [job.added, job.updated, job.unchanged, job.error_count],
    );
  });
  t.ok(unchanged > 0);
});

/** A sheet without expired markers, which are replaced by the rows that meet them. */
const lasting = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((cells) => cells.map((cell) => (cell === PAST ? '' : cell))),
});

t.test('a second import of the same file changes nothing', async (t) => {
  await holds(async (map, generated) => {
    const sheet = lasting(generated);
    const first = await upload(map, sheet);
    const before = [await markersOf(map), await fieldsOf(map)];
    const { added, skipped, error_count } = await upload(map, sheet);
    return (
      isDeepStrictEqual(
        [added, skipped, error_count],
        [0, first.added + first.skipped!, first.error_count],
      ) && isDeepStrictEqual([await markersOf(map), await fieldsOf(map)], before)
    );
  });
  t.pass('all rows are skipped');
});

/**
 * A sheet with colours in all rows or in none. A later row without one gives its marker the colour of another
 * category; when the file is imported again the category is there already, and the colour of the earlier row
 * stays.
 */
function evenlyColoured(sheet: Sheet): Sheet {
  const color = sheet.headers.indexOf('Color');
  const isEven = new Set(sheet.rows.map((cells) => (cells[color] ?? '') === '')).size < 2;
  return isEven
    ? sheet
    : { ...sheet, rows: sheet.rows.map((cells) => cells.map((cell, i) => (i === color ? '' : cell))) };
}

t.test('a file that overwrites what it made itself changes nothing', async (t) => {
  await holds(async (map, generated) => {
    const sheet = evenlyColoured(lasting(generated));
    const options = { on_duplicate: 'overwrite' };
    await upload(map, sheet, options);
    const before = await markersOf(map);
    const { added } = await upload(map, sheet, options);
    return added === 0 && isDeepStrictEqual(await markersOf(map), before);
  });
  t.pass('all markers are as they were');
});

t.test('a file that overwrites what it made itself keeps colours that were chosen since', async (t) => {
  await holds(async (map, generated) => {
    const sheet = categorised(lasting(generated));
    const options = { on_duplicate: 'overwrite' };
    await upload(map, sheet, options);
    await paintFirst(map);
    const before = await markersOf(map);
    await upload(map, sheet, options);
    return isDeepStrictEqual(await markersOf(map), before);
  });
  t.pass('all markers are as they were');
});

/** A sheet with one category in all rows, and without colours. */
function categorised({ headers, rows, options }: Sheet): Sheet {
  const kept = headers.flatMap((header, i) => (STYLE_HEADERS.includes(header) ? [] : [i]));
  return {
    headers: [...kept.map((i) => headers[i]!), 'Category'],
    rows: rows.map((cells) => [...kept.map((i) => cells[i]!), 'VIP']),
    ...(options && { options }),
  };
}

/** Gives the first marker a colour that its category does not have. */
async function paintFirst(map: string): Promise<void> {
  const { body } = await call('GET', `${map}/markers?page_size=1`);
  if (body.data.length === 0) return;
  const [{ id, color }] = body.data;
  await call('PATCH', `${map}/markers/${id}`, { color: color === 'purple' ? 'green' : 'purple' });
}

/** A sheet with a number behind each name, so that no row is a duplicate. */
const apart = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((cells, row) =>
    cells.map((cell, i) => (cell && NAME_HEADERS.includes(sheet.headers[i]!) ? `${cell} #${row}` : cell)),
  ),
});

interface Shown {
  name: string;
  lat: number;
  lng: number;
  address: Record<string, string | null>;
}

/** Names, places and addresses of the markers of a map. */
const placesOf = async (map: string): Promise<Shown[]> =>
  ((await markersOf(map)) as Shown[]).map(({ name, lat, lng, address }) => ({
    ...{ name: name.replace(/ #\d+$/, ''), lat, lng, address },
  }));

/** Columns of addresses stand in sheets without coordinates alone. */
const branchOf = ({ name, lat, lng, address }: Shown): string => {
  const { street, street2, city, state, zip } = address;
  const parts = [street, street2, city, state, zip].map((part) =>
    (part ?? '').trim().replace(/\s+/g, ' ').toLowerCase(),
  );
  return JSON.stringify([name, lat, lng, ...parts]);
};

t.test('rows become as many markers as there are names, places and addresses', async (t) => {
  await holds(
    async (map, generated) => {
      const sheet = lasting(generated);
      // Other values may make another column the name.
      const name = sheet.headers.find((header) => NAME_HEADERS.includes(header));
      const options = { column_mapping: JSON.stringify({ name }) };
      await upload(map, sheet, options);
      const all = await newMap();
      await upload(all, apart(sheet), options);
      const firsts = new Map<string, Shown>();
      for (const shown of await placesOf(all))
        if (!firsts.has(branchOf(shown))) firsts.set(branchOf(shown), shown);
      return isDeepStrictEqual(await placesOf(map), [...firsts.values()]);
    },
    sheets({ kinds: ['whole addresses', 'parts of addresses', 'latitude and longitude'] }),
  );
  t.pass('branches of a chain are markers of their own');
});

t.test('what is exported and imported again is the same', async (t) => {
  await holds(async (map, sheet) => {
    await upload(map, sheet);
    const { body: csv } = await call('GET', `${map}/markers.csv`);
    const copy = await newMap();
    const { body: job } = await call('POST', `${copy}/markers/bulk`, csv, { 'content-type': 'text/csv' });
    await finished(call, job);
    // Fields are those of expired markers, too, which are in no export.
    const hasExpired = sheet.rows.some((cells) => cells.includes(PAST));
    return (
      isDeepStrictEqual(await markersOf(copy), await markersOf(map)) &&
      (hasExpired || isDeepStrictEqual(await fieldsOf(copy), await fieldsOf(map)))
    );
  });
  t.pass('the copies are equal');
});
