import { randomBytes } from 'node:crypto';
import { COPY_COLUMNS, LINE_COLUMNS, OVERWRITTEN_COLUMNS } from '../../schema/marker-columns.js';
import type { RowHashes } from '../../schema/row-hashes.js';
import { lineEndings } from '../prepare/complete-lines.js';
import { endOfColumn } from '../prepare/joined-texts.js';
import { lineBytes, lineStart } from '../prepare/places.js';
import type { PreparedBlock } from '../prepare/prepare-block.js';
import { hashTextExtended } from './hash-text-extended.js';

const NAME = LINE_COLUMNS.indexOf('name');
const TYPE = LINE_COLUMNS.indexOf('type');
const RADIUS = LINE_COLUMNS.indexOf('radius');

/** OID of int8 (pg_type.dat). */
const INT8 = 20;
/**
 * An array in binary: dimensions, has nulls, type, length, first index; then of each element its size, and
 * itself.
 */
const HEAD_BYTES = 20;
const ELEMENT_BYTES = 12;

function columnStart(lines: Buffer, from: number, columns: number): number {
  let at = from;
  for (let column = 0; column < columns; column++) at = endOfColumn(lines, at) + 1;
  return at;
}

/**
 * Hash for each row of the values that it may overwrite: its type, all from the radius on, category and
 * colour. Rows that know their markers by a code may overwrite name and place, too.
 */
export function overwrittenHashes(prepared: PreparedBlock, byCode = false): RowHashes {
  const { rows, lineEnds, styleOf, styles } = prepared;
  const lines = lineBytes(prepared);
  // Without the line end.
  const endings = lineEndings(styles).map((ending) => ending.subarray(0, -1));
  const seed = randomBytes(8);
  const high = seed.readInt32BE(0);
  const low = seed.readInt32BE(4);
  const hashes = Buffer.alloc(HEAD_BYTES + ELEMENT_BYTES * rows);
  for (const [i, value] of [1, 0, INT8, rows, 1].entries()) hashes.writeInt32BE(value, 4 * i);
  let text = Buffer.alloc(0);
  let words = new Int32Array(0);
  for (let row = 0; row < rows; row++) {
    const start = lineStart(prepared, row);
    const typeFrom = byCode ? start : columnStart(lines, start, TYPE);
    const typeTo = byCode ? start : endOfColumn(lines, typeFrom);
    const restFrom = byCode
      ? columnStart(lines, start, NAME)
      : columnStart(lines, typeTo + 1, RADIUS - TYPE - 1) - 1;
    const restTo = lineEnds[2 * row]!;
    const ending = endings[styleOf[row]!]!;
    const length = typeTo - typeFrom + restTo - restFrom + ending.length;
    if (text.length < length) {
      words = new Int32Array(Math.ceil(length / 2));
      text = Buffer.from(words.buffer);
    }
    let to = 0;
    for (let from = typeFrom; from < typeTo; from++) text[to++] = lines[from]!;
    for (let from = restFrom; from < restTo; from++) text[to++] = lines[from]!;
    for (let from = 0; from < ending.length; from++) text[to++] = ending[from]!;
    hashTextExtended({ text, words, length }, { high, low }, hashes, HEAD_BYTES + ELEMENT_BYTES * row + 4);
    hashes.writeInt32BE(8, HEAD_BYTES + ELEMENT_BYTES * row);
  }
  const columns = byCode ? COPY_COLUMNS.slice(NAME) : OVERWRITTEN_COLUMNS;
  return { hashes, columns, seed: seed.readBigInt64BE().toString() };
}
