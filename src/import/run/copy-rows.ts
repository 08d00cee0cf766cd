import { COPY_COLUMNS } from '../../schema/marker-columns.js';
import type { BlockOwner, BlockWrites } from '../../store/block-transactions.js';
import type { OwnIds } from '../../store/same-place.js';
import type { Decision } from '../duplicates/decide.js';
import type { ImportOptions } from '../options.js';
import { completeLines } from '../prepare/complete-lines.js';
import type { MetBlock } from '../prepare/prepare-block.js';

/** A block that is decided, on its way into the database. */
export interface BlockWrite extends BlockOwner {
  /** Records of the block, rejected ones included. */
  records: number;
  /** Its styles with the legend's colours. */
  prepared: MetBlock;
  decision: Decision;
  onDuplicate: ImportOptions['onDuplicate'];
  /** The code by which rows find their markers; null or absent: they find them by place. */
  match?: ImportOptions['match'];
  /** Default: add. */
  onNew?: ImportOptions['onNew'];
  /** The ledger is to have the markers that rows met. */
  keepsMet?: boolean;
  /** Ids that belong to this import. */
  own: OwnIds;
  /** Own rows of an earlier run are on the map. */
  resumed: boolean;
  /** 1 for each of its styles whose colour is the legend's; absent: none is. */
  derivesColor?: Uint8Array;
  /** The moment of this run that decides which markers have expired. Default: that of the writing. */
  nowMs?: number;
  /** Rejected rows to have ready for the job's `errors`. */
  headRows: number;
  /** Custom field -> types, of the fields that the ledger does not know yet in this way. */
  fieldTypes: [name: string, types: number][];
  deduplicatingMs: number;
}

/** Changes that the rows of a block made to the map. */
export interface Written {
  added: number;
  updated: number;
  unchanged: number;
  /** Rows, ascending, that would make the marker that they overwrite longer than markers may be. */
  tooLong: readonly number[];
  /** Markers and areas that the map has more; expired ones may have gone. */
  moreMarkers: number;
  moreAreas: number;
  /** Rows, ascending, whose marker is gone and that are not to make a new one; absent: none. */
  unmet?: readonly number[];
  /** Markers of the map that rows met. */
  met: readonly number[];
  /** Areas, circles and drive times that rows made pins of; absent: none. */
  becamePins?: number;
}

/** Writes rows that meet no marker, or whose duplicates are decided. */
export async function copyRows(writes: BlockWrites, { prepared, decision }: BlockWrite): Promise<Written> {
  const expired: number[] = [];
  prepared.existing?.forEach((met, row) => {
    if (met < 0 && decision.keep[row] === 1) expired.push(-met);
  });
  const more = await addRows(writes, prepared, decision, expired);
  const met = Array.from(prepared.existing?.filter((id) => id > 0) ?? []);
  return { added: decision.kept, updated: 0, unchanged: 0, tooLong: [], met, ...more };
}

/** Copies the kept rows into the map, in the place of expired markers. */
export async function addRows(
  writes: BlockWrites,
  prepared: MetBlock,
  { keep, kept: added }: Pick<Decision, 'keep' | 'kept'>,
  expired: readonly number[],
): Promise<Pick<Written, 'moreMarkers' | 'moreAreas'>> {
  await writes.copy(completeLines(prepared, keep), COPY_COLUMNS);
  const gone = await writes.removeExpired(expired);
  let areas = 0;
  for (let row = prepared.areas.indexOf(1); row !== -1; row = prepared.areas.indexOf(1, row + 1))
    areas += Number(keep[row] === 1);
  return { moreMarkers: added - gone.markers, moreAreas: areas - gone.areas };
}
