import type { Separators } from './text-columns.js';

interface Definition {
  type: 'bigint' | 'float8' | 'json' | 'text' | 'timestamptz' | 'uuid';
  isRequired?: true;
  /** Part of a line of COPY that has it; absent: imports do not write it. */
  line?: 'keys' | 'cells' | 'area' | 'style';
  /**
   * How a row changes it in the marker that it overwrites. `by code`: only if it knows the marker by a code;
   * `taken`: to what the row has, null included; `kept`: to what the row has, unless that is null; `merged`:
   * by member; `own`: by a rule of its own.
   */
  change?: 'by code' | 'taken' | 'kept' | 'merged' | 'own';
  /** No member of the API shows it as it is. */
  isInner?: true;
  /** Text that clients set as they like, within the address or as a member of its own. */
  text?: 'address' | 'own';
}

/**
 * Columns of `markers`, in the order of the lists that come from here. Texts of rows stand together, up to
 * `zip`: lines have them in one piece.
 */
export const MARKER_COLUMNS = {
  map_id: { type: 'bigint', isRequired: true, line: 'keys', isInner: true },
  id: { type: 'bigint', isRequired: true, line: 'keys' },
  name: { type: 'text', isRequired: true, line: 'cells', change: 'by code' },
  type: { type: 'text', isRequired: true, line: 'cells', change: 'taken' },
  lat: { type: 'float8', isRequired: true, line: 'cells', change: 'by code' },
  lng: { type: 'float8', isRequired: true, line: 'cells', change: 'by code' },
  cell: { type: 'bigint', isRequired: true, line: 'cells', change: 'by code', isInner: true },
  radius: { type: 'float8', line: 'cells', change: 'own' },
  street: { type: 'text', line: 'cells', change: 'kept', text: 'address' },
  street2: { type: 'text', line: 'cells', change: 'kept', text: 'address' },
  city: { type: 'text', line: 'cells', change: 'kept', text: 'address' },
  state: { type: 'text', line: 'cells', change: 'kept', text: 'address' },
  country: { type: 'text', line: 'cells', change: 'kept', text: 'address' },
  zip: { type: 'text', line: 'cells', change: 'kept', text: 'address' },
  custom_fields: { type: 'json', line: 'cells', change: 'merged' },
  extras: { type: 'json', line: 'cells', change: 'merged' },
  region_source: { type: 'text', line: 'area', change: 'taken' },
  /** Key of its drive-time area; null for others. */
  area: { type: 'uuid', line: 'area', change: 'taken', isInner: true },
  /** Tells markers apart whose place is only that of a postal code, city, state or country. */
  address_key: { type: 'bigint', line: 'area', change: 'own', isInner: true },
  expires_at: { type: 'timestamptz', line: 'cells', change: 'kept', isInner: true },
  category: { type: 'text', line: 'style', change: 'kept', text: 'own' },
  color: { type: 'text', line: 'style', change: 'own' },
  created_at: { type: 'timestamptz', isRequired: true },
  updated_at: { type: 'timestamptz', isInner: true },
  /** Hash of the row that wrote it last. */
  written: { type: 'bigint', line: 'keys', isInner: true },
} as const satisfies Readonly<Record<string, Definition>>;

type Columns = typeof MARKER_COLUMNS;
export type MarkerColumn = keyof Columns;
interface Values {
  bigint: number;
  float8: number;
  json: Record<string, string>;
  text: string;
  timestamptz: string;
  uuid: string;
}
export type MarkerValues = {
  [Column in MarkerColumn]:
    | Values[Columns[Column]['type']]
    | (Columns[Column] extends { isRequired: true } ? never : null);
};
/** Columns whose definition has one of some values. */
type With<Key extends keyof Definition, Value> = {
  [Column in MarkerColumn]: Columns[Column] extends Readonly<Record<Key, Value>> ? Column : never;
}[MarkerColumn];

export const columnsWith = <Key extends keyof Definition, Value extends Definition[Key]>(
  key: Key,
  ...values: readonly Value[]
): readonly With<Key, Value>[] =>
  (Object.entries(MARKER_COLUMNS) as [With<Key, Value>, Definition][]).flatMap(([column, definition]) =>
    values.includes(definition[key] as Value) ? [column] : [],
  );

/** Columns of the lines of a block, in order; those of its styles follow them. */
export const LINE_COLUMNS = [
  ...columnsWith('line', 'keys'),
  ...columnsWith('line', 'cells'),
  ...columnsWith('line', 'area'),
];
/** Texts that a row has as its upload does, in the order of the lines. */
export const LINE_TEXTS = columnsWith('text', 'address', 'own').filter(
  (column): column is With<'text', string> & With<'line', 'cells'> => MARKER_COLUMNS[column].line === 'cells',
);
/** Columns of COPY: those of the lines, and those that `completeLines` adds. */
export const COPY_COLUMNS = [...LINE_COLUMNS, ...columnsWith('line', 'style')];

/** Columns that a row can change in a marker, in the order of the table. */
export const CHANGED_COLUMNS = columnsWith('change', 'by code', 'taken', 'kept', 'merged', 'own');
/** Columns that only rows which know their markers by a code can change: the last three together. */
export const PLACED_COLUMNS = columnsWith('change', 'by code');

type OverwrittenColumn = Exclude<(typeof CHANGED_COLUMNS)[number], (typeof PLACED_COLUMNS)[number]>;
/** Columns that every overwriting row can change, in the order of COPY. */
export const OVERWRITTEN_COLUMNS = COPY_COLUMNS.filter(
  (column): column is OverwrittenColumn =>
    CHANGED_COLUMNS.includes(column as OverwrittenColumn) && !PLACED_COLUMNS.includes(column as 'name'),
);

/** SQL types by column; JSON arrives as text. */
const typesOf = <Column extends MarkerColumn>(columns: readonly Column[]) =>
  Object.fromEntries(
    columns.map((column) => [column, MARKER_COLUMNS[column].type.replace('json', 'text')]),
  ) as Record<Column, string>;
/** Columns up to the JSON objects. */
const MEMBERS_END = OVERWRITTEN_COLUMNS.indexOf('extras') + 1;

/**
 * Columns of rows that overwrite markers, with their SQL types. `name` and `cell` show whether the row still
 * matches the marker; `written` is null where several rows make the change.
 */
export const UPDATED = {
  ...typesOf(['id', 'written', 'name', 'cell', ...OVERWRITTEN_COLUMNS.slice(0, MEMBERS_END)]),
  /** `RemovedMembers` of the row, applied before its values. */
  removed: 'jsonb',
  ...typesOf(OVERWRITTEN_COLUMNS.slice(MEMBERS_END)),
  /** The colour comes from the legend: it is written only where the category changes. */
  derives_color: 'boolean',
  /** Its country is the import's default: it counts where the marker has none. */
  implies_country: 'boolean',
  /** Its radius is the import's default: it counts where the marker has none. */
  implies_radius: 'boolean',
};

/**
 * Columns of rows that overwrite markers whose `code` they name: `name` and `cell`, with the place, are what
 * the marker gets; null: it keeps its own.
 */
export const UPDATED_BY_CODE = { ...UPDATED, ...typesOf(['lat', 'lng']), code: 'text' };

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
