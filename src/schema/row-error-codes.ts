/** Codes of rejected rows, and what each means. Codes are stable, for programs. */
export const ROW_ERRORS = {
  name_missing: 'the name is empty',
  location_missing: 'the row has neither coordinates nor an address',
  address_unknown: 'the address cannot be located',
  address_ambiguous: 'the address is in several places',
  address_contradictory: 'the street is a whole address in another town than the other columns name',
  region_code_unknown: 'no area of this type has the code or the name',
  coordinate_invalid: 'lat or lng is not a number of degrees within its range',
  radius_invalid: 'the radius is not a number above 0 and up to 12,500 miles',
  drive_time_invalid: 'the minutes are not a whole number, or are more than can be drawn',
  type_invalid: 'the type is not a marker type',
  color_unknown: "the colour is not in the map's palette",
  expire_invalid: 'the expiry is not a date',
  value_invalid: 'a member has the wrong type',
  quote_unclear: 'an open quote makes one row of several lines that may be rows',
  cells_extra: 'the record has more cells than the header',
  cell_too_long: 'a text has over 32,000 characters',
  nul_character: 'a text contains the character U+0000',
  record_too_long: 'the record has over 8 MiB',
  fields_too_long: 'the marker would have more custom fields than a marker may have',
  code_repeated: 'an earlier row of the upload has the code (`match`)',
  code_ambiguous: 'several markers of the map have the code (`match`)',
  duplicate: 'the marker exists already (`on_duplicate=error`)',
} as const;

export type RowErrorCode = keyof typeof ROW_ERRORS;
