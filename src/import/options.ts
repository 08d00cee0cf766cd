import { type Static, Type } from 'typebox';
import { badRequest } from '../errors.js';
import { MAX_RADIUS_MILES, MarkerTypeName, MILES_PER_KM, RadiusUnit } from '../schema/marker.js';
import { dialectOptions } from './format/declared-dialect.js';

const OnDuplicate = Type.Enum(['skip', 'overwrite', 'error']);
const options = {
  on_duplicate: Type.Optional(OnDuplicate),
  default_country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2,3}$',
      description: 'ISO 3166 country code, of rows without a country.',
    }),
  ),
  marker_type: Type.Optional(MarkerTypeName),
  auto_map: Type.Optional(
    Type.Boolean({
      description:
        'Default: true for CSV, false for JSON. With false only exact names are recognised: neither header memory nor inference.',
    }),
  ),
  default_radius: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  radius_unit: Type.Optional(RadiusUnit),
  default_drive_time: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999, description: 'Minutes' })),
  dry_run: Type.Optional(
    Type.Boolean({
      description:
        'Answers 200 with what the import would do, and imports nothing: no job, no quota. Default: false.',
    }),
  ),
  remember: Type.Optional(
    Type.Boolean({
      description:
        "Keeps how the columns are read for the account's next upload with the same header row. Default: false.",
    }),
  ),
  ...dialectOptions,
};

/** Batch options as query parameters (upload shapes A and B). */
export const BulkQuery = Type.Object(options);

/** The `meta` part of a multipart upload (shape C). */
export const BulkMeta = Type.Object({
  ...options,
  column_mapping: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer({ minimum: 0 })]), {
      description: '{apiField: header or 0-based index}, or the legacy {header: apiField}',
    }),
  ),
  ignore: Type.Optional(Type.Array(Type.String())),
});
export type BulkMeta = Static<typeof BulkMeta>;

/** The options of one import, complete. */
export interface ImportOptions {
  onDuplicate: 'skip' | 'overwrite' | 'error';
  defaultCountry: string | null;
  markerType: string;
  defaultRadiusMiles: number;
  /** Miles in one unit of a radius column. */
  milesPerRadiusUnit: number;
  defaultDriveTimeMinutes: number;
}

const DEFAULT_RADIUS = 5;
const DEFAULT_DRIVE_TIME_MINUTES = 10;

/** @throws AppError BAD_REQUEST when the default radius is out of range */
export function completeOptions(given: BulkMeta): ImportOptions {
  const milesPerRadiusUnit = given.radius_unit === 'km' ? MILES_PER_KM : 1;
  const defaultRadiusMiles = (given.default_radius ?? DEFAULT_RADIUS) * milesPerRadiusUnit;
  if (defaultRadiusMiles > MAX_RADIUS_MILES) {
    throw badRequest(`default_radius must be at most ${MAX_RADIUS_MILES} miles`);
  }
  return {
    onDuplicate: given.on_duplicate ?? 'skip',
    defaultCountry: given.default_country ?? null,
    markerType: given.marker_type ?? 'pin',
    defaultRadiusMiles,
    milesPerRadiusUnit,
    defaultDriveTimeMinutes: given.default_drive_time ?? DEFAULT_DRIVE_TIME_MINUTES,
  };
}
