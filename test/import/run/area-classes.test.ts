import t from 'tap';
import { ThreadPool } from '../../../src/base/threads/thread-pool.js';
import { aggregateOf, countMixed } from '../../../src/import/choropleth/areas.js';
import { classesAt } from '../../../src/import/choropleth/classify.js';
import { classAreasOfMap } from '../../../src/import/run/class-areas.js';
import { readAreaTexts } from '../../../src/store/area-values.js';
import { type ClaimedJob, readRanges } from '../../../src/store/jobs.js';
import { openThreadPool } from '../../../src/store/thread-pool.js';
import { sharedImportBench } from '../../support/import.js';

const bench = await sharedImportBench(t);
const { sql } = bench;

/** A place in each of five states. */
const PLACES = {
  CA: '37.2,-120.1',
  TX: '31.4,-99.2',
  FL: '28.3,-81.6',
  NY: '42.9,-75.5',
  CO: '39.0,-105.5',
};
type State = keyof typeof PLACES;
const rowsOf = (sales: readonly [State, string][]): string =>
  `name,lat,lng,Sales\n${sales.map(([state, value], i) => `${state} ${i},${PLACES[state]},${value}`).join('\n')}\n`;
/** The classes of a state's markers, each once. */
async function classesOf(mapId: number): Promise<Record<string, string[]>> {
  const rows = await sql<{ state: string; category: string | null }[]>`
    SELECT DISTINCT left(name, 2) AS state, category FROM markers WHERE map_id = ${mapId} ORDER BY 1, 2`;
  const classes: Record<string, string[]> = {};
  for (const { state, category } of rows) classes[state] = [...(classes[state] ?? []), category ?? 'none'];
  return classes;
}
const legendOf = async (mapId: number): Promise<string[]> =>
  (
    await sql<{ name: string }[]>`SELECT name FROM legend_entries WHERE map_id = ${mapId} ORDER BY ordering`
  ).map(({ name }) => name);

const FIRST: [State, string][] = [
  ['CA', '100'],
  ['CA', '5'],
  ['TX', '60'],
  ['TX', '"1,000"'],
  ['FL', '7'],
  ['NY', ''],
  ['CO', '50'],
];
const BREAKS = { field: 'Sales', aggregate: 'sum' as const, breaks: [50, 500] };

t.test('areas have the class of what all their markers come to', async (t) => {
  const mapId = await bench.createMap();
  const job = await bench.importText(mapId, rowsOf(FIRST), { marker_type: 'us_state', choropleth: BREAKS });
  t.match(job, { status: 'completed', added: 7, error: null });
  t.ok(
    job.notes.includes(
      '4 areas are coloured by the sum of "Sales" over all markers that the map has of each.',
    ),
    job.notes.join(),
  );
  t.same(await classesOf(mapId), {
    CA: ['50 to below 500'],
    CO: ['50 to below 500'],
    FL: ['below 50'],
    NY: ['none'],
    TX: ['500 and above'],
  });
  const [{ colors, classes }] = await sql<[{ colors: number; classes: number }]>`
    SELECT count(DISTINCT color)::int AS colors, count(DISTINCT category)::int AS classes FROM markers WHERE map_id = ${mapId}`;
  t.same([colors, classes], [3, 3]);
  t.same(await legendOf(mapId), ['below 50', '50 to below 500', '500 and above']);

  await bench.importText(mapId, 'name,lat,lng,Sales\nFL new,28.3,-81.6,44\n', {
    marker_type: 'us_state',
    choropleth: BREAKS,
  });
  t.match(
    await classesOf(mapId),
    { FL: ['50 to below 500'] },
    'markers of earlier imports count, and follow',
  );
  t.same(await legendOf(mapId), ['below 50', '50 to below 500', '500 and above']);
});

t.test('texts that are too long for a number are read no further than that shows', async (t) => {
  const mapId = await bench.createMap();
  const texts = ['x'.repeat(32_000), '7'.repeat(60), '7'.repeat(61), '𝟛'.repeat(61), ' 12 %'];
  await bench.importText(mapId, rowsOf(texts.map((text): [State, string] => ['CA', text])), {
    marker_type: 'us_state',
    choropleth: { field: 'Sales', aggregate: 'count', breaks: [2] },
  });
  const pool = openThreadPool(bench.url, 1);
  t.teardown(() => pool.end());
  const page = { field: 'Sales', types: ['us_state'], afterId: 0, limit: 10, nowMs: Date.now() };
  const read = await readAreaTexts(pool, mapId, { ...page, maxTextLength: 60 });
  t.same(
    read!.texts.map((text) => [...text].length),
    [61, 60, 61, 61, 4],
  );
  t.same(await classesOf(mapId), { CA: ['2 and above'] }, 'and counted all the same');
});

t.test('the weekly loop keeps the ranges of the first import', async (t) => {
  const mapId = await bench.createMap();
  const options = {
    marker_type: 'us_state' as const,
    on_duplicate: 'overwrite' as const,
    choropleth: { field: 'Sales', aggregate: 'sum' as const, classes: 3, breaks: 'keep' as const },
  };
  await bench.importText(mapId, rowsOf(FIRST), options);
  const legend = await legendOf(mapId);
  t.equal(legend.length, 3);
  const first = await classesOf(mapId);
  const again = await bench.importText(mapId, rowsOf(FIRST), options);
  t.match(again, { added: 0, updated: 0, unchanged: 7 });
  t.same(await classesOf(mapId), first);
  const outside = /none of the kept ranges names/;
  t.notOk(again.notes.some((note) => outside.test(note)));
  for (const factor of [2, 10, 1000]) {
    const later = FIRST.map(([state, value]): [State, string] => [
      state,
      value && String(Number(value.replace(/\D/g, '')) * factor),
    ]);
    const { notes } = await bench.importText(mapId, rowsOf(later), options);
    t.match(notes.at(-1), outside);
    t.same(await legendOf(mapId), legend, 'no further ranges');
  }
  t.match(await classesOf(mapId), { FL: [legend[2]!], TX: [legend[2]!] });
});

t.test('each row by its own value: a note counts the areas with several classes', async (t) => {
  const mapId = await bench.createMap();
  const { notes: none } = await bench.importText(mapId, rowsOf(FIRST), {
    marker_type: 'us_state',
    choropleth: { field: 'Sales', breaks: [50, 500] },
  });
  t.match(none.at(-1), /^2 areas have rows of several classes/);
  t.match(await classesOf(mapId), { CA: ['50 to below 500', 'below 50'] });
});

t.test('values of an area come to what they come to, whatever their order', async (t) => {
  const values = [3, 1, 2, 10];
  for (const order of [values, [...values].reverse()]) {
    t.equal(aggregateOf(order, 5, 'sum'), 16);
    t.equal(aggregateOf(order, 5, 'mean'), 4);
    t.equal(aggregateOf(order, 5, 'median'), 2.5);
    t.equal(aggregateOf(order, 5, 'min'), 1);
    t.equal(aggregateOf(order, 5, 'max'), 10);
    t.equal(aggregateOf(order, 5, 'count'), 5);
  }
  t.equal(aggregateOf([], 2, 'sum'), null);
  t.equal(aggregateOf([], 2, 'count'), 2);
  for (const aggregate of ['sum', 'mean'] as const)
    t.equal(aggregateOf([1e308, 1e308], 2, aggregate), null, 'a class has finite bounds');
  t.equal(
    countMixed(['a', 'a', 'b', 'b', '', ''], (row) => [0, 1, 2, 2, 3, 4][row]!),
    1,
  );
  t.same(
    classesAt([-1.5, 1000], 'blues').map(({ label }) => label),
    ['below -1.5', '-1.5 to below 1,000', '1,000 and above'],
  );
});

t.test(
  'a run that loses its lease between two pages of markers is done once more, with the same outcome',
  async (t) => {
    const threads = new ThreadPool({ databaseUrl: bench.url, workers: 1, startWhenNeeded: true });
    t.teardown(() => threads.close());
    const pagesOfTwo: Pick<ThreadPool, 'run'> = {
      run: (name, task) => threads.run(name, name === 'measureAreas' ? { ...task, limit: 2 } : task),
    };
    /** @param afterEach runs behind each statement, as another process would */
    const classed = (
      mapId: number,
      job: { id: string; lease: number },
      config: object,
      afterEach?: () => Promise<unknown>,
    ) =>
      classAreasOfMap(
        { ...job, mapId } as ClaimedJob,
        {
          choropleth: {
            classes: 3,
            method: 'quantile',
            ramp: 'blues',
            field: 'Sales',
            source: { column: 'Sales' },
            ...config,
          },
          demographics: [],
        },
        {
          sql: async (statements) => {
            const result = await statements(sql);
            await afterEach?.();
            return result;
          },
          threads: pagesOfTwo,
          signal: new AbortController().signal,
          palette: ['red', 'blue'],
          nowMs: Date.now(),
        },
      );
    const stored = async (mapId: number) => ({
      markers: [
        ...(await sql`SELECT name, category, color FROM markers WHERE map_id = ${mapId} ORDER BY name`),
      ],
      legend: [
        ...(await sql`SELECT name, color, ordering FROM legend_entries WHERE map_id = ${mapId} ORDER BY ordering`),
      ],
    });
    const numberClassed = async (mapId: number): Promise<number> =>
      (await sql`SELECT FROM markers WHERE map_id = ${mapId} AND category IS NOT NULL`).length;
    for (const config of [
      { aggregate: 'sum', breaks: [50, 500] },
      { aggregate: 'mean' },
      { aggregate: 'count', breaks: 'keep' },
    ]) {
      const maps = [];
      for (const id of [`calm ${config.aggregate}`, `cut ${config.aggregate}`]) {
        const mapId = await bench.createMap();
        await bench.importText(mapId, rowsOf(FIRST), { marker_type: 'us_state' });
        await sql`INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id, status, lease, lease_until)
        VALUES (${id}, ${mapId}, 'elsewhere', '{}', 7, 1, 'processing', 1, now() + interval '1 hour')`;
        maps.push({ mapId, id });
      }
      const [calm, cut] = maps as [{ mapId: number; id: string }, { mapId: number; id: string }];
      await classed(calm.mapId, { id: calm.id, lease: 1 }, config);
      const takeOver = async () => {
        if ((await numberClassed(cut.mapId)) > 0) await sql`UPDATE jobs SET lease = 2 WHERE id = ${cut.id}`;
      };
      await t.rejects(classed(cut.mapId, { id: cut.id, lease: 1 }, config, takeOver), {
        message: `the lease on ${cut.id} is lost`,
      });
      const before = await numberClassed(cut.mapId);
      await classed(cut.mapId, { id: cut.id, lease: 2 }, config);
      const after = await numberClassed(cut.mapId);
      t.ok(before > 0 && before < after, `${before} of ${after} were classed when the lease was lost`);
      t.same(await stored(cut.mapId), await stored(calm.mapId), JSON.stringify(config));
    }
  },
);

t.test('the ranges of a map are kept with the field’s name as the import wrote it', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, rowsOf(FIRST), { marker_type: 'us_state', choropleth: BREAKS });
  await bench.importText(mapId, rowsOf(FIRST), { choropleth: { field: 'sales', classes: 3 } });
  await bench.importText(mapId, rowsOf(FIRST), { choropleth: { field: 'Sales', classes: 3 } });
  const kept = await sql<{ heading: string }[]>`
    SELECT heading FROM choropleth_ranges WHERE map_id = ${mapId} ORDER BY used_at`;
  t.same(
    kept.map(({ heading }) => heading),
    ['Sales (sum)', 'Sales'],
  );
});

t.test('a map keeps the 100 ranges that were used last', async (t) => {
  const mapId = await bench.createMap();
  await sql`
    INSERT INTO choropleth_ranges (map_id, key, heading, classes, used_at)
    SELECT ${mapId}, md5(i::text)::uuid, i::text, '[]', now() - i * interval '1 minute' FROM generate_series(1, 150) i`;
  const choropleth = { field: 'Sales', classes: 3 };
  await bench.importText(mapId, rowsOf(FIRST), { choropleth });
  t.equal((await sql`SELECT FROM choropleth_ranges WHERE map_id = ${mapId}`).length, 100);
  t.not(await readRanges(sql, mapId, '["sales",null]'), null, 'its own');
  t.same(await readRanges(sql, mapId, '99'), [], 'and 99 of the others');
  t.equal(await readRanges(sql, mapId, '100'), null);
});
