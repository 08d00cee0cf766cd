/** Member of rows and of markers with the code by which an import matches them. */
export interface Match {
  column: 'extras' | 'custom_fields';
  name: string;
}

/** A marker with a code; its name is trimmed. */
export type CodedMarker = [
  id: number,
  code: string,
  name: string,
  lat: number,
  lng: number,
  addressKey: number | null,
  isExpired: boolean,
];

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
