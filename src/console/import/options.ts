import type { ChoroplethMethod } from '../../import/choropleth/config.js';
import type { BulkMeta } from '../../import/options.js';
import type { RampName } from '../../schema/color-ramps.js';
import type { DryRun, PreviewColumn } from '../../schema/dry-run.js';
import type { MarkerType } from '../../schema/marker-terms.js';

export const CUSTOM = 'custom';
export const IGNORE = 'ignore';

/** Choices of the person; what is absent the service decides. */
export interface Choices {
  /** Readings of columns by their index: a field, CUSTOM or IGNORE. */
  columns: Record<number, string>;
  headerRow: number | null;
  sheet: string;
  defaultCountry: string;
  /**
   * Fate of rows that meet a place: leave out, update by name and place, or update by the code in `match`.
   */
  meeting: 'skip' | 'overwrite' | 'match';
  /** Value as the option `match` takes it. */
  match: string;
  addsNew: boolean;
  removesMissing: boolean;
  /** Remove although this many rows are rejected. */
  tolerated: number;
  /** Remove more than half of the map. */
  confirmed: boolean;
  remembers: boolean;
  markerType: MarkerType;
  /** Header of the column whose numbers colour the rows; empty: none does. */
  classField: string;
  classCount: number;
  method: ChoroplethMethod;
  ramp: RampName;
}

const KEPT = [
  'meeting',
  'match',
  'addsNew',
  'removesMissing',
  'defaultCountry',
  'markerType',
  'classField',
  'classCount',
  'method',
  'ramp',
] as const;
const storageKey = (mapId: number): string => `cartload.import.${mapId}`;

/** Those of the last import into the map, so that the next file of the kind needs one click. */
export function firstChoices(mapId: number): Choices {
  const choices: Choices = {
    columns: {},
    headerRow: null,
    sheet: '',
    defaultCountry: '',
    meeting: 'skip',
    match: '',
    addsNew: true,
    removesMissing: false,
    tolerated: 0,
    confirmed: false,
    remembers: true,
    markerType: 'pin',
    classField: '',
    classCount: 5,
    method: 'quantile',
    ramp: 'yellow-red',
  };
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(mapId)) ?? '{}');
    for (const name of KEPT)
      if (typeof kept[name] === typeof choices[name]) Object.assign(choices, { [name]: kept[name] });
  } catch {
    // Written by something else.
  }
  return choices;
}

/** @param mapping of the file, for the headers of corrected columns */
export function keepChoices(mapId: number, choices: Choices, mapping: readonly PreviewColumn[]): void {
  const kept = Object.fromEntries(KEPT.map((name) => [name, choices[name]]));
  const corrected = mapping.filter(({ index }) => choices.columns[index] !== undefined);
  const readings = Object.fromEntries(corrected.map(({ index, header }) => [header, choices.columns[index]]));
  localStorage.setItem(storageKey(mapId), JSON.stringify({ ...kept, readings }));
}

/**
 * Corrections of the last import that this file needs, too: the service remembers none against a header that
 * is the name of a field.
 */
export function keptColumns(mapId: number, mapping: readonly PreviewColumn[]): Choices['columns'] {
  const { readings = {} } = JSON.parse(localStorage.getItem(storageKey(mapId)) ?? '{}');
  const needed = mapping.filter(
    (column) => readings[column.header] && readings[column.header] !== readingOf(column),
  );
  return Object.fromEntries(needed.map(({ index, header }) => [index, readings[header]]));
}

export const readingOf = ({ field, how }: PreviewColumn): string =>
  how === 'ignored' ? IGNORE : (field ?? CUSTOM);

/**
 * Columns that are chosen, as the options of an import say them. `column_mapping` can name no custom field:
 * where a column is to become one, all readings are given, and nothing else is recognised.
 */
function columnOptions(columns: Choices['columns'], mapping: readonly PreviewColumn[]): BulkMeta {
  const chosen = Object.entries(columns).map(([index, reading]) => ({ index: Number(index), reading }));
  const isFull = chosen.some(({ reading }) => reading === CUSTOM);
  const named = new Map<string, number>();
  if (isFull)
    for (const column of mapping) {
      const reading = readingOf(column);
      if (columns[column.index] === undefined && reading !== CUSTOM && reading !== IGNORE)
        named.set(reading, column.index);
    }
  for (const { index, reading } of chosen)
    if (reading !== CUSTOM && reading !== IGNORE) named.set(reading, index);
  const ignored = mapping.filter(
    (column) => (columns[column.index] ?? (isFull ? readingOf(column) : '')) === IGNORE,
  );
  return {
    ...(isFull ? { auto_map: false } : {}),
    ...(named.size > 0 ? { column_mapping: Object.fromEntries(named) } : {}),
    ...(ignored.length > 0 ? { ignore: ignored.map(({ header }) => header) } : {}),
  };
}

/** @param mapping of the last dry run */
export function metaOf(choices: Choices, mapping: readonly PreviewColumn[]): BulkMeta {
  const { columns, headerRow, sheet, defaultCountry, meeting, match, addsNew, removesMissing } = choices;
  const { markerType, classField, classCount, method, ramp } = choices;
  return {
    ...columnOptions(columns, mapping),
    ...(headerRow !== null ? { header_row: headerRow } : {}),
    ...(sheet.trim() !== '' ? { sheet: sheet.trim() } : {}),
    ...(/^[A-Za-z]{2,3}$/.test(defaultCountry) ? { default_country: defaultCountry } : {}),
    ...(meeting === 'match' && match !== ''
      ? { match }
      : { on_duplicate: meeting === 'skip' ? 'skip' : 'overwrite' }),
    ...(markerType === 'pin' ? {} : { marker_type: markerType }),
    ...(classField === '' ? {} : { choropleth: { field: classField, classes: classCount, method, ramp } }),
    ...(addsNew ? {} : { on_new: 'skip' }),
    ...(removesMissing
      ? { missing: 'delete', missing_tolerance: choices.tolerated, confirm: choices.confirmed }
      : {}),
  };
}

/** Columns whose values can be the code by which places are told, the likeliest first. */
export function codeColumns(mapping: readonly PreviewColumn[]): { match: string; header: string }[] {
  const codes = mapping
    .filter(({ field, how }) => field === 'location_code' || (field === null && how !== 'ignored'))
    .map(({ field, header }) => ({ match: field ?? `field:${header}`, header }));
  const isCode = ({ match, header }: { match: string; header: string }): boolean =>
    match === 'location_code' ||
    /(^|[\s_.-])(id|code|nr|no|number|key|sku|ref)\b/i.test(header) ||
    /[a-z]I[dD]$/.test(header);
  return codes.toSorted((a, b) => Number(isCode(b)) - Number(isCode(a)));
}

/** A form of the file and its options, which come first so that the file is read by them. */
export function formOf(file: Blob, name: string, meta: BulkMeta): FormData {
  const form = new FormData();
  form.append('meta', JSON.stringify(meta));
  form.append('file', file, name);
  return form;
}

/** Rows that the import would write. */
export const writtenRows = ({ counts }: DryRun): number => counts.added + counts.updated;
