import { ALL_TYPES, narrowTypes } from '../../format/cells/field-types.js';
import { LINE_COLUMNS } from '../../schema/marker-columns.js';
import { readCopyText } from '../prepare/copy-line.js';
import { linesOf } from '../prepare/places.js';
import type { BlockWrite } from './copy-rows.js';

const CUSTOM_FIELDS = LINE_COLUMNS.indexOf('custom_fields');

/**
 * The types of a block's custom fields by the values of the rows that become markers: what was skipped or
 * rejected defines no field, and widens none.
 * @param tooLong rows that turned out to be rejected, ascending
 */
export function keptFieldTypes(
  { prepared, decision, fieldTypes }: BlockWrite,
  tooLong: readonly number[],
): [name: string, types: number][] {
  if (
    fieldTypes.length === 0 ||
    (decision.kept + (decision.unchanged ?? 0) === prepared.rows && tooLong.length === 0)
  )
    return fieldTypes;
  const asked = new Map(fieldTypes);
  const attached = new Set(prepared.attachedFields);
  const rejected = new Set(tooLong);
  const types = new Map<string, number>();
  linesOf(prepared).forEach((line, row) => {
    if (decision.keep[row] === 0 || rejected.has(row)) return;
    const json = readCopyText(line.split('\t', CUSTOM_FIELDS + 1)[CUSTOM_FIELDS]!);
    if (json === null) return;
    for (const [name, value] of Object.entries(JSON.parse(json) as Record<string, string>)) {
      const asAttached = asked.get(name);
      if (asAttached === undefined) continue;
      types.set(name, attached.has(name) ? asAttached : narrowTypes(types.get(name) ?? ALL_TYPES, value));
    }
  });
  return [...types];
}
