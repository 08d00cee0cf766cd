import { isArea } from '../../schema/marker.js';
import type {
  BlockOwner,
  BlockRecord,
  BlockResult,
  BlockTransactions,
  BlockWrites,
  MarkerUpdate,
} from '../../store/block-transactions.js';
import type { OwnIds } from '../../store/same-place.js';
import type { Decision } from '../duplicates/decide.js';
import { DUPLICATE } from '../duplicates/duplicate-reason.js';
import {
  OVERWRITTEN_COLUMNS,
  type OverwritingRow,
  planOverwrite,
  type RowValues,
} from '../duplicates/overwrite.js';
import type { ImportOptions } from '../options.js';
import { completeLines } from '../prepare/complete-lines.js';
import { type CopyLine, readCopyLine, writeCopyLine } from '../prepare/copy-line.js';
import { KEY_WORDS } from '../prepare/duplicate-key.js';
import { linesOf, placesOf } from '../prepare/places.js';
import { LINE_COLUMNS, type MetBlock, type RowStyle } from '../prepare/prepare-block.js';
import { type RecordedRejections, recordRejections } from '../report/rejection-runs.js';

/** A block that is decided, on its way into the database. */
export interface BlockWrite extends BlockOwner {
  /** Records of the block, rejected ones included. */
  records: number;
  prepared: MetBlock;
  /** Replaces prepared.styles: with the legend's colours. */
  styles: RowStyle[];
  decision: Decision;
  onDuplicate: ImportOptions['onDuplicate'];
  /** Ids that belong to this import. */
  own: OwnIds;
  /** Own rows of an earlier run are on the map. */
  resumed: boolean;
  /** Rejected rows to have ready for the job's `errors`. */
  headRows: number;
  /** Custom field -> types, of the fields that the ledger does not know yet in this way. */
  fieldTypes: [name: string, types: number][];
  deduplicatingMs: number;
}

/** Columns of COPY: those of the lines, and those that `completeLines` adds. */
const COLUMNS = [...LINE_COLUMNS, 'category', 'color'];

/** What a block comes to. */
interface Written {
  added: number;
  updated: number;
  unchanged: number;
  /** Markers and areas that the map has more; expired ones may have gone. */
  moreMarkers: number;
  moreAreas: number;
}

/** Writes what was decided of a block, with its row of the ledger. Runs on a thread. */
export function writeBlock(transactions: BlockTransactions, write: BlockWrite): Promise<BlockResult> {
  const beginMs = performance.now();
  const rejections = rejectionsOf(write);
  return transactions.run(write, async (writes) => {
    const written =
      write.onDuplicate === 'overwrite' ? await overwriteRows(writes, write) : await copyRows(writes, write);
    return recordOf(write, written, rejections, performance.now() - beginMs);
  });
}

/** Rows that are duplicates are errors, where the import says so. */
function rejectionsOf({ prepared, decision, onDuplicate, headRows }: BlockWrite): RecordedRejections {
  const further = { reason: DUPLICATE, records: [] as number[], fileLines: [] as number[] };
  if (onDuplicate === 'error') {
    for (let row = 0; row < prepared.rows; row++) {
      if (decision.keep[row] === 1) continue;
      further.records.push(prepared.records[row]!);
      further.fileLines.push(prepared.fileLines[row]!);
    }
  }
  return recordRejections(prepared.rejections, further, headRows);
}

function recordOf(
  write: BlockWrite,
  { added, updated, unchanged, moreMarkers, moreAreas }: Written,
  { rows: rejected, reasons, runs, head, defects }: RecordedRejections,
  writingMs: number,
): BlockRecord {
  const { prepared, own, fieldTypes, decision, onDuplicate } = write;
  const [first] = prepared.records;
  const last = prepared.records[prepared.rows - 1];
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
      skipped: onDuplicate === 'skip' ? prepared.rows - decision.kept : 0,
      rejected,
      rejections: rejected === 0 ? null : { reasons, runs },
      head: head.length === 0 ? null : head,
      defects: rejected === 0 ? null : defects,
      fields: fieldTypes.length === 0 ? null : fieldTypes,
      parsing_ms: prepared.parsingMs,
      placing_ms: 0,
      deduplicating_ms: write.deduplicatingMs + prepared.meetingMs,
      writing_ms: writingMs,
    },
  };
}

async function copyRows(writes: BlockWrites, { prepared, decision, styles }: BlockWrite): Promise<Written> {
  const { keep, kept } = decision;
  await writes.copy(completeLines(prepared, keep, styles), COLUMNS);
  const expired: number[] = [];
  let areas = 0;
  for (let row = 0; row < prepared.rows; row++) {
    if (keep[row] === 0) continue;
    areas += prepared.areas[row]!;
    const met = prepared.existing?.[row] ?? 0;
    if (met < 0) expired.push(-met);
  }
  const gone = await writes.remove(expired);
  return {
    added: kept,
    updated: 0,
    unchanged: 0,
    moreMarkers: kept - gone.markers,
    moreAreas: areas - gone.areas,
  };
}

/**
 * Rows meet markers of the map, and each other. Where neither can be, they are copied as they are.
 */
async function overwriteRows(writes: BlockWrites, write: BlockWrite): Promise<Written> {
  const { prepared, decision, styles, own, resumed } = write;
  const meets = decision.repeats || resumed || (await writes.hasOtherMarkers(own));
  if (!meets) return copyRows(writes, write);

  const lines = linesOf(prepared).map((line) => readCopyLine(line, LINE_COLUMNS));
  const places = placesOf(lines);
  const found = await writes.readMarkers(places, OVERWRITTEN_COLUMNS);
  const rows = lines.map((line, row): OverwritingRow => {
    const met = found[row]!;
    return {
      key: prepared.keys.subarray(row * KEY_WORDS, (row + 1) * KEY_WORDS).join(),
      values: { ...valuesOf(line), ...styles[prepared.styleOf[row]!]! },
      met: met === null || met.expired ? null : { id: met.id, values: met.values },
    };
  });
  const plan = planOverwrite(rows);
  const updates = plan.changes.flatMap(({ id, row, values }): MarkerUpdate[] =>
    id === null ? [] : [{ ...values, id, name: places.names[row]!, cell: places.cells[row]! }],
  );
  const updated = await writes.update(updates);
  // A marker that was deleted or moved since it was found is made anew.
  const made = plan.changes.filter(({ id }) => id === null || !updated.ids.has(id));
  const vanished = made.filter(({ id }) => id !== null);
  const text = made.map(({ row, values }) => writeCopyLine({ ...lines[row]!, ...values }, COLUMNS)).join('');
  await writes.copy(Buffer.from(text), COLUMNS);
  const expired = made.map(({ row }) => found[row]).filter((marker) => marker?.expired);
  const gone = await writes.remove(expired.map((marker) => marker!.id));
  const madeAreas = made.filter(({ values }) => isArea(values.type!)).length;
  return {
    added: plan.added + vanished.length,
    updated: plan.updated - vanished.length,
    unchanged: plan.unchanged,
    moreMarkers: made.length - gone.markers,
    moreAreas: updated.areas + madeAreas - gone.areas,
  };
}

const valuesOf = (line: CopyLine): RowValues => {
  const values = {} as RowValues;
  for (const column of OVERWRITTEN_COLUMNS) {
    values[column] = column === 'category' || column === 'color' ? null : line[column];
  }
  return values;
};
