import { LeaseLost } from '../../background/jobs/runner.js';
import { type ClaimedJob, keepClasses, readClasses, readRanges } from '../../store/jobs.js';
import { ensureCategories } from '../../store/legend.js';
import { readFieldColumns } from '../../world/demographics/columns.js';
import { decideClasses } from '../classes/decide-classes.js';
import { headingOf, keepsNone, rangesKeyOf, withFixedClasses } from '../classes/fixed-classes.js';
import { classifyOnThread, measureOnThread } from '../classes/on-threads.js';
import type { DecidedClasses, Enrichment } from '../enrich/row-enricher.js';
import type { PrepareContext } from '../prepare/prepare-block.js';
import type { ImportTask, PlannedChoropleth } from '../task.js';
import { withTries } from './failures.js';
import type { PatientSql } from './patient.js';
import type { ImportServices } from './services.js';

interface OpenServices extends Pick<ImportServices, 'threads' | 'workers'> {
  sql: PatientSql;
  path: string;
  signal: AbortSignal;
  palette: readonly string[];
  onRetry: () => void;
}

/**
 * Prepares the demographic fields and the choropleth of an import, before its first block. Its classes are
 * decided once and kept with the job, and stand in the legend in their order before any row does.
 * @throws LeaseLost, BlockFailed; the signal's reason when it is aborted
 */
export async function openEnrichment(
  job: ClaimedJob,
  task: ImportTask,
  context: PrepareContext,
  services: OpenServices,
): Promise<Enrichment | null> {
  const { demographics = [], choropleth = null } = task;
  if (demographics.length === 0 && choropleth === null) return null;
  const { sql } = services;
  const columns = await sql((db) => readFieldColumns(db, demographics));
  if (choropleth === null) return { columns, decided: null };
  const kept = await sql((db) => readClasses<DecidedClasses>(db, job.id));
  if (kept !== null) return { columns, decided: kept };

  // Areas are classed when all rows are written.
  if (choropleth.aggregate !== undefined)
    return { columns, decided: { mark: '.', classes: [], rows: 0, numberless: 0 } };
  const { threads, workers, path, signal, palette, onRetry } = services;
  const config = await withFixedClasses(choropleth, (key) => sql((db) => readRanges(db, job.mapId, key)));
  const measuring = { ...context, enrichment: { columns, decided: null } };
  const found = await decideClasses(
    task.blocks,
    config,
    {
      measure: async (block) => {
        signal.throwIfAborted();
        return withTries(block, signal, () => measureOnThread(threads, path, block, measuring), onRetry);
      },
      classify: (numbers, of) => classifyOnThread(threads, numbers, of),
    },
    workers + 1,
  );
  const decided = { ...found, ...keepsNone(choropleth, config) };
  signal.throwIfAborted();
  await listClasses(sql, job.mapId, decided, palette);
  if (!(await keep(sql, job, choropleth, decided))) throw new LeaseLost(job.id);
  return { columns, decided };
}

/**
 * A category that the legend has keeps its colour, which markers follow; one that finds no room there has
 * that of the ramp.
 */
export async function listClasses(
  sql: PatientSql,
  mapId: number,
  decided: DecidedClasses,
  palette: readonly string[],
): Promise<void> {
  const wished = new Map(decided.classes.map(({ label, color }) => [label, color]));
  const { colors } = await sql((db) => ensureCategories(db, mapId, wished, palette));
  for (const each of decided.classes) {
    const entry = colors.get(each.label);
    if (entry?.listed) each.color = entry.color;
  }
}

/** Keeps the classes with the job, and their ranges with the map. @returns false when the lease is lost */
export const keep = (
  sql: PatientSql,
  job: ClaimedJob,
  choropleth: PlannedChoropleth,
  decided: DecidedClasses,
): Promise<boolean> => {
  const ranges =
    decided.classes.length === 0
      ? null
      : { key: rangesKeyOf(choropleth), heading: headingOf(choropleth), classes: decided.classes };
  return sql((db) => keepClasses(db, job.id, job.lease, decided, ranges));
};
