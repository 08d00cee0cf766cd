import { isUtf8 } from 'node:buffer';
import { badRequest } from '../../base/errors.js';
import type { Block } from '../../format/block.js';
import { parseJsonBlock } from '../../format/json-blocks.js';
import { refuseBatchMembers, tellUnknownMembers } from '../rows/json-row.js';

/** Names that a client is told in the end, and one more, which says that there are others. */
const MAX_UNREAD = 21;
/** In UTF-16 code units. */
const MAX_UNREAD_NAME = 100;

/**
 * Checks a block of a JSON upload, before the upload is answered 202.
 * @param bytes none when the block is oversize: its record is a row error, whatever it holds
 * @returns names of members that the import does not read, a few
 * @throws AppError BAD_REQUEST for what is not JSON in UTF-8, a member that is there twice, and for members that a batch refuses
 */
export function checkJsonBlock(bytes: Buffer, block: Block): readonly string[] {
  if (block.oversize) return [];
  if (!isUtf8(bytes)) {
    const { firstRecord, records } = block;
    const last = firstRecord + records - 1;
    const where = records === 1 ? `markers[${last}]` : `one of markers[${firstRecord}] to markers[${last}]`;
    throw badRequest(`The body must be JSON in UTF-8, and ${where} holds other bytes`);
  }
  const elements = parseJsonBlock(bytes.toString('utf8'), 'refuse');
  const unread = new Set<string>();
  const tell = (name: string) => unread.size < MAX_UNREAD && unread.add(name.slice(0, MAX_UNREAD_NAME));
  for (let i = 0; i < elements.length; i++) {
    refuseBatchMembers(elements[i], block.firstRecord + i);
    tellUnknownMembers(elements[i], tell);
  }
  return [...unread];
}
