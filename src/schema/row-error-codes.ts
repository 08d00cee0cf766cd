/** Why a row is rejected: code -> what is wrong with it. Codes are stable, for programs. */
export const ROW_ERRORS = {
  name_missing: 'the name is empty',
  location_missing: 'neither coordinates nor an address',
  address_unknown: 'the address cannot be located',
  address_ambiguous: 'the address is in several places',
  address_contradictory: 'the street is a whole address of another town than the other columns say',
  region_code_unknown: 'no area of this type has the code or the name',
  coordinate_invalid: 'lat or lng is no number of degrees within its range',
  radius_invalid: 'the radius is no number above 0 and up to 12,500 miles',
  drive_time_invalid: 'the minutes are no whole number, or more than can be drawn',
  type_invalid: 'not a marker type',
  color_unknown: "not a colour of the map's palette",
  expire_invalid: 'not a date',
  value_invalid: 'a member has the wrong type',
  cells_extra: 'the record has more cells than the header',
  cell_too_long: 'a text of over 32,000 characters',
  nul_character: 'a text holds the character U+0000',
  record_too_long: 'the record has over 8 MiB',
  fields_too_long: 'the marker would have more custom fields than one may have',
  duplicate: 'the marker is there already (`on_duplicate=error`)',
} as const;

export type RowErrorCode = keyof typeof ROW_ERRORS;
