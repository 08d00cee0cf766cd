import { spellingsOf } from '../../base/near-name.js';

/**
 * Names of import options that no data has, so that one of them among data is an option in the wrong place:
 * refused, because an import without it (`dry_run`) may be what the sender wanted to avoid. A list of its
 * own: threads need no schemas.
 */
export const PLAIN_OPTIONS: ReadonlySet<string> = new Set([
  'on_duplicate',
  'on_new',
  'missing_tolerance',
  'default_country',
  'marker_type',
  'auto_map',
  'default_radius',
  'radius_unit',
  'default_drive_time',
  'dry_run',
  'fill_merged',
  'header_row',
  'skip_rows_after',
  'column_mapping',
]);

const rightSpelling = spellingsOf(PLAIN_OPTIONS);

/** The option that a name among data is, or is meant as (`dryRun`); null: none. */
export const plainOption = (name: string): string | null =>
  PLAIN_OPTIONS.has(name) ? name : rightSpelling(name);
