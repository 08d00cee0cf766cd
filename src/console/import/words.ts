import type { PreviewColumn, PreviewMarker } from '../../schema/dry-run.js';
import { ADDRESS_MEMBERS } from '../../schema/marker-terms.js';

const WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  street: 'Street',
  street2: 'Street, second line',
  city: 'City',
  state: 'State or region',
  country: 'Country',
  zip: 'ZIP or postcode',
  lat: 'Latitude',
  lng: 'Longitude',
  lat_lng: 'Latitude and longitude together',
  category: 'Category',
  color: 'Colour',
  radius: 'Radius',
  county: 'County',
  photo_url: 'Photo address',
  expire: 'Expiry date',
  location_code: 'Location code',
  drive_time: 'Drive time in minutes',
  marker_type: 'Marker type',
  region_code: 'Code of the area',
  full_address: 'Whole address',
  house_number: 'House number',
  geohash: 'Geohash',
  utm_zone: 'UTM zone',
  utm_easting: 'UTM easting',
  utm_northing: 'UTM northing',
};

/** Name of a field for people; one without words of its own gets its API name, spaced. */
export const wordsOf = (field: string): string => {
  const spaced = field.replaceAll('_', ' ');
  return WORDS[field] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

export const SKIPPED: Readonly<Record<string, string>> = {
  title: 'title',
  note: 'note',
  empty: 'empty row',
  unit: 'row of units',
  total: 'total',
  footer: 'footer',
  repeated_header: 'repeated header',
};

const HOW: Readonly<Record<string, string>> = {
  explicit: 'Your choice',
  exact: 'By its name',
  memory: 'As you confirmed before',
  inferred: 'Guessed from header and values',
  pattern: 'Recognised by its values',
  custom: 'Kept as a field',
  ignored: 'Left out',
};
export const howOf = (how: string): string => HOW[how] ?? how;

/** Text that the marker of a row shows of a column; '' where the column is part of something else. */
export function cellOf({ field, header, how }: PreviewColumn, marker: PreviewMarker): string {
  if (how === 'ignored') return '';
  if (field === null) return marker.custom_fields[header] ?? '';
  if ((ADDRESS_MEMBERS as readonly string[]).includes(field))
    return marker.address[field as (typeof ADDRESS_MEMBERS)[number]] ?? '';
  if (field === 'region_code') return marker.region_source?.split('/').at(-1) ?? '';
  if (field === 'lat_lng') return `${marker.lat}, ${marker.lng}`;
  const value = (marker as Record<string, unknown>)[field];
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}

/** "1 to 3, 7" */
export function runsOf(rows: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && row === last[1] + 1) last[1] = row;
    else runs.push([row, row]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}
