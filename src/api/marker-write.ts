import { badRequest } from '../errors.js';
import { cellOf } from '../geo/cell.js';
import { drivePlace, drivePlaceKey } from '../geo/drive-time/drive-place.js';
import type { Placer } from '../geo/placer.js';
import { clipReason } from '../import/place/clip-reason.js';
import { type Placement, placeMarker } from '../import/place/place-marker.js';
import { ALL_TYPES, narrowTypes, typeName } from '../import/rows/field-types.js';
import {
  ADDRESS_MEMBERS,
  isCircle,
  isDriveTime,
  MAX_RADIUS_MILES,
  type MarkerCreate,
  type MarkerPatch,
  MILES_PER_KM,
} from '../schema/marker.js';
import { MAX_CUSTOM_FIELDS_BYTES } from '../schema/marker-terms.js';
import type { MarkerColumns, MarkerWrite, StoredMarker } from '../store/markers.js';
import { readColorName } from './color-name.js';

/**
 * A create body as it is to be stored.
 * @param palette colour names of the map in drawing order
 * @throws AppError BAD_REQUEST for a drive-time type, a location that is missing or cannot be found, a missing radius, an unknown colour
 */
export function writeOfCreate(body: MarkerCreate, palette: readonly string[], placer: Placer): MarkerWrite {
  const wanted = body.type ?? 'pin';
  refuseDriveTime(wanted);
  const { lat, lng } = body;
  const address = addressColumns(body.address ?? {});
  const at = lat === undefined || lng === undefined ? null : { lat, lng };
  const hasAddress = ADDRESS_MEMBERS.some((member) => address[member] !== null);
  if (at === null && !hasAddress) {
    throw badRequest('either lat and lng, or an address that can be located, is required');
  }
  const columns: MarkerColumns = {
    name: body.name.trim(),
    ...placedColumns(wanted, at, address, '', placer),
    radius: null,
    ...address,
    custom_fields: customFieldsOf(body.custom_fields ?? {}),
    extras: null,
    expires_at: null,
    category: body.category?.trim() || null,
  };
  columns.radius = radiusOf(columns.type, body.radius, body.radius_unit, null);
  return writeOf(columns, body.color ?? null, true, palette);
}

/**
 * A stored marker with a patch merged in: only what the patch names changes, null removes (RFC 7396 at every depth).
 * What it says of type, coordinates or address places the marker anew; without coordinates of its own an address that changes is located.
 * @throws AppError BAD_REQUEST as for a create; for a cleared location or radius; for `lat` without `lng`; for custom fields of over 8 MiB
 */
export function writeOfPatch(
  stored: StoredMarker,
  patch: MarkerPatch,
  palette: readonly string[],
  placer: Placer,
): MarkerWrite {
  if (patch.type !== undefined) refuseDriveTime(patch.type);
  if ((patch.lat === undefined) !== (patch.lng === undefined))
    throw badRequest('lat and lng must be given together');
  const address = mergeAddress(stored, patch.address);
  const placed = placedAnew(stored, patch, address, placer);
  const { id: _id, map_id: _mapId, created_at: _createdAt, color: storedColor, ...columns } = stored;
  const category = patch.category === undefined ? stored.category : patch.category?.trim() || null;
  const merged: MarkerColumns = {
    ...columns,
    ...address,
    name: patch.name?.trim() ?? stored.name,
    ...placed,
    radius: radiusOf(placed.type, patch.radius, patch.radius_unit, stored.radius),
    custom_fields: customFieldsOf(mergeMembers(stored.custom_fields ?? {}, patch.custom_fields)),
    category,
  };
  if (patch.custom_fields) checkSize(merged.custom_fields);
  // A colour that is not in the patch stays, unless the category changes: then it is derived again.
  const color = patch.color === undefined ? (category === stored.category ? storedColor : null) : patch.color;
  return writeOf(merged, color, patch.category !== undefined || patch.color === null, palette);
}

function refuseDriveTime(type: string): void {
  if (isDriveTime(type)) throw badRequest(`markers of type ${type} can only be made by a bulk import`);
}

type PlaceColumns = Pick<MarkerColumns, 'type' | 'lat' | 'lng' | 'cell' | 'region_source' | 'area'>;

/** @throws AppError BAD_REQUEST when it has no coordinates and its address cannot be located */
function placedColumns(
  wanted: string,
  at: { lat: number; lng: number } | null,
  address: AddressColumns,
  county: string,
  placer: Placer,
): PlaceColumns {
  const texts = Object.fromEntries(
    ADDRESS_MEMBERS.map((member) => [member, address[member] ?? '']),
  ) as Record<keyof AddressColumns, string>;
  const placed = placeMarker(wanted, at ?? NOWHERE, { ...texts, county }, null, placer);
  if ('code' in placed)
    throw badRequest(`${clipReason(placed.message)}; correct the address, or give lat and lng`);
  const { type, lat, lng, regionSource }: Placement = placed;
  return { type, lat, lng, cell: cellOf(lat, lng), region_source: regionSource, area: null };
}

const isSamePlace = (one: { lat: number; lng: number }, other: { lat: number; lng: number }): boolean =>
  drivePlaceKey(drivePlace(one.lat, one.lng, 0)) === drivePlaceKey(drivePlace(other.lat, other.lng, 0));

const NOWHERE = { lat: Number.NaN, lng: Number.NaN };

/** Coordinates of the patch before its address (decision 25); an area is looked for again where it may be another. */
function placedAnew(
  stored: StoredMarker,
  patch: MarkerPatch,
  address: AddressColumns,
  placer: Placer,
): PlaceColumns {
  const addressChanged = ADDRESS_MEMBERS.some((member) => address[member] !== stored[member]);
  const given =
    patch.lat === undefined || patch.lng === undefined ? null : { lat: patch.lat, lng: patch.lng };
  const { type, lat, lng, cell, region_source, area } = stored;
  if (patch.type === undefined && given === null && !addressChanged) {
    return { type, lat, lng, cell, region_source, area };
  }
  // An area that took a drive to draw stays where the place does; elsewhere it would be another's, and the marker becomes a pin.
  if (patch.type === undefined && given !== null && isDriveTime(type) && isSamePlace(given, stored)) {
    return { type, ...given, cell: cellOf(given.lat, given.lng), region_source, area };
  }
  const at = given ?? (addressChanged ? null : stored);
  return placedColumns(patch.type ?? type, at, address, stored.extras?.county ?? '', placer);
}

/** @returns miles, or null for types without a radius */
function radiusOf(
  type: string,
  given: number | null | undefined,
  unit: 'miles' | 'km' | undefined,
  stored: number | null,
): number | null {
  if (!isCircle(type)) return null;
  if (given === null) throw badRequest(`radius cannot be removed from a marker of type ${type}`);
  const miles = given === undefined ? stored : given * (unit === 'km' ? MILES_PER_KM : 1);
  if (miles === null) throw badRequest(`radius is required for a marker of type ${type}`);
  if (miles > MAX_RADIUS_MILES) throw badRequest(`radius must be at most ${MAX_RADIUS_MILES} miles`);
  return miles;
}

type AddressColumns = Pick<MarkerColumns, (typeof ADDRESS_MEMBERS)[number]>;

function addressColumns(address: Partial<Record<string, string>>): AddressColumns {
  return Object.fromEntries(
    ADDRESS_MEMBERS.map((member) => [member, address[member]?.trim() || null]),
  ) as unknown as AddressColumns;
}

function mergeAddress(stored: AddressColumns, patch: MarkerPatch['address']): AddressColumns {
  const current = Object.fromEntries(
    ADDRESS_MEMBERS.flatMap((member) => (stored[member] === null ? [] : [[member, stored[member]]])),
  );
  return addressColumns(mergeMembers(current, patch));
}

/** RFC 7396 for an object of strings; `__proto__` is a member like any other. */
function mergeMembers(
  current: Readonly<Record<string, string>>,
  patch: Readonly<Record<string, string | null | undefined>> | null | undefined,
): Record<string, string> {
  if (patch === null) return {};
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(patch ?? {})) {
    if (value === null || value === undefined) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** Values as an import stores them, so that an exported map is imported as it was: trimmed, and none that is empty. */
function customFieldsOf(fields: Readonly<Record<string, string>>): Record<string, string> | null {
  const entries = Object.entries(fields).map(([key, value]): [string, string] => [key, value.trim()]);
  const filled = entries.filter(([, value]) => value !== '');
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

function checkSize(fields: Readonly<Record<string, string>> | null): void {
  const bytes = Buffer.byteLength(JSON.stringify(fields));
  if (bytes > MAX_CUSTOM_FIELDS_BYTES)
    throw badRequest(
      `custom_fields of a marker have at most ${MAX_CUSTOM_FIELDS_BYTES} bytes of JSON; these would have ${bytes}`,
    );
}

function writeOf(
  columns: MarkerColumns,
  color: string | null,
  touchLegend: boolean,
  palette: readonly string[],
): MarkerWrite {
  const fields = new Map(
    Object.entries(columns.custom_fields ?? {}).map(([key, value]) => [
      key,
      typeName(narrowTypes(ALL_TYPES, value)),
    ]),
  );
  return { columns, color: readColorName(color ?? '', palette), touchLegend, palette, fields };
}
