import type { Reason } from '../../schema/rejection-runs.js';
import type { SkipRun } from '../../schema/skip-runs.js';
import {
  type BlockRecord,
  type BlockResult,
  type BlockTransactions,
  type BlockWrites,
  failureOf,
} from '../../store/block-transactions.js';
import { isUnmet } from '../duplicates/decide.js';
import { DUPLICATE } from '../duplicates/duplicate-reason.js';
import { TOO_LONG } from '../duplicates/too-long-reason.js';
import { isAllByCoordinates } from '../place/placing-counts.js';
import { placeTextsOf } from '../prepare/places.js';
import { type RecordedRejections, recordRejections } from '../report/rejection-runs.js';
import { SkipCollector } from '../report/skip-runs.js';
import type { RefusedRow } from '../rows/rejections.js';
import { type BlockWrite, copyRows, type Written } from './copy-rows.js';
import { keptFieldTypes } from './kept-field-types.js';
import { overwriteRows } from './overwrite-rows.js';
import { refusedValue, rejectRows, selectRows } from './select-rows.js';

/**
 * Stands among the markers that a block met for those of rows that nobody could read; no marker has this id.
 */
const HIDDEN_ROWS = 0;

/**
 * Result of a block; the types of its custom fields and the number of its rejected rows as the ledger has
 * them, where this try knows them.
 */
export type WriteResult = BlockResult & { fieldTypes?: [name: string, types: number][]; rejected?: number };

/** Writes what was decided of a block, with its row of the ledger. Runs on a thread. */
export async function writeBlock(transactions: BlockTransactions, decided: BlockWrite): Promise<WriteResult> {
  const { refused: unmatched = [] } = decided.decision;
  const write = unmatched.length === 0 ? decided : rejectRows(decided, unmatched);
  const result = await tryBlock(transactions, write);
  if (result.outcome !== 'failed' || !result.isRefused) return result;
  try {
    const { refused, met } = await refusedRows(transactions, write);
    if (refused.length === 0) return result;
    const { metByRefused = [] } = write.decision;
    const decision = { ...write.decision, metByRefused: [...metByRefused, ...met] };
    return await tryBlock(transactions, rejectRows({ ...write, decision }, refused));
  } catch (error) {
    return failureOf(error);
  }
}

async function tryBlock(transactions: BlockTransactions, write: BlockWrite): Promise<WriteResult> {
  const beginMs = performance.now();
  const rejections = recordRows(write, DUPLICATE, duplicatesOf(write));
  let recorded: Pick<WriteResult, 'fieldTypes' | 'rejected'> = {};
  const result = await transactions.run(write, async (writes) => {
    const written = await writeRows(writes, write);
    const all = written.tooLong.length === 0 ? rejections : recordRows(write, TOO_LONG, written.tooLong);
    const fieldTypes = keptFieldTypes(write, written.tooLong);
    recorded = { ...(fieldTypes.length > 0 && { fieldTypes }), rejected: all.rows };
    return recordOf(write, written, all, fieldTypes, performance.now() - beginMs);
  });
  return result.outcome === 'done' ? { ...result, ...recorded } : result;
}

const writeRows = (writes: BlockWrites, write: BlockWrite): Promise<Written> =>
  write.onDuplicate === 'overwrite' ? overwriteRows(writes, write) : copyRows(writes, write);

/**
 * The rows of a block with a value that the database cannot hold, found by writing halves and taking them
 * back: a block with one such row is written some 25 times, one in which all are wrong twice a row.
 * @returns with the markers that they met, of an import that deletes the others
 */
async function refusedRows(
  transactions: BlockTransactions,
  write: BlockWrite,
): Promise<{ refused: RefusedRow[]; met: number[] }> {
  const { rows, existing } = write.prepared;
  const refused: RefusedRow[] = [];
  const met: number[] = [];
  const narrow = async (from: number, to: number): Promise<void> => {
    const wanted = new Uint8Array(rows).fill(1, from, to);
    const part = selectRows(write, wanted);
    let found: Float64Array = Float64Array.of(existing?.[from] ?? 0);
    const message = await transactions.refusalOf(part, async (writes) => {
      if (write.keepsMet && to - from === 1 && found[0] === 0)
        found = await writes.findMarkers(placeTextsOf(part.prepared), write.nowMs, null);
      return writeRows(writes, part);
    });
    if (message === null) return;
    if (to - from === 1) {
      met.push(...found.filter((id) => id > 0));
      refused.push({ row: from, defect: refusedValue(message) });
      return;
    }
    const middle = Math.floor((from + to) / 2);
    await narrow(from, middle);
    await narrow(middle, to);
  };
  const middle = Math.ceil(rows / 2);
  await narrow(0, middle);
  if (middle < rows) await narrow(middle, rows);
  return { refused, met };
}

/** Rows of the block that were left out, as they meet a marker or an earlier row, or as they meet none. */
function leftOut({ prepared, decision, onNew }: BlockWrite, isNew: boolean): number[] {
  const { keep } = decision;
  const rows: number[] = [];
  for (let row = keep.indexOf(0); row !== -1; row = keep.indexOf(0, row + 1))
    if ((onNew === 'skip' && isUnmet(prepared, row)) === isNew) rows.push(row);
  return rows;
}

/** Rows of the block that are errors as they are duplicates, where the import says so. */
const duplicatesOf = (write: BlockWrite): number[] =>
  write.onDuplicate === 'error' ? leftOut(write, false) : [];

/** Rows of the block that were skipped. @param unmet further ones, found while others were written */
function skippedOf(write: BlockWrite, unmet: readonly number[]): number[] {
  const duplicates = write.onDuplicate === 'skip' ? leftOut(write, false) : [];
  return [...duplicates, ...leftOut(write, true), ...unmet].sort((a, b) => a - b);
}

/** The rejected rows of the block with those that turned out to be rejected for a reason of their own. */
function recordRows(
  { prepared, headRows, block }: BlockWrite,
  reason: Reason,
  rows: readonly number[],
): RecordedRejections {
  const records = rows.map((row) => prepared.records[row]!);
  const fileLines = rows.map((row) => prepared.fileLines[row]!);
  return recordRejections(prepared.rejections, { reason, records, fileLines }, headRows, block);
}

/** The rows that were skipped, and what they met: markers of the map, or earlier rows of the upload. */
function skipsOf({ prepared, decision }: BlockWrite, rows: readonly number[]): SkipRun[] {
  const skips = new SkipCollector();
  for (const row of rows) {
    const earlier = decision.repeated?.[row] ?? 0;
    const met = earlier > 0 ? -earlier : Math.max(0, prepared.existing?.[row] ?? 0);
    skips.add(prepared.records[row]!, prepared.fileLines[row]!, met);
  }
  return skips.runs;
}

function recordOf(
  write: BlockWrite,
  { added, updated, unchanged, moreMarkers, moreAreas, unmet = [], met, becamePins = 0 }: Written,
  { rows: rejected, reasons, runs, head, defects }: RecordedRejections,
  fieldTypes: [name: string, types: number][],
  writingMs: number,
): BlockRecord {
  const { prepared, own, decision } = write;
  const [first] = prepared.records;
  const last = prepared.records[prepared.rows - 1];
  const placed = { ...prepared.placed, becamePins };
  const skipped = skippedOf(write, unmet);
  return {
    moreMarkers,
    moreAreas,
    columns: {
      // The ids that the block may have given out, for nearby search.
      ...(first !== undefined &&
        last !== undefined && { first_id: own.first + first, last_id: own.first + last }),
      rows: write.records,
      added,
      updated,
      unchanged,
      skipped: skipped.length,
      skips: skipped.length === 0 ? null : skipsOf(write, skipped),
      met: write.keepsMet
        ? [...met, ...(decision.metByRefused ?? []), ...(prepared.hidesRows ? [HIDDEN_ROWS] : [])]
        : null,
      rejected,
      rejections: rejected === 0 ? null : { reasons, runs },
      head: head.length === 0 ? null : head,
      defects: rejected === 0 ? null : defects,
      fields: fieldTypes.length === 0 ? null : fieldTypes,
      parsing_ms: prepared.parsingMs,
      placing_ms: prepared.placingMs,
      looking_up_ms: prepared.lookingUpMs ?? null,
      valueless: prepared.valueless.length === 0 ? null : prepared.valueless,
      placed: isAllByCoordinates(placed) ? null : placed,
      deduplicating_ms: write.deduplicatingMs + prepared.meetingMs,
      writing_ms: writingMs,
    },
  };
}
