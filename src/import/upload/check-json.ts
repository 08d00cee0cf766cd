import { isUtf8 } from 'node:buffer';
import { badRequest } from '../../errors.js';
import type { Block } from '../block.js';
import { parseJsonBlock } from '../format/json-blocks.js';
import { refuseBatchMembers } from '../rows/json-row.js';

/**
 * What must be known of a JSON upload before it is answered 202.
 * @param bytes none when the block is oversize: its record is a row error, whatever it holds
 * @throws AppError BAD_REQUEST for what is not JSON in UTF-8, a member that is there twice, and for members that a batch refuses
 */
export function checkJsonBlock(bytes: Buffer, block: Block): void {
  if (block.oversize) return;
  if (!isUtf8(bytes)) {
    const { firstRecord, records } = block;
    const last = firstRecord + records - 1;
    const where = records === 1 ? `markers[${last}]` : `one of markers[${firstRecord}] to markers[${last}]`;
    throw badRequest(`The body must be JSON in UTF-8, and ${where} holds other bytes`);
  }
  const elements = parseJsonBlock(bytes.toString('utf8'), 'refuse');
  for (let i = 0; i < elements.length; i++) refuseBatchMembers(elements[i], block.firstRecord + i);
}
