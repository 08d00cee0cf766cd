import { KEY_WORDS } from '../../markers/duplicate-key.js';
import { UNCHANGED } from '../duplicates/decide.js';
import { keptLines } from '../prepare/complete-lines.js';
import type { MetBlock } from '../prepare/prepare-block.js';
import { RowDefect } from '../rows/incoming-row.js';
import { type RefusedRow, withRefused } from '../rows/rejections.js';
import type { BlockWrite } from './copy-rows.js';

/**
 * A block with some of its rows only; the others are as if they had not been there.
 * @param wanted 1 for each row that stays
 */
export function selectRows(write: BlockWrite, wanted: Uint8Array): BlockWrite {
  const { prepared, decision } = write;
  const rows = countOf(wanted, 1);
  const { branches, existing } = prepared;
  const selected: MetBlock = {
    ...prepared,
    rows,
    lines: keptLines(prepared, wanted),
    lineEnds: selectLineEnds(prepared, wanted),
    records: prepared.records.filter((_, row) => wanted[row] === 1),
    fileLines: prepared.fileLines.filter((_, row) => wanted[row] === 1),
    keys: prepared.keys.filter((_, word) => wanted[Math.floor(word / KEY_WORDS)] === 1),
    branches: branches && {
      addressKeys: branches.addressKeys.filter((_, row) => wanted[row] === 1),
      keys: branches.keys.filter((_, word) => wanted[Math.floor(word / KEY_WORDS)] === 1),
    },
    coded: prepared.coded?.filter((_, row) => wanted[row] === 1) ?? null,
    styleOf: prepared.styleOf.filter((_, row) => wanted[row] === 1),
    impliesCountry: prepared.impliesCountry?.filter((_, row) => wanted[row] === 1) ?? null,
    impliesRadius: prepared.impliesRadius?.filter((_, row) => wanted[row] === 1) ?? null,
    removed: prepared.removed && selectKeys(prepared.removed, wanted),
    areas: prepared.areas.filter((_, row) => wanted[row] === 1),
    written: prepared.written.filter((_, row) => wanted[row] === 1),
    existing: existing === null ? null : existing.filter((_, row) => wanted[row] === 1),
  };
  const keep = decision.keep.filter((_, row) => wanted[row] === 1);
  const kept = countOf(keep, 1);
  const unchanged = countOf(keep, UNCHANGED);
  const repeated = decision.repeated?.filter((_, row) => wanted[row] === 1);
  return {
    ...write,
    prepared: selected,
    decision: { ...decision, keep, kept, unchanged, ...(repeated && { repeated }) },
  };
}

const countOf = (signs: Uint8Array, wanted: number): number =>
  signs.reduce((sum, sign) => sum + Number(sign === wanted), 0);

function selectKeys<Value>(of: ReadonlyMap<number, Value>, wanted: Uint8Array): Map<number, Value> {
  const selected = new Map<number, Value>();
  for (let row = 0, to = 0; row < wanted.length; row++) {
    if (wanted[row] !== 1) continue;
    const value = of.get(row);
    if (value !== undefined) selected.set(to, value);
    to++;
  }
  return selected;
}

/** Line ends of the kept lines once the others are gone. */
function selectLineEnds({ lineEnds, rows }: MetBlock, wanted: Uint8Array): Uint32Array {
  const selected: number[] = [];
  let gone = 0;
  for (let row = 0; row < rows; row++) {
    const start = row === 0 ? 0 : lineEnds[2 * row - 1]!;
    if (wanted[row] === 1) selected.push(lineEnds[2 * row]! - gone, lineEnds[2 * row + 1]! - gone);
    else gone += lineEnds[2 * row + 1]! - start;
  }
  return Uint32Array.from(selected);
}

/** Longest message of the database that a client is shown. */
const MAX_MESSAGE = 200;

/** Defect of a row with a value that the database refuses with a message. */
export const refusedValue = (message: string): RowDefect =>
  new RowDefect(
    'value_invalid',
    `the database cannot hold a value of this row: ${message.slice(0, MAX_MESSAGE)}`,
  );

/** A block whose refused rows are rejected. @param refused ascending */
export function rejectRows(write: BlockWrite, refused: readonly RefusedRow[]): BlockWrite {
  const wanted = new Uint8Array(write.prepared.rows).fill(1);
  for (const { row } of refused) wanted[row] = 0;
  const selected = selectRows(write, wanted);
  const rejections = withRefused(write.prepared, refused);
  return { ...selected, prepared: { ...selected.prepared, rejections } };
}
