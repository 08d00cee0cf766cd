/** Columns of the rows that overwrite markers, with their types; `name` and `cell` tell whether the marker is the row's still. */
export const UPDATED = {
  id: 'bigint',
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
  /** What the marker is to lose (`RemovedMembers`), before it gets what the row has. */
  removed: 'jsonb',
  expires_at: 'timestamptz',
  region_source: 'text',
  area: 'uuid',
  address_key: 'bigint',
  category: 'text',
  color: 'text',
  /** Its colour is the legend's: it counts where the category is another. */
  derives_color: 'boolean',
  /** Its country is the import's default: it counts where the marker has none. */
  implies_country: 'boolean',
} as const;
export const UPDATED_COLUMNS = Object.keys(UPDATED) as (keyof typeof UPDATED)[];
export type UpdateColumns = Record<keyof typeof UPDATED, (string | null)[]>;
