import fc from 'fast-check';
import t from 'tap';
import { completeOptions } from '../../src/import/options.js';
import { prepareBlock } from '../../src/import/prepare/prepare-block.js';
import { recordRejections } from '../../src/import/report/rejection-runs.js';
import { newSeed } from '../../src/markers/duplicate-key.js';
import { LANGUAGE_DATA } from '../../src/recognise/languages/index.js';
import { exactField } from '../../src/schema/import-fields.js';
import type { ColumnMapping } from '../../src/schema/job.js';
import { loadGeodata } from '../../src/world/geodata/load.js';
import { recogniseTable } from '../support/recognise-table.js';
import { eachRejection } from '../support/rejections.js';

/**
 * Short for `npm test`; `METAMORPHIC_RUNS=20000` for a long round. Five cases each, as one takes few
 * milliseconds.
 */
const RUNS = Number(process.env.METAMORPHIC_RUNS ?? 60) * 5;

const geodata = await loadGeodata();

/**
 * Every word and phrase that the recogniser knows, in each language, and headers of codes; but for exact
 * names of fields.
 */
const HEADERS = [
  ...new Set(
    Object.values(LANGUAGE_DATA)
      .flatMap(({ concepts }) => Object.values(concepts).flatMap((phrases) => phrases.split(',')))
      .map((phrase) => phrase.trim())
      .concat('iso', 'iso2', 'fips', 'geoid', 'zcta', 'mgrs', 'utm', 'plus code', 'geohash', 'utm zone'),
  ),
].filter((header) => header !== '' && exactField(header) === undefined);

/** Cells of many kinds; those of one are what some field wants. */
const KINDS: readonly (readonly string[])[] = [
  ['red apple', 'blue', 'unknown', 'see notes', '-', 'tbd', 'x'.repeat(500)],
  ['red', 'blue', 'green'],
  ['#ff0000', '#00ff00'],
  ['1', '20', '300', '4000'],
  ['1.5', '2.75', '3.125', '10 km', '2,5'],
  ['691607', '5334760'],
  ['2026-01-01', '2025-12-31', '31.31.2025', 'soon'],
  ['https://example.org/a', 'http://x.org/b.jpg'],
  ['a@b.org'],
  ['yes', 'no'],
  ['+49 30 1234567'],
  ['39.7817', '52.5213'],
  ['-89.6501', '152.5'],
  ['39.7817, -89.6501', 'POINT(13.4 52.5)'],
  ['POLYGON ((13.4 52.5, 13.5 52.5, 13.4 52.5))'],
  ['pin', 'circle', 'Restaurant'],
  ['A-12', 'B-7', '17167'],
  ['Berlin', 'Springfield', 'Paris'],
  ['IL', 'Bayern', 'Texas'],
  ['62701', '10115', '75001'],
  ['US', 'Germany', 'France', 'DEU'],
  ['Hauptstr. 5', '12 Main St'],
  ['12 Main St, Springfield, IL 62701', 'Hauptstr. 5, 10115 Berlin'],
  ['32U 691607 5334760', '32U PU 91607 34760'],
  ['8FWH4HX8+9C', '4HX8+9C', 'u33dc0cpke7v'],
  ['Café Central', 'Müller GmbH'],
  [`52°30'12"N`, `13°24'05"E`, `3°42'O`],
  ['N', 'S', 'W', 'up', '32U'],
];

/** Columns with exact names, which place each row. */
const BASES = [
  { headers: ['name', 'lat', 'lng'], cells: ['39.7817', '-89.6501'] },
  {
    headers: ['name', 'street', 'city', 'zip', 'country'],
    cells: ['12 Main St', 'Springfield', '62701', 'US'],
  },
  { headers: ['name', 'zip', 'country'], cells: ['62701', 'US'] },
  { headers: ['name', 'city', 'state'], cells: ['Springfield', 'IL'] },
];
const TYPES = ['pin', 'pinned_circle', 'drive_time', 'us_county', 'us_zip', 'country'] as const;
type MarkerType = (typeof TYPES)[number];

const kind = fc.constantFrom(...KINDS);
/** A column whose last rows have cells of another kind than those above. */
const column = fc.record({ header: fc.constantFrom(...HEADERS), most: kind, others: kind });
const ROWS = 10;
const FIRST = 8;
const cellOf = (
  { most, others }: { most: readonly string[]; others: readonly string[] },
  row: number,
): string => {
  const cells = row < FIRST ? most : others;
  return cells[row % cells.length]!;
};

/** @param seen rows of the sample */
const mappingOf = async (headers: string[], seen: string[][], marker_type: MarkerType) =>
  (await recogniseTable(headers, seen, { marker_type })).mapping;

function rejectionsOf(rows: string[][], mapping: ColumnMapping[], marker_type: MarkerType) {
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  const bytes = Buffer.from(rows.map((cells) => `${cells.map(quoted).join()}\n`).join(''));
  const block = {
    index: 0,
    startByte: 0,
    endByte: bytes.length,
    firstRecord: 0,
    records: rows.length,
    firstLine: 2,
  };
  const { rejections } = prepareBlock(bytes, block, {
    plan: {
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      mapping,
      options: completeOptions({ marker_type }),
    },
    mapId: 7,
    firstMarkerId: 100,
    palette: new Set(['red', 'blue']),
    seed: newSeed(),
    geodata,
  });
  return [...eachRejection(recordRejections(rejections, { reason: NONE, records: [], fileLines: [] }, 0))];
}
const NONE = { code: 'duplicate', column: null, message: '' } as never;

t.test('no reading that is guessed rejects a row', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...BASES),
      fc.uniqueArray(column, { minLength: 1, maxLength: 3, selector: ({ header }) => header }),
      fc.constantFrom(...TYPES),
      fc.boolean(),
      async (base, columns, type, isAllSeen) => {
        const headers = [...base.headers, ...columns.map(({ header }) => header)];
        const rows = Array.from({ length: ROWS }, (_, row) => [
          `N${row}`,
          ...base.cells,
          ...columns.map((each) => cellOf(each, row)),
        ]);
        const mapping = await mappingOf(headers, rows.slice(0, isAllSeen ? ROWS : FIRST), type);
        // A whole address elsewhere suits its column.
        const rejected = rejectionsOf(rows, mapping, type).find(
          ({ code }) => code !== 'address_contradictory',
        );
        if (rejected !== undefined)
          throw new Error(
            `${type} ${mapping.map(({ field }) => field)}: ${rejected.code}, ${rejected.message}`,
          );
      },
    ),
    { numRuns: RUNS },
  );
});
