import { LeaseLost } from '../../background/jobs/runner.js';
import type { Threads } from '../../base/threads/thread-pool.js';
import { classAreas } from '../../store/area-values.js';
import { sqlState } from '../../store/client.js';
import { type ClaimedJob, readRanges } from '../../store/jobs.js';
import { areaKeyOf } from '../choropleth/areas.js';
import { classOf, type ValueClass } from '../choropleth/classify.js';
import type { Aggregate } from '../choropleth/config.js';
import { keepsNone, withFixedClasses } from '../classes/fixed-classes.js';
import { classifyOnThread } from '../classes/on-threads.js';
import type { DecidedClasses } from '../enrich/row-enricher.js';
import type { PlannedChoropleth, PlannedDemographic } from '../task.js';
import type { AreaValues } from './aggregate-areas.js';
import type { AreaMeasures, AreaPage } from './measure-areas.js';
import { keep, listClasses } from './open-enrichment.js';
import type { PatientSql } from './patient.js';

/**
 * Markers that are read, and classed, at a time: 8 to 20 ms of a thread, and a transaction as long as that of
 * a block.
 */
const PAGE = 20_000;

declare module '../../base/threads/thread-pool.js' {
  interface ThreadTasks {
    measureAreas(page: AreaPage): AreaMeasures | null;
    aggregateAreas(of: { pages: readonly AreaMeasures[]; aggregate: Aggregate }): AreaValues;
  }
}

interface ClassServices {
  sql: PatientSql;
  threads: Threads;
  signal: AbortSignal;
  palette: readonly string[];
  nowMs: number;
}

/**
 * Classes the areas of a map by what the values of all their markers come to, when the rows of an import are
 * written. All that it does follows from the markers as they are: a run that is killed between two pages is
 * done once more by the next, with the same outcome.
 * @throws LeaseLost; the signal's reason
 */
export async function classAreasOfMap(
  job: ClaimedJob,
  {
    choropleth,
    demographics,
  }: { choropleth: PlannedChoropleth; demographics: readonly PlannedDemographic[] },
  { sql, threads, signal, palette, nowMs }: ClassServices,
): Promise<DecidedClasses> {
  const { source } = choropleth;
  const field = 'column' in source ? source.column : demographics[source.demographic]!.label;
  const pages: AreaMeasures[] = [];
  for (let afterId = 0; ; ) {
    signal.throwIfAborted();
    const page: AreaPage = { mapId: job.mapId, field, afterId, limit: PAGE, nowMs };
    const measures = await sql(() => threads.run('measureAreas', page));
    if (measures === null) break;
    pages.push(measures);
    afterId = measures.lastId;
  }
  // Takes the numbers of the pages away: of a million values of one area the sorting alone takes 0.1 s, for
  // which no request waits.
  const values = { pages, aggregate: choropleth.aggregate! };
  const { mark, areas } = await threads.run('aggregateAreas', values, pages);
  const known = [...areas.values()].filter((value) => value !== null);
  const config = await withFixedClasses(choropleth, (key) => sql((db) => readRanges(db, job.mapId, key)));
  const classes = await classifyOnThread(threads, Float64Array.from(known), config);
  const decided: DecidedClasses = {
    mark,
    classes,
    rows: areas.size,
    numberless: areas.size - known.length,
    ...keepsNone(choropleth, config),
  };
  if (classes.length === 0) return decided;
  await listClasses(sql, job.mapId, decided, palette);
  if (!(await keep(sql, job, choropleth, decided))) throw new LeaseLost(job.id);
  let firstId = 0;
  for (const { sources, lastId } of pages) {
    signal.throwIfAborted();
    const classed = classesOf(sources, areas, decided.classes);
    const range = { firstId, lastId };
    await sql((db) => classAreas(db, job, range, classed)).catch((error) => {
      throw sqlState(error) === 'CL001' ? new LeaseLost(job.id) : error;
    });
    firstId = lastId + 1;
  }
  return decided;
}

function classesOf(
  sources: readonly string[],
  areas: ReadonlyMap<string, number | null>,
  classes: readonly ValueClass[],
) {
  const classed = { sources: [] as string[], labels: [] as string[], colors: [] as string[] };
  for (const source of sources) {
    const value = areas.get(areaKeyOf(source)) ?? null;
    if (value === null) continue;
    const { label, color } = classes[classOf(classes, value)]!;
    classed.sources.push(source);
    classed.labels.push(label);
    classed.colors.push(color);
  }
  return classed;
}
