import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { newJobId } from '../../../src/access/keys/key.js';
import { ThreadPool } from '../../../src/base/threads/thread-pool.js';
import { packColumn } from '../../../src/geo/demographics/column.js';
import { KeyRoom } from '../../../src/import/plan/key-room.js';
import { planImport } from '../../../src/import/plan/plan-import.js';
import { zeroImportCounts } from '../../../src/import/run/counts.js';
import { runImport } from '../../../src/import/run/run-import.js';
import { DirectorySpool } from '../../../src/import/spool/directory-spool.js';
import { DurableFile, spoolPath } from '../../../src/import/spool/uploaded.js';
import { receiveCsv } from '../../../src/import/upload/receive.js';
import type { Sql } from '../../../src/store/client.js';
import { loadColumns } from '../../../src/store/demographics.js';
import { type ClaimedJob, claimJob, createJob, releaseJob } from '../../../src/store/jobs.js';
import { readCatalog } from '../../../src/world/demographics/catalog.js';
import { CurrentGeodata } from '../../../src/world/geodata/current-geodata.js';
import { loadGeodata } from '../../../src/world/geodata/load.js';
import { type ImportBench, importBench } from '../../support/import.js';
import { createOwner } from '../../support/owner.js';

const ROWS = 8_000;
/** Makes six blocks of them. */
const NOTE = 'x'.repeat(360);
/**
 * The numbers of the first blocks are not those of the last: classes of a part would be others than those of
 * all.
 */
const csv = (rows = ROWS): string =>
  `name,lat,lng,zip,Sales,Note\n${Array.from({ length: rows }, (_, i) => {
    const sales = i % 50 === 0 ? '' : `$${(i * i) % 1_000_003}`;
    return `P${i},${(i % 80) + 0.5},${i % 180},${String(10_000 + (i % 9)).padStart(5, '0')},${sales},${NOTE}`;
  }).join('\n')}\n`;

async function imported(bench: ImportBench, blockBytes?: number) {
  const mapId = await bench.createMap();
  const { status, notes } = await bench.importText(mapId, csv(1000), {
    demographics: { fields: ['life_expectancy_years'] },
    choropleth: { field: 'Sales', classes: 7, method: 'jenks' },
    ...(blockBytes && { blockBytes }),
  });
  const markers = await bench.sql`
    SELECT m.id - min(m.id) OVER () AS row, name, category, color, custom_fields::text FROM markers m WHERE map_id = ${mapId} ORDER BY m.id`;
  const legend =
    await bench.sql`SELECT name, color FROM legend_entries WHERE map_id = ${mapId} ORDER BY ordering`;
  return { status, notes, markers: [...markers], legend: [...legend] };
}

t.test('classes are those of all rows, in one block or in many', async (t) => {
  const bench = await importBench(t);
  const one = await imported(bench);
  t.equal(one.status, 'completed');
  t.equal(one.legend.length, 7);
  t.equal(one.markers.length, 1000);
  t.match(one.notes.at(-1), /^20 rows have no number in "Sales"/);
  const many = await imported(bench, 60_000);
  t.same(many.legend, one.legend);
  t.same(many.notes, one.notes);
  t.ok(JSON.stringify(many.markers) === JSON.stringify(one.markers), 'every marker is the same');
});

/** An import whose runs the test begins and ends itself. */
async function arrange(t: Test) {
  const { sql, url, charge, createMap } = await createOwner(t);
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'cartload-test-'));
  const threads = new ThreadPool({ databaseUrl: url, workers: 1, startWhenNeeded: true });
  t.teardown(async () => {
    await threads.close();
    await rm(spoolDirectory, { recursive: true });
  });
  const geodata = new CurrentGeodata(await loadGeodata());
  const services = {
    sql,
    threads: threads.for({ accountId: 1, prompt: false }),
    geodata,
    spool: new DirectorySpool({ directory: spoolDirectory, identity: 'test' }),
    workers: 1,
    counts: zeroImportCounts(),
    keys: new KeyRoom().begin(),
  };
  const begin = async (meta: Parameters<typeof planImport>[1]): Promise<number> => {
    const mapId = await createMap();
    const id = newJobId();
    const path = spoolPath(spoolDirectory, id);
    const file = await DurableFile.create(path);
    const upload = await receiveCsv(
      (async function* () {
        yield Buffer.from(csv());
      })(),
      file,
      { maxBytes: 1e9, maxRows: 1_000_000 },
      null,
    );
    await file.commit();
    const catalog = await readCatalog(sql);
    const { task } = await planImport(upload, meta, {
      path,
      threads: services.threads,
      workers: 1,
      geodata: services.geodata.current,
      catalog,
    });
    await createJob(
      sql,
      { id, mapId, kind: 'bulk_import', task, total: upload.rows, notes: [] },
      charge,
      null,
    );
    return mapId;
  };
  const claim = async (): Promise<ClaimedJob> => (await claimJob(sql, ['bulk_import'], 60_000, 'test'))!;
  const run = (job: ClaimedJob) =>
    runImport(job, spoolPath(spoolDirectory, job.id), services, new AbortController().signal);
  return { sql, run, begin, claim };
}

const load = (sql: Sql, factor: number) => {
  const values = Array.from({ length: 9 }, (_, i) => [String(10_000 + i), String(factor * (i + 1))] as const);
  const field = {
    id: null,
    key: 'income',
    label: 'Income',
    type: 'number',
    rows: 9,
    packed: packColumn(values),
  };
  return loadColumns(sql, 'us_zip', [field], { credit: null, licence: null });
};

t.test(
  'a run that goes on with a job classes as the run before it, though values were replaced meanwhile',
  async (t) => {
    const { sql, run, begin, claim } = await arrange(t);
    await load(sql, 1);
    const mapId = await begin({ choropleth: { field: 'income', classes: 3 } });
    const first = await claim();
    await sql`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`;
    await sql`CREATE TRIGGER refused BEFORE INSERT ON import_blocks FOR EACH ROW WHEN (NEW.block >= 2) EXECUTE FUNCTION refuse()`;
    await t.rejects(run(first), { message: /refused/ });
    await sql`DROP TRIGGER refused ON import_blocks`;
    const [{ markers: before }] = await sql<
      [{ markers: number }]
    >`SELECT count(*)::int AS markers FROM markers`;
    t.ok(before > 0 && before < ROWS, `${before} rows are there`);
    await load(sql, 100);
    await releaseJob(sql, first.id, first.lease);
    await run(await claim());
    t.same(
      [...(await sql`SELECT name, color FROM legend_entries WHERE map_id = ${mapId} ORDER BY ordering`)],
      [
        { name: '1 – 3', color: 'yellow' },
        { name: '4 – 6', color: 'red' },
        { name: '7 – 9', color: 'burgundy' },
      ],
    );
    const [{ markers, values }] = await sql<[{ markers: number; values: number }]>`
    SELECT count(*)::int AS markers, count(DISTINCT custom_fields ->> 'Income')::int AS values FROM markers WHERE map_id = ${mapId}`;
    t.same(
      { markers, values },
      { markers: ROWS, values: 18 },
      'the replaced values are those of the rows behind',
    );
  },
);

t.test('a run whose lease is lost while it measures decides nothing', async (t) => {
  const { sql, run, begin, claim } = await arrange(t);
  await begin({ choropleth: { field: 'Sales' } });
  const job = await claim();
  await sql`UPDATE jobs SET lease = lease + 1`;
  await t.rejects(run(job), {
    message: /^the lease on .* is lost$/,
  });
  t.same([...(await sql`SELECT classes FROM jobs`)], [{ classes: null }]);
});
