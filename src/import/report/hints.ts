import type { RowDefectCode } from '../rows/incoming-row.js';

/** How rows that were rejected with a code are mended, in one sentence for people. */
const HINTS: Readonly<Record<RowDefectCode, string>> = {
  name_missing: 'Fill in the name, or map the column that holds it with column_mapping.',
  location_missing:
    'Give both lat and lng, or an address that can be located: at least a postal code with its country, a city, or a state.',
  address_unknown:
    'Correct the address, add its city, state or country, give default_country, or give lat and lng.',
  address_ambiguous:
    'Say which one is meant: add the state, the country or the postal code, give default_country, or give lat and lng.',
  address_contradictory:
    'Correct the whole address, or the city, state and postal code beside it, so that both say the same town, or give lat and lng.',
  region_code_unknown:
    'Write a code of an area of the marker type, such as a FIPS code for us_county or an ISO 3166-1 code for country, or give an address or lat and lng.',
  coordinate_invalid:
    'Write degrees as plain decimal numbers, lat from -90 to 90 and lng from -180 to 180, and check that the two are not swapped.',
  radius_invalid:
    'Write the radius as a number above 0, without its unit and without a separator of thousands, or leave it empty for default_radius.',
  drive_time_invalid:
    'Write the minutes as a whole number from 1 to 99999, without a unit, or leave it empty for default_drive_time; a drive-time service may take less.',
  type_invalid:
    'Write a marker type, such as pin or circle, or leave it empty for marker_type; leave out a column of other values with ignore.',
  color_unknown: "Use a colour name of the map's palette (GET /maps/{map_id}/colors), or leave it empty.",
  expire_invalid: 'Write the date as YYYY-MM-DD, or leave it empty.',
  value_invalid: 'Give the value the type that the documentation of a marker names.',
  quote_unclear:
    'Close the quote, or write quotes within a quoted cell twice; if no cell is quoted, import with the option quote= (empty).',
  cells_extra:
    'Put cells that contain the delimiter in double quotes, or remove what stands beyond the last column.',
  cell_too_long: 'Shorten the text to 32,000 characters.',
  nul_character: 'Remove the NUL characters; exporting the file again as UTF-8 text often does it.',
  record_too_long: 'Shorten the row; a quote that is never closed can also make many rows look like one.',
  fields_too_long:
    'Put fewer custom fields on one marker: those that are there count, too. Give the row another name or place, or remove fields of the marker first.',
  code_repeated: 'Give each row a code of its own, or leave the code of the later row empty.',
  code_ambiguous: 'Give the markers different codes, or delete all but one of them.',
  duplicate: 'Remove the row, change its name or place, or import with on_duplicate=skip or overwrite.',
};

/** Sentences that come first where the message of a row has some words. */
const FIRST: readonly (readonly [code: RowDefectCode, words: string, sentence: string])[] = [
  ['coordinate_invalid', 'the letter O', 'Write E or W for the letter O.'],
  ['location_missing', 'look like coordinates', 'Map the two columns to lat and lng with column_mapping.'],
];

/**
 * How rows that were rejected with a code are mended.
 * @param example message of a row with the code
 * @returns '' for a code of another version
 */
export function hintFor(code: string, example: string): string {
  const hint = (HINTS as Readonly<Record<string, string>>)[code] ?? '';
  const first = FIRST.find(([of, words]) => of === code && example.includes(words));
  return first === undefined ? hint : `${first[2]} ${hint}`;
}
