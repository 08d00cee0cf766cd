import type { RememberedColumn } from '../../schema/header-memory.js';
import { isMappedField } from '../../schema/import-fields.js';
import type { ColumnMapping } from '../../schema/job.js';
import { withoutErrorColumns } from './error-column.js';
import { KEPT_CUSTOM } from './mapping.js';

const IGNORED = 'ignored';
/** A column that is a custom field although its header is the name of another field. */
const CUSTOM = 'custom';

/** Mapping as header memory keeps it: everything that decides how the same header row is read again. */
export function mappingToRemember(mapping: readonly ColumnMapping[]): RememberedColumn[] {
  const own = withoutErrorColumns(mapping.map(({ header }) => header)).length;
  return mapping.slice(0, own).map(({ field, how, why }) => {
    if (field !== null) return field;
    if (how === 'ignored') return IGNORED;
    return why === KEPT_CUSTOM ? CUSTOM : null;
  });
}

/**
 * Reads the columns that nothing has decided yet as they were confirmed for this header row. What is
 * explicit, ignored or exact stays, and a field that is taken stays where it is.
 * @param memory by column; null where the column was a custom field
 */
export function applyMemory(
  mapping: readonly ColumnMapping[],
  memory: readonly RememberedColumn[],
): ColumnMapping[] {
  const open = mapping.map((column): ColumnMapping => {
    if (memory[column.index] !== CUSTOM || column.how === 'explicit' || column.how === 'ignored')
      return column;
    return { ...column, field: null, how: 'custom', why: KEPT_CUSTOM };
  });
  const taken = new Set(open.map(({ field }) => field));
  return open.map((column) => {
    if (column.how !== 'custom') return column;
    const field = memory[column.index] ?? null;
    if (field === IGNORED) return { ...column, how: 'ignored', why: 'remembered from an earlier upload' };
    // A later version may have given up a field.
    if (field === null || !isMappedField(field) || taken.has(field)) return column;
    taken.add(field);
    return { ...column, field, how: 'memory', confidence: 1 };
  });
}
