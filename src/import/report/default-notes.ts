import { isRegion } from '../../geo/regions/region-type.js';
import type { ColumnMapping } from '../../schema/job.js';
import { isCircle, isDriveTime } from '../../schema/marker-terms.js';
import { type BulkMeta, DEFAULT_DRIVE_TIME_MINUTES, DEFAULT_RADIUS } from '../options.js';
import { isNameless, standInsOf } from '../prepare/names-of-rows.js';
import type { ImportPlan } from '../task.js';

/** Rows that no column names are named by something else, which the client did not ask for. */
export function namelessNotes(task: Pick<ImportPlan, 'format' | 'mapping' | 'options'>): string[] {
  if (!isNameless(task) || isRegion(task.options.markerType)) return [];
  const [first, ...others] = [...standInsOf(task.mapping).map(({ what }) => what), 'coordinates'];
  const instead = others.length === 0 ? '' : ` (where that is empty, its ${others.join(' or ')})`;
  return [
    `No column names the rows, so that the ${first} of each ${others.length === 0 ? 'are' : 'is'} its name${instead}: name the column with column_mapping, as {"name": "header"}.`,
  ];
}

/**
 * A file whose column of radii or minutes is kept as a custom field, as its header is unknown, would give all
 * areas the default size in silence.
 */
export function defaultNotes(mapping: readonly ColumnMapping[], meta: BulkMeta): string[] {
  const { marker_type: type = 'pin' } = meta;
  const mayHold = mapping.some(({ field, how }) => field === null && how === 'custom');
  const isUnread = (name: string): boolean => mayHold && mapping.every(({ field }) => field !== name);
  const notes: string[] = [];
  if (isCircle(type) && meta.default_radius === undefined && isUnread('radius'))
    notes.push(
      `No column is read as the radius, so new circles have ${DEFAULT_RADIUS} ${meta.radius_unit ?? 'miles'}: name the column with column_mapping, or the radius of all with default_radius.`,
    );
  if (isDriveTime(type) && meta.default_drive_time === undefined && isUnread('drive_time'))
    notes.push(
      `No column is read as the drive time, so areas are those of ${DEFAULT_DRIVE_TIME_MINUTES} minutes: name the column with column_mapping, or the minutes of all with default_drive_time.`,
    );
  return notes;
}
