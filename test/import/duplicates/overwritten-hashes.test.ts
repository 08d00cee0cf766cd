import t from 'tap';
import { NO_GEODATA } from '../../../src/geo/geodata.js';
import { mapColumns } from '../../../src/import/columns/mapping.js';
import { overwrittenHashes } from '../../../src/import/duplicates/overwritten-hashes.js';
import { completeOptions } from '../../../src/import/options.js';
import { completeLines } from '../../../src/import/prepare/complete-lines.js';
import { placeTextsOf } from '../../../src/import/prepare/places.js';
import { prepareBlock } from '../../../src/import/prepare/prepare-block.js';
import { newSeed } from '../../../src/markers/duplicate-key.js';
import { COPY_COLUMNS } from '../../../src/schema/marker-columns.js';
import { BlockTransactions, type BlockWrites } from '../../../src/store/block-transactions.js';
import { createOwner } from '../../support/owner.js';

const owner = await createOwner(t);
const mapId = await owner.createMap();

const HEADER = 'name,lat,lng,street,zip,country,category,color,marker type,radius,expires,phone,Größe';
const ROWS = [
  'Bäckerei,52.5,13.4,Straße des 17. Juni,10115,Deutschland,Essen & Trinken,red,pin,,,+49 30 1,12',
  'Łódź,51.75,19.45,,,,,,pin,,,,',
  'A,1,2,,,,,,circle,5,,,',
  'B,1,2,,,,Food,,pin,,2099-01-02T03:04:05Z,,x',
  `C,1,2,${'long '.repeat(100)},,,,blue,pin,,,${'1'.repeat(31)},`,
  '東京,35.6,139.7,銀座,100-0001,日本,食べ物,,pin,,,,大',
];

function prepared(rows: readonly string[], firstMarkerId = 1) {
  const bytes = Buffer.from(rows.join('\n'));
  const records = rows.length;
  const block = { index: 0, startByte: 0, endByte: bytes.length, firstRecord: 0, records, firstLine: 2 };
  const mapping = mapColumns({ headers: HEADER.split(',') });
  return prepareBlock(bytes, block, {
    plan: { format: 'csv', encoding: 'utf-8', delimiter: ',', mapping, options: completeOptions({}) },
    mapId,
    firstMarkerId,
    palette: new Set(['red', 'blue', 'green']),
    seed: newSeed(),
    geodata: NO_GEODATA,
  });
}

/** Result of `work` in a transaction of a block, which is rolled back. */
async function within<Result>(work: (writes: BlockWrites) => Promise<Result>): Promise<Result> {
  const transactions = new BlockTransactions(owner.url, 1);
  let result: Result | undefined;
  try {
    await transactions.run({ jobId: 'none', lease: 0, mapId, block: 0 }, async (writes) => {
      const block = prepared(ROWS);
      await writes.copy(completeLines(block, new Uint8Array(block.rows).fill(1)), COPY_COLUMNS);
      result = await work(writes);
      throw new Error('enough');
    });
  } finally {
    await transactions.close();
  }
  return result!;
}

async function compared(rows: readonly string[]) {
  return within(async (writes) => {
    const block = prepared(rows, 100);
    const { found, agrees } = await writes.compareMarkers(placeTextsOf(block), overwrittenHashes(block));
    return { found: [...found], agrees: [...agrees] };
  });
}

/** Compares as `compared` does, where each row knows the id of its marker. */
async function comparedKnown(rows: readonly string[], ids = rows.map((_, i) => i + 1)) {
  return within(async (writes) => {
    const hashes = overwrittenHashes(prepared(rows, 100), true);
    const { found, agrees } = await writes.compareKnown(Float64Array.from(ids), hashes);
    return { found: [...found], agrees: [...agrees] };
  });
}

t.test('rows agree with the markers that they became', async (t) => {
  const all = { found: [1, 2, 3, 4, 5, 6], agrees: [1, 1, 1, 1, 1, 1] };
  t.same(await compared(ROWS), all);
  t.same(await comparedKnown(ROWS), all);
});

t.test('rows that know their markers agree with name and place, too', async (t) => {
  const moved = ROWS.map((row, i) => (i === 1 ? row.replace('19.45', '19.46') : row));
  const renamed = moved.map((row, i) => (i === 2 ? row.replace('A,', 'A2,') : row));
  t.same((await comparedKnown(renamed)).agrees, [1, 0, 0, 1, 1, 1]);
  const found = { found: [1, 0, 0, 4, 4, -6], agrees: [1, 0, 0, 1, 0, 0] };
  t.same(await comparedKnown(ROWS, [1, 99, 0, 4, 4, -6]), found);
});

t.test('a row with any other value than its marker does not agree', async (t) => {
  const OTHER: readonly (readonly [number, string, string])[] = [
    [0, 'Straße des 17. Juni', 'Strasse des 17. Juni'],
    [0, '10115', '10116'],
    [0, 'Deutschland', ''],
    [0, 'Essen & Trinken', 'Essen'],
    [0, ',red,', ',green,'],
    [0, '+49 30 1', '+49 30 2'],
    [0, ',12', ',13'],
    [1, ',pin,,', ',circle,3,'],
    [2, ',5,', ',6,'],
    [3, '03:04:05', '03:04:06'],
    [4, 'long long', 'long  long'],
    [5, '大', '小'],
  ];
  for (const [at, from, to] of OTHER) {
    t.ok(ROWS[at]!.includes(from), from);
    const rows = ROWS.map((row, i) => (i === at ? row.replace(from, to) : row));
    const { found, agrees } = await compared(rows);
    t.same(found, [1, 2, 3, 4, 5, 6]);
    const expected = ROWS.map((_, i) => Number(i !== at));
    t.same(agrees, expected, `${from} → ${to}`);
    t.same((await comparedKnown(rows)).agrees, expected);
  }
});

t.test('hashes of two blocks have nothing in common', async (t) => {
  const block = prepared(ROWS);
  const [one, two] = [overwrittenHashes(block), overwrittenHashes(block)];
  t.not(one.seed, two.seed);
  t.notSame(one.hashes, two.hashes);
});
