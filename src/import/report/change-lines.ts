import { csvLine } from '../../format/write/csv-cell.js';
import type { MarkerChange } from '../../schema/marker-change.js';
import { columnsWith } from '../../schema/marker-columns.js';

export const CHANGES_HEADER = csvLine(['marker_id', 'code', 'name', 'change', 'member', 'old', 'new']);

/** Columns that are no members of a marker; its expiry is one of `extras`, as it was written. */
const INNER: ReadonlySet<string> = new Set(columnsWith('isInner', true));
/** Columns whose members have a line each, and what stands before their names. */
const OBJECTS: Readonly<Record<string, string>> = { custom_fields: 'custom_fields.', extras: '' };

type Difference = [member: string, before: unknown, after: unknown];

/** A line for each member that was changed; one without a member for a marker that was added or deleted. */
export function changeLines({ markerId, name, code, changes }: MarkerChange): string {
  const line = (change: string, [member, before, after]: Difference): string =>
    csvLine([String(markerId), code ?? '', name, change, member, textOf(before), textOf(after)]);
  if (changes === null) return line('added', NOTHING);
  const whole = Object.keys(OF_WHOLE_MARKERS).find((key) => Object.hasOwn(changes, key));
  if (whole !== undefined) return line(OF_WHOLE_MARKERS[whole]!, NOTHING);
  const differences = differencesOf(changes as Record<string, [unknown, unknown]>);
  return (differences.length === 0 ? [NOTHING] : differences)
    .map((difference) => line('updated', difference))
    .join('');
}

const NOTHING: Difference = ['', '', ''];

/** Keys of changes that are no columns, and what the list calls them. */
const OF_WHOLE_MARKERS: Readonly<Record<string, string>> = {
  deleted: 'deleted',
  restored: 'restored',
  left: 'left as it is',
};

/** The members of a marker that were changed, each with its values before and after. */
export const differencesOf = (changes: Record<string, [unknown, unknown]>): Difference[] =>
  Object.entries(changes).flatMap(([column, [before, after]]): Difference[] => {
    if (INNER.has(column)) return [];
    const prefix = OBJECTS[column];
    if (prefix === undefined) return before === after ? [] : [[column, before, after]];
    const [was, is] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
    const names = new Set([...Object.keys(was!), ...Object.keys(is!)]);
    return [...names].flatMap((name): Difference[] => {
      const [old, fresh] = [was!, is!].map((of) => (Object.hasOwn(of, name) ? of[name] : null));
      return old === fresh ? [] : [[prefix + name, old, fresh]];
    });
  });

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
