import type { Separators } from './text-columns.js';

/**
 * Columns of rows that overwrite markers, with their SQL types. `name` and `cell` show whether the row still
 * matches the marker.
 */
export const UPDATED = {
  id: 'bigint',
  /** Hash of the row; null: several rows make the change. */
  written: 'bigint',
  name: 'text',
  cell: 'bigint',
  type: 'text',
  radius: 'float8',
  street: 'text',
  street2: 'text',
  city: 'text',
  state: 'text',
  country: 'text',
  zip: 'text',
  custom_fields: 'text',
  extras: 'text',
  /** `RemovedMembers` of the row, applied before its values. */
  removed: 'jsonb',
  expires_at: 'timestamptz',
  region_source: 'text',
  area: 'uuid',
  address_key: 'bigint',
  category: 'text',
  color: 'text',
  /** The colour comes from the legend: it is written only where the category changes. */
  derives_color: 'boolean',
  /** Its country is the import's default: it counts where the marker has none. */
  implies_country: 'boolean',
  /** Its radius is the import's default: it counts where the marker has none. */
  implies_radius: 'boolean',
} as const;

/**
 * Columns of rows that overwrite markers whose `code` they name: `name` and `cell`, with the place, are what
 * the marker gets; null: it keeps its own.
 */
export const UPDATED_BY_CODE = { ...UPDATED, lat: 'float8', lng: 'float8', code: 'text' } as const;

export type UpdatedColumn = keyof typeof UPDATED_BY_CODE;
export const UPDATED_COLUMNS = Object.keys(UPDATED) as (keyof typeof UPDATED)[];
export const UPDATED_BY_CODE_COLUMNS = Object.keys(UPDATED_BY_CODE) as UpdatedColumn[];

/** Rows that overwrite markers, at least one, by column. */
export interface UpdatedRows extends Separators {
  /** The joined texts of a column; `id`, `name` and `cell` are among these. */
  differing: ReadonlyMap<UpdatedColumn, Buffer>;
  /** Columns with one text for all rows. */
  shared: ReadonlyMap<UpdatedColumn, string | null>;
}
