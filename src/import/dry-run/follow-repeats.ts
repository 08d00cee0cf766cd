import { setImmediate } from 'node:timers/promises';
import { inTurn } from '../../base/in-turn.js';
import type { Block } from '../../format/block.js';
import { OverwritePlanner, type RowEffect } from '../duplicates/overwrite.js';
import type { OverwritingRows } from './overwriting-rows.js';
import type { PreviewLegend } from './preview-legend.js';
import type { SharingRow, SharingRows } from './sharing-rows.js';

/** Memory for the markers of followed rows: for each row its text, and what else it takes. */
const MOST_BYTES = 64 * 1024 * 1024;
const BYTES_BESIDE_TEXT = 1000;
/** A row takes some 10 µs, so that others wait 1 ms. */
const ROWS_AT_ONCE = 100;

interface Following {
  blocks: readonly Block[];
  marked: OverwritingRows;
  /** Knows the colours of all categories of the upload. */
  legend: PreviewLegend;
  nowMs: number;
  /** Blocks that are read ahead. */
  workers: number;
}

/**
 * Follows the rows that share markers with others, in file order, as an import would write them.
 * @param read the rows of a block that are marked
 * @param settle takes each row that repeats others, with its effect
 * @returns number of such rows that were not followed, as the memory is bounded
 */
export async function followRepeats(
  { blocks, marked, legend, nowMs, workers }: Following,
  read: (block: Block, wanted: Uint8Array) => Promise<SharingRows>,
  settle: (row: SharingRow, effect: RowEffect) => void,
): Promise<number> {
  const planner = new OverwritePlanner(nowMs);
  const wanted = (block: Block) => marked.marksOf(block.firstRecord, block.records);
  const sharing = blocks.filter((block) => wanted(block).some((mark) => mark !== 0));
  let bytes = 0;
  let unfollowed = 0;
  for await (const { rows } of inTurn(sharing, workers, (block) => read(block, wanted(block)))) {
    for (const [i, row] of rows.entries()) {
      if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
      bytes += row.characters + BYTES_BESIDE_TEXT;
      const isRepeat = marked.isRepeat(row.record);
      if (bytes > MOST_BYTES) unfollowed += isRepeat ? 1 : 0;
      else {
        const effect = planner.add(withColor(row, legend), row.record);
        if (isRepeat) settle(row, effect);
      }
    }
  }
  return unfollowed;
}

function withColor({ incoming }: SharingRow, legend: PreviewLegend) {
  const { values, derivesColor } = incoming;
  if (!derivesColor || values.category === null) return incoming;
  return { ...incoming, values: { ...values, color: legend.knownColorOf(values.category) } };
}

export const unfollowedNotes = (unfollowed: number): string[] =>
  unfollowed === 0
    ? []
    : [
        `The upload repeats too many rows to follow all of them: ${unfollowed.toLocaleString('en')} of the rows that count as updated may change nothing.`,
      ];
