import { type Static, Type } from 'typebox';
import { Id, nullable, PageQuery, Timestamp } from './page.js';

export const MARKER_TYPES = [
  'pin',
  'us_zip',
  'us_county',
  'country',
  'au_state',
  'us_state',
  'circle',
  'ca_fsa',
  'uk_postcode',
  'pinned_circle',
  'au_postcode',
  'de_postcode',
  'drive_time',
  'pinned_drive_time',
] as const;
export type MarkerType = (typeof MARKER_TYPES)[number];

export const isCircle = (type: string): boolean => type === 'circle' || type === 'pinned_circle';
export const isDriveTime = (type: string): boolean => type === 'drive_time' || type === 'pinned_drive_time';
/** Areas without a pin are what region_count counts (decision 14). */
export const isArea = (type: string): boolean =>
  type !== 'pin' && type !== 'pinned_circle' && type !== 'pinned_drive_time';

export const ADDRESS_MEMBERS = ['street', 'street2', 'city', 'state', 'country', 'zip'] as const;

/** Recognised import columns without a field of their own; kept with the marker and returned when set (decision 26). */
export const EXTRA_MEMBERS = [
  'county',
  'photo_url',
  'photo_width',
  'photo_height',
  'videosite_id',
  'video_width',
  'video_height',
  'expire',
  'location_code',
  'drive_time',
] as const;

export const MAX_RADIUS_MILES = 12_500;
export const MILES_PER_KM = 1 / 1.609344;
/** Characters of a cell, a custom field value and every other text of a marker (decision 28). */
export const MAX_TEXT = 32_000;

const Text = Type.String({ maxLength: MAX_TEXT });
const Name = Type.String({ minLength: 1, maxLength: MAX_TEXT, pattern: '\\S' });
export const MarkerTypeName = Type.Enum([...MARKER_TYPES], { description: 'Marker type', $id: 'MarkerType' });
export const RadiusUnit = Type.Enum(['miles', 'km']);
const Lat = Type.Number({ minimum: -90, maximum: 90 });
const Lng = Type.Number({ minimum: -180, maximum: 180 });

export const Address = Type.Object(
  Object.fromEntries(ADDRESS_MEMBERS.map((member) => [member, Type.Optional(Text)])) as Record<
    (typeof ADDRESS_MEMBERS)[number],
    ReturnType<typeof Type.Optional<typeof Text>>
  >,
  { $id: 'Address' },
);
export type Address = Static<typeof Address>;

const extras = Object.fromEntries(
  EXTRA_MEMBERS.map((member) => [member, Type.Optional(Type.String())]),
) as Record<(typeof EXTRA_MEMBERS)[number], ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>>;

export const Marker = Type.Object(
  {
    id: Id,
    map_id: Id,
    name: Type.String(),
    type: MarkerTypeName,
    address: Address,
    lat: Lat,
    lng: Lng,
    radius: nullable(Type.Number({ description: 'Miles.' })),
    radius_unit: nullable(Type.Literal('miles')),
    category: nullable(Type.String()),
    color: nullable(Type.String({ description: 'Palette colour name.' })),
    custom_fields: Type.Record(Type.String(), Type.String()),
    region_source: nullable(
      Type.String({
        description:
          'Data set, type and code of the matched area, as census/us_county/06075; an approximation begins with approx/. Of drive times what the area is drawn on and the minutes, as roads/drive_time/10; a circle begins with estimate/. null: none matched.',
      }),
    ),
    created_at: Timestamp,
    ...extras,
  },
  { $id: 'Marker' },
);
export type Marker = Static<typeof Marker>;

const CustomFields = Type.Record(Type.String(), Text);
const Radius = Type.Number({ exclusiveMinimum: 0 });

export const MarkerParams = Type.Object({ map_id: Id, marker_id: Id });
export const MarkersQuery = Type.Object(PageQuery);

export const MarkerCreate = Type.Object({
  name: Name,
  type: Type.Optional(MarkerTypeName),
  address: Type.Optional(Address),
  lat: Type.Optional(Lat),
  lng: Type.Optional(Lng),
  radius: Type.Optional(Radius),
  radius_unit: Type.Optional(RadiusUnit),
  category: Type.Optional(Text),
  color: Type.Optional(Text),
  custom_fields: Type.Optional(CustomFields),
});
export type MarkerCreate = Static<typeof MarkerCreate>;

/** RFC 7396 at every depth: null removes (decision 52). */
export const MarkerPatch = Type.Object({
  name: Type.Optional(Name),
  type: Type.Optional(MarkerTypeName),
  address: Type.Optional(
    nullable(
      Type.Object(
        Object.fromEntries(
          ADDRESS_MEMBERS.map((member) => [member, Type.Optional(nullable(Text))]),
        ) as Record<
          (typeof ADDRESS_MEMBERS)[number],
          ReturnType<typeof Type.Optional<ReturnType<typeof nullable<typeof Text>>>>
        >,
      ),
    ),
  ),
  lat: Type.Optional(Lat),
  lng: Type.Optional(Lng),
  radius: Type.Optional(nullable(Radius)),
  radius_unit: Type.Optional(RadiusUnit),
  category: Type.Optional(nullable(Text)),
  color: Type.Optional(nullable(Text)),
  custom_fields: Type.Optional(nullable(Type.Record(Type.String(), nullable(Text)))),
});
export type MarkerPatch = Static<typeof MarkerPatch>;
