import type { Threads } from '../../base/threads/thread-pool.js';
import type { Sql } from '../../store/client.js';
import { readRanges } from '../../store/jobs.js';
import { readFieldColumns } from '../../world/demographics/columns.js';
import { decideClasses } from '../classes/decide-classes.js';
import { keepsNone, withFixedClasses } from '../classes/fixed-classes.js';
import { classifyOnThread, measureOnThread } from '../classes/on-threads.js';
import type { Enrichment } from '../enrich/row-enricher.js';
import type { PrepareContext } from '../prepare/prepare-block.js';
import type { ImportTask } from '../task.js';

interface Preview {
  task: ImportTask;
  /** Path of the upload in the spool. */
  path: string;
  context: PrepareContext;
  /** Category -> colour. */
  legend: ReadonlyMap<string, string>;
}

/**
 * Enrichment that an import would work with: the values of its demographic fields, and its classes with the
 * colours of the legend.
 * @throws the signal's reason
 */
export async function previewEnrichment(
  { task, path, context, legend }: Preview,
  { sql, threads, workers }: { sql: Sql; threads: Threads; workers: number },
  signal: AbortSignal,
): Promise<Enrichment | null> {
  const { demographics = [], choropleth = null } = task;
  if (demographics.length === 0 && choropleth === null) return null;
  const columns = await readFieldColumns(sql, demographics);
  if (choropleth === null) return { columns, decided: null };
  const config = await withFixedClasses(choropleth, (key) => readRanges(sql, context.mapId, key));
  const keeps = keepsNone(choropleth, config);
  // Areas are classed by all markers of the map, when the rows are there.
  if (choropleth.aggregate !== undefined)
    return { columns, decided: { mark: '.', classes: [], rows: 0, numberless: 0, ...keeps } };
  const measuring = { ...context, enrichment: { columns, decided: null } };
  const decided = await decideClasses(
    task.blocks,
    config,
    {
      measure: async (block) => {
        signal.throwIfAborted();
        return measureOnThread(threads, path, block, measuring);
      },
      classify: (numbers, of) => classifyOnThread(threads, numbers, of),
    },
    workers + 1,
  );
  for (const each of decided.classes) each.color = legend.get(each.label) ?? each.color;
  return { columns, decided: { ...decided, ...keeps } };
}
