import type { Sql } from '../../store/client.js';
import { ensureFields } from '../../store/fields.js';
import { fieldTypesOf } from '../../store/import-blocks.js';
import { ALL_TYPES, typeName } from '../rows/field-types.js';

/** Defines the custom fields of what an import has committed, typed by all its values (decision 20). Can be repeated. */
export async function defineFields(sql: Sql, job: { id: string; mapId: number }): Promise<void> {
  const bits = new Map<string, number>();
  for (const [name, types] of await fieldTypesOf(sql, job.id))
    bits.set(name, (bits.get(name) ?? ALL_TYPES) & types);
  await ensureFields(sql, job.mapId, new Map(Array.from(bits, ([name, types]) => [name, typeName(types)])));
}
