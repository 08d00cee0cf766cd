import { AppError } from '../../src/base/errors.js';
import type { TaskFunctions } from '../../src/base/threads/thread-pool.js';
import { sampleCsv, sampleCustomFields } from '../../src/import/columns/sample-rows.js';
import { previewColumns as tellColumns } from '../../src/import/dry-run/preview-columns.js';
import { placerOf } from '../../src/import/place/placer-of.js';
import { checkJsonBlock } from '../../src/import/upload/check-json.js';
import { settleTable as settle } from '../../src/import/upload/settle-table.js';
import type { Inference, Label } from '../../src/recognise/infer.js';
import { readRange } from './read-range.js';

export const settleTable: TaskFunctions['settleTable'] = settle;

/** @returns the defect of the upload, or null: an error thrown here would lose its class on the way */
export const checkJson: TaskFunctions['checkJson'] = async ({ path, block }) => {
  try {
    return { defect: null, unread: checkJsonBlock(await readRange(path, block), block) };
  } catch (error) {
    if (error instanceof AppError) return { defect: error.message, unread: [] };
    throw error;
  }
};

export const sampleRows = async ({
  path,
  block,
  plan,
  columns,
}: Parameters<TaskFunctions['sampleRows']>[0]): Promise<string[][]> =>
  block === null ? [] : sampleCsv(await readRange(path, block), block, plan, columns);

export const sampleFields = async ({
  path,
  block,
  maxColumns,
}: Parameters<TaskFunctions['sampleFields']>[0]) =>
  sampleCustomFields(await readRange(path, block), block, maxColumns);

export const likelySystems: TaskFunctions['likelySystems'] = async ({ points, country, geodata }) => {
  // Loaded on demand: the systems take several MB.
  const { likelySystems } = await import('../../src/import/plan/likely-systems.js');
  const placer = placerOf(geodata);
  return likelySystems(points, country === null ? null : placer.countryCode(country), placer);
};

export const infer: TaskFunctions['infer'] = async (task) => {
  const rows = await sampleRows({ ...task, columns: task.request.headers.length });
  return inferTable({ ...task, rows });
};

export const inferTable: TaskFunctions['inferTable'] = async ({ request, rows, geodata }) => {
  // Loaded on demand: its vocabularies take several MB.
  const { inferColumns } = await import('../../src/recognise/infer.js');
  const { headers, open, taken } = request;
  const { names } = placerOf(geodata);
  const answer = inferColumns({ headers, rows, open, taken: new Set(taken as readonly Label[]), names });
  // A column that is empty in the sample may have values further down; one without name and values drops out
  // by itself.
  const keepEmpty = (column: Inference, index: number): Inference =>
    column.label === 'ignore' && rows.every((row) => (row[index] ?? '').trim() === '')
      ? { ...column, label: 'custom' }
      : column;
  return { ...answer, columns: answer.columns.map(keepEmpty) };
};

export const previewColumns: TaskFunctions['previewColumns'] = async ({ format, mapping, ...sample }) => {
  const { path, block } = sample;
  if (format !== 'json' || block === null) {
    const columns = Math.max(...mapping.map(({ index }) => index)) + 1;
    return tellColumns(mapping, await sampleRows({ ...sample, columns }));
  }
  const { rows } = await sampleFields({ path, block, maxColumns: mapping.length });
  return tellColumns(mapping, rows);
};
