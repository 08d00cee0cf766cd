import fc from 'fast-check';
import t from 'tap';
import type { Geodata } from '../../src/geo/geodata.js';
import { isRegion } from '../../src/geo/regions/region-type.js';
import { loadGeodata } from '../../src/world/geodata/load.js';
import { doubtedRows, mappingOf, outcomesOf, outcomesOfJson } from './read-sheet.js';
import { KIND_NAMES, SEED, type Sheet, sheets, TOWNS, whole } from './spreadsheets.js';

/** Short for `npm test`; `METAMORPHIC_RUNS=20000` for a long round. */
const RUNS = Number(process.env.METAMORPHIC_RUNS ?? 25);
t.setTimeout(3_600_000);

const holds = <T>(of: fc.Arbitrary<T>, property: (value: T) => Promise<boolean>): Promise<void> =>
  fc.assert(fc.asyncProperty(of, property), { numRuns: RUNS, seed: SEED });

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

t.test('rows of each kind of spreadsheet find their places', async (t) => {
  for (const kind of KIND_NAMES) {
    const some = fc.sample(sheets({ kinds: [kind], minRows: 10 }), { numRuns: 5, seed: 1 });
    const outcomes = await Promise.all(some.map(async (sheet) => outcomesOf(sheet, await mappingOf(sheet))));
    t.ok(
      outcomes.flat().some((outcome) => outcome.startsWith('{')),
      kind,
    );
  }
});

t.test('a file of n rows is n files of one row', async (t) => {
  await holds(sheets(), async (sheet) => {
    const mapping = await mappingOf(sheet);
    const alone = sheet.rows.map((row) => outcomesOf({ ...sheet, rows: [row] }, mapping)[0]);
    return same(outcomesOf(sheet, mapping), alone);
  });
  t.pass('no row knows the others');
});

t.test('a row becomes the same marker wherever it stands', async (t) => {
  const shuffled = sheets().chain((sheet) =>
    fc.record({
      sheet: fc.constant(sheet),
      order: fc.shuffledSubarray([...sheet.rows.keys()], { minLength: sheet.rows.length }),
    }),
  );
  await holds(shuffled, async ({ sheet, order }) => {
    const mapping = await mappingOf(sheet);
    const before = outcomesOf(sheet, mapping);
    const after = outcomesOf({ ...sheet, rows: order.map((i) => sheet.rows[i]!) }, mapping);
    return same(
      after,
      order.map((i) => before[i]),
    );
  });
  t.pass('no row knows those before it');
});

/**
 * Below it a column is doubtful: beside other neighbours the model may read it otherwise, as a person would
 * (docs/recognition-model.md).
 */
const SURE = 0.95;

t.test('columns in another order are read the same, and make the same markers', async (t) => {
  const permuted = sheets().chain((sheet) =>
    fc.record({
      sheet: fc.constant(sheet),
      order: fc.shuffledSubarray([...sheet.headers.keys()], { minLength: sheet.headers.length }),
    }),
  );
  await holds(permuted, async ({ sheet, order }) => {
    const mapping = await mappingOf(sheet);
    const other: Sheet = {
      ...sheet,
      headers: order.map((i) => sheet.headers[i]!),
      rows: sheet.rows.map((cells) => order.map((i) => cells[i]!)),
    };
    const moved = order.map((i, index) => ({ ...mapping[i]!, index }));
    const read = await mappingOf(other);
    return (
      same(outcomesOf(sheet, mapping), outcomesOf(other, moved)) &&
      moved.every(
        ({ field, confidence }, i) =>
          field === read[i]!.field || Math.max(confidence, read[i]!.confidence) < SURE,
      )
    );
  });
  t.pass('no column knows where it stands');
});

t.test('blocks of any size give the same markers', async (t) => {
  await holds(fc.tuple(sheets(), fc.integer({ min: 1, max: 400 })), async ([sheet, targetBytes]) => {
    const mapping = await mappingOf(sheet);
    return same(outcomesOf(sheet, mapping), outcomesOf(sheet, mapping, { targetBytes }));
  });
  t.pass('no row knows its block');
});

t.test('a place does not depend on what the process has placed before', async (t) => {
  const some = fc.sample(sheets({ maxRows: 6 }), { numRuns: RUNS, seed: SEED });
  const mappings = await Promise.all(some.map((sheet) => mappingOf(sheet)));
  // Kernels with their memories are shared by geodata of one version.
  const geodata = await loadGeodata();
  const [first, second] = ['forwards', 'backwards'].map((version) => ({ ...geodata, version })) as [
    Geodata,
    Geodata,
  ];
  const forwards = some.map((sheet, i) => outcomesOf(sheet, mappings[i]!, { geodata: first }));
  const backwards = some
    .map((sheet, i) => [sheet, i] as const)
    .reverse()
    .map(([sheet, i]) => outcomesOf(sheet, mappings[i]!, { geodata: second }));
  t.same(forwards, backwards.reverse());
});

t.test('CSV and JSON of the same rows give the same markers', async (t) => {
  // All markers of a batch have one type.
  const kinds = KIND_NAMES.filter((name) => name !== 'areas of several types');
  await holds(sheets({ kinds }), async (generated) => {
    // A batch has one colour, and areas name its markers without a name.
    const kept = (await mappingOf(generated)).filter(({ field }) => field !== 'color');
    const isNamed = kept.some(({ field }) => field === 'name');
    // Markers of JSON say their names; rows of CSV have something else for one where no column does.
    if (!isNamed && !isRegion(generated.options?.marker_type ?? 'pin')) return true;
    const sheet: Sheet = {
      ...generated,
      headers: kept.map(({ header }) => header),
      // An apostrophe before a formula is a spreadsheet's, not the value's.
      // A row of empty cells is none in CSV.
      rows: generated.rows
        .map((cells) => kept.map(({ index }) => cells[index]!.replace(/^'(?==)/, '')))
        .filter((cells) => isNamed || cells.some((cell) => cell !== '')),
    };
    // A marker of JSON names its members itself; what a column is only guessed to be may be left out of its
    // row.
    const mapping = kept.map((column, index) => ({
      ...column,
      index,
      how: /^(?:city|state|county|zip|country|street)/.test(column.field ?? '')
        ? ('explicit' as const)
        : column.how,
    }));
    if (isNamed) {
      const name = mapping.findIndex(({ field }) => field === 'name');
      for (const cells of sheet.rows) cells[name] ||= 'x';
    }
    const markers = sheet.rows.map((cells) => markerOf(cells, mapping));
    return same(outcomesOf(sheet, mapping).map(unnamed), outcomesOfJson(markers, sheet.options).map(unnamed));
  });
  t.pass('no marker knows its format');
});

t.test('of two columns that say the town one is not changed without a word', async (t) => {
  for (const [headers, cells] of [
    [['City'], ({ city }) => [city]],
    [['City', 'Country'], ({ city, country }) => [city, country]],
    [['City', 'State', 'Zip'], ({ city, state, zip }) => [city, state, zip]],
    [['City', 'Zip', 'Country'], ({ city, zip, countryName }) => [city, zip, countryName]],
  ] as [string[], (town: (typeof TOWNS)[number]) => string[]][]) {
    const sheetOf = (pairs: (typeof TOWNS)[number][][]): Sheet => ({
      headers: ['Name', 'Full Address', ...headers],
      rows: pairs.map(([one, other]) => ['x', whole(one!), ...cells(other!)]),
    });
    const mapping = await mappingOf(sheetOf(TOWNS.map((town) => [town, town])));
    t.equal(mapping[1]!.field, 'full_address');
    for (const one of TOWNS) {
      t.equal(doubtedRows(sheetOf([[one, one]]), mapping), 0, `${one.city} twice, ${headers}`);
      const others = TOWNS.filter((other) => other !== one);
      for (const other of others)
        if (doubtedRows(sheetOf([[one, other]]), mapping) !== 1)
          t.fail(`${whole(one)} beside ${cells(other)}`);
    }
  }
});

const NUMBERS = ['lat', 'lng'];
const LIMITS: Readonly<Record<string, number>> = { lat: 90, lng: 180 };
const PARTS = ['street', 'street2', 'city', 'state', 'zip', 'country'];

function markerOf(
  cells: string[],
  mapping: { header: string; field: string | null; index: number; how: string }[],
) {
  const address: Record<string, string> = {};
  const custom_fields: Record<string, string> = {};
  const marker: Record<string, unknown> = { address, custom_fields };
  for (const { header, field, index, how } of mapping) {
    const cell = cells[index]!;
    const isUnsuited = how === 'inferred' && Math.abs(Number(cell)) > LIMITS[field ?? '']!;
    if (field === null || isUnsuited) custom_fields[header] = cell;
    else if (field === 'full_address') address.street = cell;
    else if (PARTS.includes(field)) address[field] = cell;
    else if (cell === '' && [...NUMBERS, 'lat_lng'].includes(field)) continue;
    else if (NUMBERS.includes(field)) marker[field] = Number(cell);
    else if (field === 'lat_lng') [marker.lat, marker.lng] = cell.split(', ').map(Number);
    else marker[field] = cell;
  }
  return marker;
}

/** Reasons name columns, which JSON calls otherwise. */
const unnamed = (outcome: string): unknown => {
  const read = JSON.parse(outcome);
  return Array.isArray(read) ? read[0] : read;
};
