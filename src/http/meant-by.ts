import { quote } from '../base/cut.js';
import { type AppError, badRequest } from '../base/errors.js';
import { didYouMean } from '../base/near-name.js';

/**
 * Names of other services and programs for what has another name here. The first that an operation knows is
 * meant.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  lon: ['lng'],
  long: ['lng'],
  longitude: ['lng'],
  x: ['lng'],
  latitude: ['lat'],
  y: ['lat'],
  title: ['name'],
  label: ['name'],
  'categories[].label': ['name'],
  colour: ['color'],
  search: ['q'],
  query: ['q'],
  bbox: ['bounds'],
  limit: ['page_size', 'n'],
  per_page: ['page_size'],
  count: ['n', 'page_size'],
  page: ['page_token'],
  offset: ['page_token'],
  cursor: ['page_token'],
  map: ['map_id', 'maps'],
  ids: ['marker_ids'],
  role: ['access_level'],
  permission: ['access_level'],
  email: ['new_owner_email'],
  to: ['new_owner_email'],
  fields: ['custom_fields'],
  properties: ['custom_fields'],
  'address.postcode': ['address.zip'],
  'address.postal_code': ['address.zip'],
  postcode: ['zip'],
  type: ['marker_type'],
  radius: ['default_radius'],
  country: ['default_country'],
  duplicates: ['on_duplicate'],
  mapping: ['column_mapping'],
};

/** Members that say that another operation was meant. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  markers: ' (many markers go to POST /maps/{map_id}/markers/bulk)',
  features: ' (GeoJSON goes to POST /maps/{map_id}/markers/bulk)',
  geometry: ' (GeoJSON goes to POST /maps/{map_id}/markers/bulk)',
};

/**
 * Goes on behind an unknown name: what it is likely to mean, or nothing.
 * @param known names of the operation
 */
export function meantBy(name: string, known: readonly string[]): string {
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name]! : [];
  const isInner = name.includes('.');
  const meant = other.find((one) => isInner || known.includes(one));
  if (meant !== undefined) return ` (did you mean ${quote(meant)}?)`;
  if (Object.hasOwn(OF_OTHERS, name)) return OF_OTHERS[name]!;
  // The names of the operation are those of its outermost members.
  return isInner ? '' : didYouMean(name, known, ' (', ')');
}

/** Refuses a name that is meant as another one, where ignoring it would do what its sender did not want. */
export const misspelt = (name: string, right: string): AppError =>
  badRequest(`${quote(name)} is not known: write ${quote(right)}; nothing was done`);
