/** Member of rows and of markers with the code by which an import matches them. */
export interface Match {
  column: 'extras' | 'custom_fields';
  name: string;
}

/** A marker by what rows may meet it. The name is trimmed, in UTF-8, at `from` to `to`. */
export interface KeyedMarker {
  id: number;
  lat: number;
  lng: number;
  /** null: it has a place of its own. */
  addressKey: number | null;
  isExpired: boolean;
  /** Hash of the row that wrote it last; 0: unknown. */
  written: number;
  /** null: it has none, or none was asked for. */
  code: string | null;
  bytes: Buffer;
  from: number;
  to: number;
}

/** The code that markers are told by where an import matches by place. */
export const LOCATION_CODE: Match = { column: 'extras', name: 'location_code' };

const FIELD = 'field:';

/** @param option of an import; null: rows are matched by place */
export function readMatch(option: string): Match | null {
  if (option === 'place') return null;
  return option.startsWith(FIELD)
    ? { column: 'custom_fields', name: option.slice(FIELD.length) }
    : { column: 'extras', name: option };
}

/** A code among members as JSON text, trimmed; '' where it is not there. @param members null or '': none */
export function codeAmong(members: string | null, name: string): string {
  if (members === null || members === '') return '';
  const value: unknown = (JSON.parse(members) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value.trim() : '';
}
