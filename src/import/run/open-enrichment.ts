import { readColumns } from '../../demographics/columns.js';
import { LeaseLost } from '../../jobs/runner.js';
import { type ClaimedJob, keepClasses, readClasses } from '../../store/jobs.js';
import { ensureCategories } from '../../store/legend.js';
import { decideClasses } from '../classes/decide-classes.js';
import { classifyOnThread, measureOnThread } from '../classes/on-threads.js';
import type { DecidedClasses, Enrichment } from '../enrich/row-enricher.js';
import type { PrepareContext } from '../prepare/prepare-block.js';
import type { ImportTask } from '../task.js';
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
 * What the demographic fields and the choropleth of an import take, before its first block. Its classes are decided once and kept with
 * the job, and stand in the legend in their order before any row does.
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
  const columns = await sql((db) => readColumns(db, demographics));
  if (choropleth === null) return { columns, decided: null };
  const kept = await sql((db) => readClasses<DecidedClasses>(db, job.id));
  if (kept !== null) return { columns, decided: kept };

  const { threads, workers, path, signal, palette, onRetry } = services;
  const measuring = { ...context, enrichment: { columns, decided: null } };
  const decided = await decideClasses(
    task.blocks,
    choropleth,
    {
      measure: async (block) => {
        signal.throwIfAborted();
        return withTries(block, signal, () => measureOnThread(threads, path, block, measuring), onRetry);
      },
      classify: (numbers, config) => classifyOnThread(threads, numbers, config),
    },
    workers + 1,
  );
  signal.throwIfAborted();
  // A category that the legend has keeps its colour, which markers follow; one that finds no room there has that of the ramp.
  const wished = new Map(decided.classes.map(({ label, color }) => [label, color]));
  const { colors } = await sql((db) => ensureCategories(db, job.mapId, wished, palette));
  for (const each of decided.classes) {
    const entry = colors.get(each.label);
    if (entry?.listed) each.color = entry.color;
  }
  if (!(await sql((db) => keepClasses(db, job.id, job.lease, decided)))) throw new LeaseLost(job.id);
  return { columns, decided };
}
