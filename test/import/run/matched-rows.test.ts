import fc from 'fast-check';
import t from 'tap';
import type { BulkMeta } from '../../../src/import/options.js';
import type { BulkJob } from '../../../src/schema/job.js';
import { listMarkers } from '../../../src/store/markers.js';
import { until } from '../../support/cartload-process.js';
import { sharedImportBench } from '../../support/import.js';
import { parseMarker } from '../../support/parse-marker.js';
import { runs } from '../../support/runs.js';

const bench = await sharedImportBench(t);
const { sql } = bench;

const HEADER = 'name,lat,lng,location_code,Note\n';
const BY_CODE: BulkMeta = { match: 'location_code' };

const markersOf = async (mapId: number) => (await listMarkers(sql, mapId, 0, 1000)).map(parseMarker);
/** Name, place, code and note of each marker. */
const shownOf = async (mapId: number): Promise<unknown[][]> =>
  (await markersOf(mapId)).map((marker) => [
    marker.name,
    marker.lat,
    marker.lng,
    (marker as { location_code?: string }).location_code ?? '',
    marker.custom_fields.Note ?? '',
  ]);

t.test('a row changes the marker with its code, whatever its name and place', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, `${HEADER}A,50.1,8.1,7,old\nB,51.1,8.1,8,old\nC,52.1,8.1,,old\n`);
  const ids = (await markersOf(mapId)).map(({ id }) => id);
  const again = `${HEADER}D,53.1,9.1,9,new\nC,52.1,8.1,,new\nB,51.1,8.1, 8 ,old\nA2,50.2,8.2,7,\n`;
  const job = await bench.importText(mapId, again, BY_CODE);
  t.match(job, { status: 'completed', added: 1, updated: 2, unchanged: 1, error_count: 0, skipped: 0 });
  t.match(job.options, { match: 'location_code', on_duplicate: 'overwrite' });
  t.same(await shownOf(mapId), [
    ['A2', 50.2, 8.2, '7', 'old'],
    ['B', 51.1, 8.1, '8', 'old'],
    ['C', 52.1, 8.1, '', 'new'],
    ['D', 53.1, 9.1, '9', 'new'],
  ]);
  t.same(
    (await markersOf(mapId)).slice(0, 3).map(({ id }) => id),
    ids,
  );
  const [nothing] = await Promise.all([bench.importText(mapId, again, BY_CODE)]);
  t.match(nothing, { added: 0, updated: 0, unchanged: 4 });
});

t.test('a code is compared exactly, and may be a custom field', async (t) => {
  const mapId = await bench.createMap();
  const header = 'name,lat,lng,Ref\n';
  await bench.importText(mapId, `${header}A,50.1,8.1,a7\n`, { auto_map: false });
  const job = await bench.importText(mapId, `${header}A2,50.1,8.1,A7\nA3,50.5,8.1,a7\n`, {
    match: 'field:Ref',
    auto_map: false,
  });
  t.match(job, { added: 1, updated: 1 });
  t.same(
    (await markersOf(mapId)).map(({ name }) => name),
    ['A3', 'A2'],
  );
});

t.test('a code that an earlier row or several markers have is a row error', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, `${HEADER}A,50.1,8.1,7,\nB,51.1,8.1,7,\n`);
  const [a, b] = (await markersOf(mapId)).map(({ id }) => id);
  const job = await bench.importText(
    mapId,
    `${HEADER}A,50.1,8.1,7,x\nC,52.1,8.1,9,\nD,53.1,8.1,9,\n`,
    BY_CODE,
  );
  t.match(job, { added: 1, updated: 0, error_count: 2 });
  t.same(
    job.errors.map(({ line, code, message }) => [line, code, message]),
    [
      [2, 'code_ambiguous', `markers ${a} and ${b} of the map have the code of this row`],
      [4, 'code_repeated', 'the code of this row is that of line 3, which counts'],
    ],
  );
});

t.test(
  'a row that has lost its code is matched by place, unless its marker belongs to the row with the code',
  async (t) => {
    const mapId = await bench.createMap();
    await bench.importText(mapId, `${HEADER}A,50.1,8.1,7,\nB,51.1,8.1,8,\n`);
    const lost = await bench.importText(
      mapId,
      `${HEADER}A,50.1,8.1,,lost\nB2,51.2,8.1,8,\nB,51.1,8.1,,other\n`,
      BY_CODE,
    );
    t.match(lost, { added: 1, updated: 2 });
    t.same(await shownOf(mapId), [
      ['A', 50.1, 8.1, '7', 'lost'],
      ['B2', 51.2, 8.1, '8', ''],
      ['B', 51.1, 8.1, '', 'other'],
    ]);
  },
);

t.test('an expired marker is in no way of its code', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, 'name,lat,lng,location_code,expire\nA,50.1,8.1,7,2020-01-01\n');
  const job = await bench.importText(mapId, `${HEADER}B,51.1,8.1,7,\n`, BY_CODE);
  t.match(job, { added: 1, updated: 0, error_count: 0 });
  t.same(
    (await sql`SELECT name FROM markers WHERE map_id = ${mapId}`).map(({ name }) => name),
    ['B'],
  );
});

t.test('a resumed import knows the codes of the rows that an earlier run has written', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, `${HEADER}A,50.1,8.1,7,\n`);
  let job: Promise<BulkJob>;
  await sql.begin(async (holding) => {
    await holding`SELECT FROM markers WHERE map_id = ${mapId} FOR UPDATE`;
    const text = `${HEADER}B,51.1,8.1,8,\nA2,50.1,8.1,7,\nC,52.1,8.1,8,\n`;
    job = bench.importText(mapId, text, { ...BY_CODE, blockBytes: 1 });
    const written = () =>
      sql`SELECT FROM import_blocks b JOIN jobs j ON j.id = b.job_id WHERE b.map_id = ${mapId} AND j.status = 'processing' AND b.block = 0`;
    await until(async () => (await written()).length === 1);
    await sql`UPDATE jobs SET lease = lease + 1, lease_until = clock_timestamp() WHERE map_id = ${mapId} AND status = 'processing'`;
  });
  t.match(await job!, { status: 'completed', added: 1, updated: 1, error_count: 1 });
  t.same(
    (await shownOf(mapId)).map(([name]) => name),
    ['A2', 'B'],
  );
});

/**
 * Runs an import in which rows of a marker wait until another block is written, and which is claimed anew
 * then, or after so many looks.
 */
async function importResumed(
  mapId: number,
  heldName: string,
  text: string,
  meta: BulkMeta & { blockBytes: number },
  looks = Number.POSITIVE_INFINITY,
): Promise<BulkJob> {
  let job: Promise<BulkJob>;
  await sql.begin(async (holding) => {
    await holding`SELECT FROM markers WHERE map_id = ${mapId} AND name = ${heldName} FOR UPDATE`;
    job = bench.importText(mapId, text, meta);
    // Statements of others may stand behind one that waits for the marker.
    const written = () =>
      holding`SELECT FROM import_blocks b JOIN jobs j ON j.id = b.job_id WHERE b.map_id = ${mapId} AND j.status = 'processing' AND b.block > 0`;
    await until(async () => (await written()).length > 0 || looks-- <= 0);
    // At its end the job is locked, and waits for the marker.
    await holding`
      UPDATE jobs SET lease = lease + 1, lease_until = clock_timestamp() WHERE id IN (
        SELECT id FROM jobs WHERE map_id = ${mapId} AND status = 'processing' FOR UPDATE SKIP LOCKED)`;
  });
  return job!;
}

t.test('a resumed import meets markers where they were when it began', async (t) => {
  const first = `${HEADER}Held,50.1,8.1,6,\nA,51.1,8.1,7,\n`;
  // A row without a code stands where a row of the next block moves a marker to.
  const text = `${HEADER}Held,50.1,8.1,6,changed\nA2,52.2,8.1,,p\nA2,52.2,8.1,7,\n`;
  const [resumed, whole] = [await bench.createMap(), await bench.createMap()];
  for (const mapId of [resumed, whole]) await bench.importText(mapId, first);
  const expected = { status: 'completed', added: 1, updated: 2 };
  t.match(await bench.importText(whole, text, BY_CODE), expected);
  t.match(await importResumed(resumed, 'Held', text, { ...BY_CODE, blockBytes: 40 }), expected);
  t.same(await shownOf(resumed), await shownOf(whole));
});

/** A row of a file; the index of its place tells its name and coordinates. */
interface Row {
  place: number;
  code: string;
  note: string;
}

const rowsOf = fc.array(
  fc.record({
    place: fc.integer({ min: 0, max: 5 }),
    code: fc.constantFrom('', '', 'a', 'b', 'c', 'd'),
    note: fc.constantFrom('', 'x', 'y'),
  }),
  { maxLength: 12 },
);

const csvOf = (rows: readonly Row[]): string =>
  HEADER + rows.map(({ place, code, note }) => `P${place},${50 + place}.5,8.5,${code},${note}\n`).join('');

const MIRROR: BulkMeta = { missing: 'delete', missing_tolerance: '100%', confirm: true };
const OPTIONS: BulkMeta[] = [
  BY_CODE,
  { ...BY_CODE, ...MIRROR },
  { ...BY_CODE, ...MIRROR, on_new: 'skip' },
  { ...MIRROR, on_duplicate: 'overwrite' },
  { ...MIRROR, on_duplicate: 'skip' },
];

t.test('the map is the same when the import is resumed', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      rowsOf,
      rowsOf,
      fc.constantFrom(...OPTIONS),
      fc.nat(5),
      async (before, after, meta, held) => {
        const outcomes = [];
        for (const isResumed of [false, true]) {
          const mapId = await bench.createMap();
          await bench.importText(mapId, csvOf(before));
          const options = { ...meta, blockBytes: 1 };
          const job = isResumed
            ? await importResumed(mapId, `P${held}`, csvOf(after), options, 15)
            : await bench.importText(mapId, csvOf(after), options);
          const { status, added, updated, unchanged, skipped, deleted, error_count } = job;
          const counts = [status, added, updated, unchanged, skipped, deleted, error_count];
          outcomes.push(JSON.stringify([counts, (await shownOf(mapId)).sort()]));
        }
        if (outcomes[0] !== outcomes[1]) console.error(outcomes.join('\n'));
        return outcomes[0] === outcomes[1];
      },
    ),
    { numRuns: runs(3, 15) },
  );
  t.pass('counts and markers are the same');
});

t.test('the map is the same for any size of blocks', async (t) => {
  await fc.assert(
    fc.asyncProperty(rowsOf, rowsOf, async (before, after) => {
      const outcomes = [];
      for (const blockBytes of [1, 60, 100_000]) {
        const mapId = await bench.createMap();
        await bench.importText(mapId, csvOf(before));
        const job = await bench.importText(mapId, csvOf(after), { ...BY_CODE, blockBytes });
        const { added, updated, unchanged, error_count, errors } = job;
        const told = errors.map(({ line, code }) => [line, code]);
        outcomes.push(JSON.stringify([added, updated, unchanged, error_count, told, await shownOf(mapId)]));
      }
      return new Set(outcomes).size === 1;
    }),
    {
      numRuns: runs(4, 25),
      examples: [
        [[{ place: 0, code: 'b', note: '' }], ['', 'b', ''].map((code) => ({ place: 0, code, note: '' }))],
      ],
    },
  );
  t.pass('counts, errors and markers are the same');
});

t.test('a marker that its row has written is left alone, until anything else changes it', async (t) => {
  const mapId = await bench.createMap();
  const text = `${HEADER}A,50.1,8.1,1,é "x"\nB,51.1,8.1,2,b\nC,52.1,8.1,3,\n`;
  await bench.importText(mapId, text);
  const written = (): Promise<{ xmin: string; xmax: string; written: string }[]> =>
    sql`SELECT xmin::text, xmax::text, written::text FROM markers WHERE map_id = ${mapId} ORDER BY id`;
  const before = await written();
  t.match(await bench.importText(mapId, text, BY_CODE), { updated: 0, unchanged: 3 });
  t.same(await written(), before, 'neither changed nor locked');

  await sql`UPDATE markers SET updated_at = now(), name = 'By hand' WHERE map_id = ${mapId} AND name = 'B'`;
  t.match(await bench.importText(mapId, text, BY_CODE), { updated: 1, unchanged: 2 });
  t.same(
    (await markersOf(mapId)).map(({ name }) => name),
    ['A', 'B', 'C'],
  );
  const changed = text.replace('é', 'e').replace('3,\n', '3,c\n');
  t.match(await bench.importText(mapId, changed, BY_CODE), { updated: 2, unchanged: 1 });
  t.same(
    (await markersOf(mapId)).map(({ custom_fields }) => custom_fields.Note),
    ['e "x"', 'b', 'c'],
  );
  const after = await written();
  t.match(await bench.importText(mapId, changed, BY_CODE), { updated: 0, unchanged: 3 });
  t.same(await written(), after, 'what an update wrote counts, too');
});

t.test('rows of one marker count in their order, whichever of them wrote it last', async (t) => {
  const mapId = await bench.createMap();
  const coded = 'A,50.1,8.1,1,of the code\n';
  const placed = 'A,50.1,8.1,,of the place\n';
  await bench.importText(mapId, HEADER + coded);
  // The row without a code meets the marker by its place, and the one with the code changes it back.
  t.match(await bench.importText(mapId, HEADER + placed + coded, BY_CODE), { updated: 2, unchanged: 0 });
  t.same(await shownOf(mapId), [['A', 50.1, 8.1, '1', 'of the code']]);
});

t.test(
  'a row that found its marker as it would have it has not written what a later one changes',
  async (t) => {
    const mapId = await bench.createMap();
    const noteOf = async (): Promise<unknown> => (await markersOf(mapId))[0]?.custom_fields.Note;
    const head = 'name,lat,lng,Note,More\n';
    const [first, second] = ['A,50.1,8.1,one,\n', 'A,50.1,8.1,two,\n'];
    const overwrites: BulkMeta = { on_duplicate: 'overwrite' };
    await bench.importText(mapId, `${head}A,50.1,8.1,one,more\n`);
    t.match(await bench.importText(mapId, head + first + second, overwrites), { updated: 1, unchanged: 1 });
    t.match(await bench.importText(mapId, head + second, overwrites), { unchanged: 1 });
    t.match(await bench.importText(mapId, head + first, overwrites), { updated: 1, unchanged: 0 });
    t.equal(await noteOf(), 'one');
  },
);

t.test('a row changes its marker again where a cell, an option or what it removes is another', async (t) => {
  const mapId = await bench.createMap();
  const of = (marker: object): Promise<BulkJob> =>
    bench.importText(mapId, JSON.stringify({ markers: [marker] }), { ...BY_CODE, format: 'json' });
  const marker = { name: 'A', lat: 50, lng: 8, location_code: '1', custom_fields: { Note: 'n' } };
  await of(marker);
  t.match(await of(marker), { unchanged: 1 });
  t.match(await of({ ...marker, custom_fields: { Note: null } }), { updated: 1 });
  t.match(await of(marker), { updated: 1 });
  t.match(await of({ ...marker, category: 'K' }), { updated: 1 });
});

t.test('files in a row come to the same where nobody knows what wrote a marker', async (t) => {
  const cell = (...texts: string[]) => fc.constantFrom('', ...texts);
  const row = fc.tuple(cell('1'), cell('1', '2'), cell('a', 'b'), cell('K', 'L'), cell('red', 'blue'));
  const upload = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 4 }),
    options: fc.constantFrom<BulkMeta>(BY_CODE, { on_duplicate: 'overwrite' }),
    blockBytes: fc.constantFrom(1, 100_000),
  });
  const csvOf = (rows: readonly string[][]): string =>
    `name,lat,lng,location_code,Note,category,color\n${rows.map(([place, ...more]) => `A,5${place},8,${more.join()}\n`).join('')}`;
  await fc.assert(
    fc.asyncProperty(fc.array(upload, { minLength: 2, maxLength: 5 }), async (uploads) => {
      const outcomes = [];
      for (const forgets of [false, true]) {
        const mapId = await bench.createMap();
        const counts = [];
        for (const { rows, options, blockBytes } of uploads) {
          if (forgets) await sql`UPDATE markers SET written = NULL WHERE map_id = ${mapId}`;
          const job = await bench.importText(mapId, csvOf(rows), { ...options, blockBytes });
          counts.push([job.added, job.updated, job.unchanged, job.error_count]);
        }
        const shown = await shownOf(mapId);
        const styles = (await markersOf(mapId)).map(({ category, color }) => [category, color]);
        outcomes.push(JSON.stringify([counts, shown, styles]));
      }
      return outcomes[0] === outcomes[1];
    }),
    { numRuns: runs(4, 25) },
  );
  t.pass('counts and markers are the same');
});
