import { typeName } from '../../format/cells/field-types.js';
import type { Sql } from '../../store/client.js';
import { ensureFields } from '../../store/fields.js';
import { fieldTypesOf, type LedgerOwner } from '../../store/import-blocks.js';
import { MAX_FOLLOWED_FIELDS } from './field-ledger.js';

/**
 * Defines the custom fields of what an import has committed, typed by all its values
 * (docs/decisions.md#legends-and-fields). Can be repeated.
 * @param mapId where: the import's map, or a clone of it
 * @returns how many of the ledger's fields the map has no room for
 */
export async function defineFields(sql: Sql, job: LedgerOwner, mapId = job.mapId): Promise<number> {
  const fields = await fieldTypesOf(sql, job, MAX_FOLLOWED_FIELDS);
  return ensureFields(sql, mapId, new Map(fields.map(([name, types]) => [name, typeName(types)])));
}
