import { exactField } from '../../../schema/import-fields.js';
import { unitOf } from './unit-row.js';

export interface HeaderRows {
  /** Name of the group of each column; null: there are no groups. */
  readonly groups: readonly string[] | null;
  readonly names: readonly string[];
  /** Units of the columns; null: there are none. */
  readonly units: readonly string[] | null;
}

/**
 * One header out of the rows of one: `Contact` over `Phone` is `Contact Phone`, `km` below `Radius` is
 * `Radius (km)`. The only name that says latitude or longitude stays as it is: it is the surest header of
 * coordinates.
 */
export function joinHeader({ groups, names, units }: HeaderRows): string[] {
  const columns = Math.max(names.length, groups?.length ?? 0, units?.length ?? 0);
  const axes = (['lat', 'lng'] as const).flatMap((axis) => onlyOne(names, axis));
  return Array.from({ length: columns }, (_, column) => {
    if (axes.includes(column)) return names[column]!;
    const name = underGroup(groups?.[column] ?? '', names[column] ?? '');
    const unit = unitOf(units?.[column] ?? '');
    return unit === '' || name === '' || name.includes(unit) ? name : `${name} (${unit})`;
  });
}

function onlyOne(names: readonly string[], axis: 'lat' | 'lng'): number[] {
  const columns = [...names.keys()].filter((column) => exactField(names[column]!) === axis);
  return columns.length === 1 ? columns : [];
}

function underGroup(group: string, name: string): string {
  if (name === '' || group === '') return name || group;
  return name.toLowerCase().startsWith(group.toLowerCase()) ? name : `${group} ${name}`;
}

/**
 * Groups whose name stands over the first of their columns, over all of them. A name without one below it is
 * that of its own column alone.
 */
export function spreadGroups(groups: readonly string[], names: readonly string[]): string[] {
  let group = '';
  return Array.from({ length: Math.max(groups.length, names.length) }, (_, column) => {
    const own = groups[column] ?? '';
    const name = names[column] ?? '';
    if (own !== '') group = name === '' ? '' : own;
    return own !== '' ? own : name === '' ? '' : group;
  });
}
