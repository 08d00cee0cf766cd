import { isUtf8 } from 'node:buffer';
import { type AppError, badRequest } from '../../base/errors.js';
import type { Block } from '../../format/block.js';
import { JsonCells } from '../../format/json-cells.js';
import { ELEMENT, JsonNames } from '../../format/json-names.js';
import { ADDRESS_MEMBERS, EXTRA_MEMBERS } from '../../schema/marker-terms.js';
import { plainOption } from './option-names.js';

/** One type, colour and radius applies to the whole batch (docs/decisions.md#json-batches). */
const REFUSED_MEMBERS = ['type', 'color', 'radius', 'radius_unit'] as const;
const MARKER: ReadonlySet<string> = new Set([
  ...['name', 'lat', 'lng', 'address', 'region_code', 'category', 'custom_fields'],
  ...EXTRA_MEMBERS,
]);
const ADDRESS: ReadonlySet<string> = new Set(ADDRESS_MEMBERS);

/** Names that a client is told in the end, and one more, which says that there are others. */
const MAX_UNREAD = 21;
/** In UTF-16 code units. */
const MAX_UNREAD_NAME = 100;

/**
 * Checks a block of a JSON upload, before the upload is answered 202.
 * @param bytes none when the block is oversize: its record is a row error, whatever it holds
 * @returns names of members that the import does not read, a few
 * @throws AppError BAD_REQUEST for what is not JSON in UTF-8, a member that is there twice, and for members
 * that a batch refuses
 */
export function checkJsonBlock(bytes: Buffer, block: Block): readonly string[] {
  if (block.oversize) return [];
  if (!isUtf8(bytes)) {
    const { firstRecord, records } = block;
    const last = firstRecord + records - 1;
    const where = records === 1 ? `markers[${last}]` : `one of markers[${firstRecord}] to markers[${last}]`;
    throw badRequest(`The body must be JSON in UTF-8, and ${where} holds other bytes`);
  }
  const names = new JsonNames();
  const refused = REFUSED_MEMBERS.map((member) => names.idOf(ELEMENT, member));
  const address = names.idOf(ELEMENT, 'address');
  const cells = new JsonCells(bytes, names, 'refuse');
  const unread = new Set<string>();
  const tell = (name: string) => unread.size < MAX_UNREAD && unread.add(name.slice(0, MAX_UNREAD_NAME));
  let refusal: AppError | null = null;
  for (let known = 0, index = block.firstRecord; cells.advance(); index++) {
    refusal ??= refusalOf(
      refused.findIndex((name) => cells.find(name) !== -1),
      index,
    );
    if (names.keys.length === known) continue;
    known = names.keys.length;
    const keysIn = (parent: number): string[] =>
      Array.from(cells.names.subarray(0, cells.count))
        .filter((name) => names.parents[name] === parent)
        .map((name) => names.keys[name]!);
    for (const key of keysIn(ELEMENT)) {
      if (MARKER.has(key)) continue;
      const option = plainOption(key);
      if (option !== null) refusal ??= misplaced(key, option, index);
      tell(`markers[].${key}`);
    }
    for (const key of keysIn(address)) if (!ADDRESS.has(key)) tell(`markers[].address.${key}`);
  }
  if (refusal !== null) throw refusal;
  return [...unread];
}

const misplaced = (key: string, option: string, index: number): AppError =>
  badRequest(
    `markers[${index}].${key} is an option of the whole import: put "${option}" beside "markers" or into the query`,
  );

const refusalOf = (member: number, index: number): AppError | null =>
  member === -1
    ? null
    : badRequest(
        `markers[${index}].${REFUSED_MEMBERS[member]} is not supported in a bulk import; use marker_type and its options`,
      );
