import { badRequest } from '../base/errors.js';
import { expiryOf } from '../format/cells/expire.js';
import { ALL_TYPES, narrowTypes, typeName } from '../format/cells/field-types.js';
import { cellOf } from '../geo/cell.js';
import { drivePlace, drivePlaceKey } from '../geo/drive-time/drive-place.js';
import { MAX_MINUTES } from '../geo/isochrone/isochrone.js';
import type { Placer } from '../geo/placer.js';
import {
  ADDRESS_MEMBERS,
  EXTRA_MEMBERS,
  isCircle,
  isDriveTime,
  MAX_RADIUS_MILES,
  type MarkerCreate,
  type MarkerPatch,
  MILES_PER_KM,
  TEXT_MEMBERS,
} from '../schema/marker.js';
import type { MarkerColumns, MarkerWrite, StoredMarker } from '../store/markers.js';
import { addressKeyOf, isVague } from './address-key.js';
import { clipReason } from './clip-reason.js';
import { readColorName } from './color-name.js';
import { type Placement, placeMarker } from './place-marker.js';

/**
 * The columns to store for a create body.
 * @param palette colour names of the map in drawing order
 * @throws AppError BAD_REQUEST for a drive-time type, a location that is missing or cannot be found, a
 * missing radius, an unknown colour
 */
export function writeOfCreate(body: MarkerCreate, palette: readonly string[], placer: Placer): MarkerWrite {
  const wanted = body.type ?? 'pin';
  refuseDriveTime(wanted);
  const { lat, lng } = body;
  const address = addressColumns(body.address ?? {});
  const at = lat === undefined || lng === undefined ? null : { lat, lng };
  const hasAddress = ADDRESS_MEMBERS.some((member) => address[member] !== null);
  if (at === null && !hasAddress) {
    throw badRequest('give lat and lng, or an address that can be located');
  }
  const extras = mergeExtras(null, body);
  checkDriveTime(extras);
  const name = body.name.trim();
  const { vague, ...placed } = placedColumns(wanted, at, address, extras?.county ?? '', placer);
  const columns: MarkerColumns = {
    name,
    ...placed,
    address_key: vague ? addressKeyOf(name, placed.lat, placed.lng, address) : null,
    radius: null,
    ...address,
    custom_fields: customFieldsOf(body.custom_fields ?? {}),
    extras,
    expires_at: expiresAtOf(extras),
    ...textColumns(NO_TEXTS, body),
  };
  columns.radius = radiusOf(columns.type, body.radius, body.radius_unit, null);
  return writeOf(columns, body.color ?? null, true, palette);
}

/**
 * Merges a patch into a stored marker: only members of the patch change, null removes (RFC 7396 at every
 * depth). A change of type, coordinates or address places the marker anew; without new coordinates, a changed
 * address is located. The database merges custom fields, as it knows the others.
 * @throws AppError BAD_REQUEST as for a create; for a cleared location or radius; for `lat` without `lng`
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
  const extras = mergeExtras(stored.extras, patch);
  const { vague, ...placed } = placedAnew(stored, patch, { address, county: extras?.county ?? '' }, placer);
  if (patch.drive_time !== undefined && extras?.drive_time !== stored.extras?.drive_time) {
    if (placed.area !== null)
      throw badRequest(
        'the drive_time of a marker with an area cannot be changed: import the marker again, or change its type',
      );
    checkDriveTime(extras);
  }
  const name = patch.name?.trim() ?? stored.name;
  const { id: _id, map_id: _mapId, created_at: _createdAt, color: storedColor, ...columns } = stored;
  const texts = textColumns(stored, patch);
  const merged: MarkerWrite['columns'] = {
    ...columns,
    ...address,
    name,
    ...placed,
    address_key: vague ? addressKeyOf(name, placed.lat, placed.lng, address) : null,
    radius: radiusOf(placed.type, patch.radius, patch.radius_unit, stored.radius),
    ...texts,
    extras,
    expires_at: extras?.expire === stored.extras?.expire ? stored.expires_at : expiresAtOf(extras),
  };
  // A colour that is not in the patch stays, unless the category changes: then it is derived again.
  const color =
    patch.color === undefined ? (texts.category === stored.category ? storedColor : null) : patch.color;
  const write = writeOf(merged, color, patch.category !== undefined || patch.color === null, palette);
  if (patch.custom_fields === undefined) return write;
  const fieldChanges = changesOf(patch.custom_fields);
  return { ...write, fieldChanges, fields: typesOf(fieldChanges ?? {}) };
}

/** Trimmed; an empty value removes the field. */
function changesOf(
  fields: NonNullable<MarkerPatch['custom_fields']> | null,
): Record<string, string | null> | null {
  if (fields === null) return null;
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]): [string, string | null] => [key, value?.trim() || null]),
  );
}

function refuseDriveTime(type: string): void {
  if (isDriveTime(type))
    throw badRequest(
      `only a bulk import can create markers of type ${type}: POST /maps/{map_id}/markers/bulk with marker_type`,
    );
}

type PlaceColumns = Pick<MarkerColumns, 'type' | 'lat' | 'lng' | 'cell' | 'region_source' | 'area'>;

/** `vague`: the place is only that of a postal code, a city, a state or a country. */
type Placed = PlaceColumns & { vague: boolean };

/** @throws AppError BAD_REQUEST for an address that cannot be located */
function placedColumns(
  wanted: string,
  at: { lat: number; lng: number } | null,
  address: AddressColumns,
  county: string,
  placer: Placer,
): Placed {
  const texts = Object.fromEntries(
    ADDRESS_MEMBERS.map((member) => [member, address[member] ?? '']),
  ) as Record<keyof AddressColumns, string>;
  const placed = placeMarker(wanted, at ?? NOWHERE, { ...texts, county }, null, placer);
  if ('code' in placed)
    throw badRequest(`${clipReason(placed.message)}; correct the address, or give lat and lng`);
  const { type, lat, lng, by, regionSource }: Placement = placed;
  return {
    type,
    lat,
    lng,
    cell: cellOf(lat, lng),
    region_source: regionSource,
    area: null,
    vague: isVague(by),
  };
}

const isSamePlace = (one: { lat: number; lng: number }, other: { lat: number; lng: number }): boolean =>
  drivePlaceKey(drivePlace(one.lat, one.lng, 0)) === drivePlaceKey(drivePlace(other.lat, other.lng, 0));

const NOWHERE = { lat: Number.NaN, lng: Number.NaN };

/**
 * Coordinates of the patch count before its address (docs/decisions.md#places). The area is looked for again
 * where it may have changed.
 */
function placedAnew(
  stored: StoredMarker,
  patch: MarkerPatch,
  { address, county }: { address: AddressColumns; county: string },
  placer: Placer,
): Placed {
  const addressChanged = ADDRESS_MEMBERS.some((member) => address[member] !== stored[member]);
  const given =
    patch.lat === undefined || patch.lng === undefined ? null : { lat: patch.lat, lng: patch.lng };
  const { type, lat, lng, cell, region_source, area } = stored;
  if (patch.type === undefined && given === null && !addressChanged) {
    return { type, lat, lng, cell, region_source, area, vague: stored.address_key !== null };
  }
  // A drive-time area stays with a marker that stays in its place; a marker that moves becomes a pin.
  if (patch.type === undefined && given !== null && isDriveTime(type) && isSamePlace(given, stored)) {
    return { type, ...given, cell: cellOf(given.lat, given.lng), region_source, area, vague: false };
  }
  const at = given ?? (addressChanged ? null : stored);
  const placed = placedColumns(patch.type ?? type, at, address, county, placer);
  // A change of type alone leaves the place as it was.
  return given === null && !addressChanged ? { ...placed, vague: stored.address_key !== null } : placed;
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

type TextColumns = Pick<MarkerColumns, (typeof TEXT_MEMBERS)[number]>;
const NO_TEXTS = Object.fromEntries(TEXT_MEMBERS.map((member) => [member, null])) as TextColumns;

/** Texts that stand by themselves: trimmed; null and blanks remove them. */
const textColumns = (stored: TextColumns, given: { [Member in keyof TextColumns]?: string | null }) =>
  Object.fromEntries(
    TEXT_MEMBERS.map((member) => [
      member,
      given[member] === undefined ? stored[member] : given[member]?.trim() || null,
    ]),
  ) as TextColumns;

function mergeAddress(stored: AddressColumns, patch: MarkerPatch['address']): AddressColumns {
  const current = Object.fromEntries(
    ADDRESS_MEMBERS.flatMap((member) => (stored[member] === null ? [] : [[member, stored[member]]])),
  );
  return addressColumns(mergeMembers(current, patch));
}

type Extras = Record<string, string> | null;

/** Additional members, trimmed as in an import; null and blanks remove them. */
function mergeExtras(stored: Extras, given: Pick<MarkerPatch, (typeof EXTRA_MEMBERS)[number]>): Extras {
  const patch = Object.fromEntries(EXTRA_MEMBERS.map((member) => [member, given[member]]));
  return customFieldsOf(mergeMembers(stored ?? {}, patch));
}

/** @throws AppError BAD_REQUEST for an `expire` that is not a date */
function expiresAtOf(extras: Extras): string | null {
  if (extras?.expire === undefined) return null;
  const expiresAt = expiryOf(extras.expire);
  if (expiresAt === null)
    throw badRequest(
      'expire must be a date like 2027-12-31, or a date with a time like 2027-12-31T18:00:00Z',
    );
  return expiresAt;
}

/** @throws AppError BAD_REQUEST for minutes that an import would reject */
function checkDriveTime(extras: Extras): void {
  const minutes = extras?.drive_time;
  if (minutes !== undefined && !(/^[1-9]\d{0,4}$/.test(minutes) && Number(minutes) <= MAX_MINUTES))
    throw badRequest(`drive_time must be a whole number of minutes from 1 to ${MAX_MINUTES}`);
}

/** RFC 7396 for an object of strings; `__proto__` is a member like any other. */
function mergeMembers(
  current: Readonly<Record<string, string>>,
  patch: Readonly<Record<string, string | null | undefined>> | null | undefined,
): Record<string, string> {
  if (patch === null) return {};
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(patch ?? {})) {
    if (value === null) merged.delete(key);
    else if (value !== undefined) merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/**
 * Values trimmed, empty ones dropped: as an import stores them, so that an exported map is imported
 * unchanged.
 */
function customFieldsOf(fields: Readonly<Record<string, string>>): Record<string, string> | null {
  const entries = Object.entries(fields).map(([key, value]): [string, string] => [key, value.trim()]);
  const filled = entries.filter(([, value]) => value !== '');
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

function writeOf(
  columns: MarkerWrite['columns'],
  color: string | null,
  touchLegend: boolean,
  palette: readonly string[],
): MarkerWrite {
  const fields = typesOf(columns.custom_fields ?? {});
  return { columns, color: readColorName(color ?? '', palette), touchLegend, palette, fields };
}

/** Types by custom field, for fields with a value. */
function typesOf(fields: Readonly<Record<string, string | null>>): Map<string, string> {
  const types = new Map<string, string>();
  for (const [key, value] of Object.entries(fields))
    if (value !== null) types.set(key, typeName(narrowTypes(ALL_TYPES, value)));
  return types;
}
