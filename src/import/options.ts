import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { cut, quote } from '../base/cut.js';
import { badRequest } from '../base/errors.js';
import { dialectOptions } from '../format/declared-dialect.js';
import { crsCodeOf, type System, systemOf } from '../geo/crs/systems.js';
import { DEMOGRAPHIC_LEVELS } from '../geo/demographics/level.js';
import { countryOfCode } from '../geo/regions/iso-3166.js';
import { MAPPED_FIELDS } from '../schema/import-fields.js';
import { MAX_RADIUS_MILES, MILES_PER_KM } from '../schema/marker.js';
import { MARKER_TYPES, MAX_TEXT } from '../schema/marker-terms.js';
import { type Match, readMatch } from '../schema/match.js';
import { ChoroplethConfig } from './choropleth/config.js';

const OnDuplicate = Type.Enum(['skip', 'overwrite', 'error'], {
  description:
    'Fate of rows that repeat the name and place of a marker or of an earlier row: `skip` leaves them out, `overwrite` changes the marker by the cells that are not empty, `error` rejects them. Default: skip.',
});
const SHEET =
  'Excel workbooks: the name or 0-based index of the sheet to read. Default: the first visible one that looks like a table of places, or a later one that places more than twice as many rows.';
/** Rows as a spreadsheet program numbers them. */
const rowNumber = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      description: `${description} Rows are numbered from 1 as a spreadsheet program shows them: empty rows count, line ends within a cell do not.`,
    }),
  );
/** Where the table is in the first file. */
const tableOptions = {
  header_row: rowNumber(
    'CSV and workbooks: row of the header, which is then that row alone; rows above it are skipped. Default: found, the first row of a plain table.',
  ),
  skip_rows_after: rowNumber(
    'CSV and workbooks: last row of data; later rows are left out, and no total or footer before them. Default: totals, notes and sources below the table are found.',
  ),
};
const TOLERANCE = {
  pattern: '^(\\d{1,7}|\\d{1,2}(\\.\\d{1,6})?%|100%)$',
  example: '1%',
  examples: ['5', '1%'],
};
const MISSING_TOLERANCE =
  'Most rejected rows, or their most percent of all rows, with which `missing=delete` deletes markers: the marker of a rejected row is missing, too. Beyond it the job fails with its rows imported, and nothing is deleted. Default: 0.';
const options = {
  on_duplicate: Type.Optional(OnDuplicate),
  match: Type.Optional(
    Type.String({
      pattern: '^(place|location_code|field:[^\\u0000]*[^\\s\\u0000][^\\u0000]*)$',
      maxLength: MAX_TEXT,
      example: 'location_code',
      examples: ['place', 'location_code', 'field:Shop no.'],
      description:
        'How rows find their markers. `place`: by name and place (see `on_duplicate`). `location_code`, or `field:` and the name of a custom field: a row whose code a marker of the map has changes that marker, whatever its name and place; rows without a code are matched by place, and change the marker as well. A code that an earlier row has is a row error, and so is one that several markers have. Default: place.',
    }),
  ),
  on_new: Type.Optional(
    Type.Enum(['add', 'skip'], {
      description: 'Fate of rows that meet no marker of the map: `skip` leaves them out. Default: add.',
    }),
  ),
  missing: Type.Optional(
    Type.Enum(['keep', 'delete'], {
      description:
        'Fate of markers of the map that no row met: `delete` deletes them when all rows are imported, in one step with the end of the job. Default: keep.',
    }),
  ),
  missing_tolerance: Type.Optional(Type.String({ ...TOLERANCE, description: MISSING_TOLERANCE })),
  confirm: Type.Optional(
    Type.Boolean({
      description: 'Let `missing=delete` delete more than half of the markers of the map. Default: false.',
    }),
  ),
  default_country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2,3}$',
      example: 'US',
      description: 'ISO 3166 code of the country of rows that name none.',
    }),
  ),
  marker_type: Type.Optional(
    Type.Enum([...MARKER_TYPES], {
      description: 'Type of the markers of rows that name none. Default: pin.',
    }),
  ),
  auto_map: Type.Optional(
    Type.Boolean({
      description:
        'Default: true for CSV, false for JSON. With false only exact names are recognised: neither header memory nor inference.',
    }),
  ),
  default_radius: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: `Radius of circles that say none, in \`radius_unit\`; a circle that is overwritten keeps its own. At most ${MAX_RADIUS_MILES} miles. Default: 5.`,
    }),
  ),
  radius_unit: Type.Optional(
    Type.Enum(['miles', 'km'], {
      description:
        'Unit of `default_radius`, and of a column of radii whose header names no unit. Default: miles.',
    }),
  ),
  default_drive_time: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 99_999,
      description:
        'Minutes of drive-time rows without a `drive_time` of their own. Default: 10. A row without a road near its place becomes a pin.',
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({
      description:
        'Answer 200 with what the import would do; import nothing, create no job and charge no quota. Default: false.',
    }),
  ),
  remember: Type.Optional(
    Type.Boolean({
      description:
        "Remember this reading of the columns for the account's next upload with the same header row. Default: false.",
    }),
  ),
  sheet: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: SHEET })),
  crs: Type.Optional(
    Type.String({
      minLength: 4,
      maxLength: 40,
      example: 'EPSG:27700',
      description:
        'CSV, workbooks and GeoJSON: EPSG code of the coordinate reference system of the coordinates. Columns that are read as `lng` and `lat` hold x (easting) and y (northing) of it, and markers get degrees (WGS84). Default: degrees.',
    }),
  ),
  fill_merged: Type.Optional(
    Type.Boolean({
      description:
        'Workbooks: fill the value of cells that are merged over several rows into each of these rows. Default: false, the value stands in the first row alone.',
    }),
  ),
  ...tableOptions,
  ...dialectOptions,
};

/** Most demographic fields that one import can attach. */
export const MAX_DEMOGRAPHICS = 20;

/** Which values of its region each marker gets. */
export const DemographicsConfig = Type.Object(
  {
    fields: Type.Array(Type.Union([Type.Integer(), Type.String({ minLength: 1, maxLength: 200 })]), {
      minItems: 1,
      maxItems: MAX_DEMOGRAPHICS,
      description:
        'Ids or keys of `GET /demographic-fields`. Each becomes a custom field named by its label.',
    }),
    level: Type.Optional(
      Type.Enum([...DEMOGRAPHIC_LEVELS], {
        description:
          'Level of the values: the ZIP in `address.zip`, or the county, state or country around the point. Default: for each field the finest level that has values; for markers of regions their own level, or the next larger one. A marker gets no value of a region that is a part of it.',
      }),
    ),
  },
  { $id: 'DemographicsConfig' },
);
export type DemographicsConfig = Static<typeof DemographicsConfig>;

/** Objects as the query takes them. Longer ones go into `meta`. */
const MAX_CONFIG_CHARACTERS = 8192;
const configText = (what: string, example: object) =>
  Type.Optional(
    Type.String({
      maxLength: MAX_CONFIG_CHARACTERS,
      description: `${what} as URL-encoded JSON.`,
      example: JSON.stringify(example),
    }),
  );

/** Most columns of an upload. */
const MAX_IGNORED = 5000;
export const IgnoreOption = Type.Array(Type.String({ maxLength: MAX_TEXT }), {
  maxItems: MAX_IGNORED,
  description: 'Headers of columns that are left out; one that the file does not have is refused.',
});

/** Batch options as query parameters (upload shapes A and B). */
export const BulkQuery = Type.Object({
  ...options,
  demographics: configText('A DemographicsConfig', { fields: ['population'], level: 'us_state' }),
  choropleth: configText('A ChoroplethConfig', { field: 'population', classes: 5, method: 'quantile' }),
  column_mapping: configText('Which column holds which field (see `meta.column_mapping`),', {
    name: 'Shop',
    zip: 3,
  }),
  ignore: configText('Headers of columns that are left out,', ['Notes', 'Internal']),
});
export type BulkQuery = Static<typeof BulkQuery>;

/** Which column holds which field. */
export const ColumnMappingOption = Type.Record(
  Type.String(),
  Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Integer({ minimum: 0 })]),
  {
    description: `{field: header or 0-based index}, or the legacy {header: field}. Fields: ${MAPPED_FIELDS.join(', ')}. Display names of exports such as \`Latitude\` count, too. \`field:\` before the header of a column, such as \`{"field:category": "category"}\`, makes it a custom field.`,
    propertyNames: {
      anyOf: [
        { type: 'string', enum: [...MAPPED_FIELDS] },
        { type: 'string', description: 'A header.' },
      ],
    },
    example: { name: 'Shop', zip: 3 },
  },
);

/** The `meta` part of a multipart upload (shape C). */
export const BulkMeta = Type.Object(
  {
    ...options,
    sheet: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Integer({ minimum: 0 })], {
        description: SHEET,
      }),
    ),
    missing_tolerance: Type.Optional(
      Type.Union([Type.String(TOLERANCE), Type.Integer({ minimum: 0, maximum: 9_999_999 })], {
        description: MISSING_TOLERANCE,
      }),
    ),
    demographics: Type.Optional(DemographicsConfig),
    choropleth: Type.Optional(ChoroplethConfig),
    column_mapping: Type.Optional(ColumnMappingOption),
    ignore: Type.Optional(IgnoreOption),
  },
  { $id: 'BulkMeta', example: { marker_type: 'circle', column_mapping: { name: 'Shop', zip: 3 } } },
);
export type BulkMeta = Static<typeof BulkMeta>;

/** Options of the first file alone, or of all its rows, and why a retry of some rows does not take them. */
export const NOT_OF_RETRIES: Readonly<Partial<Record<keyof BulkMeta, string>>> = {
  ...Object.fromEntries(
    ['sheet', 'fill_merged', ...Object.keys(tableOptions), ...Object.keys(dialectOptions)].map((name) => [
      name,
      'it says how the first file is read, and a retry reads the rows that were kept of it: upload the file again',
    ]),
  ),
  ...Object.fromEntries(
    ['missing', 'missing_tolerance', 'confirm'].map((name) => [
      name,
      'a retry has some rows of the file alone, and deletes nothing: leave it out',
    ]),
  ),
};

/** Options of a retry; what it does not give is as the first import had it. */
export const RetryOptions = Type.Object(
  Object.fromEntries(
    Object.entries(BulkMeta.properties).filter(([name]) => !Object.hasOwn(NOT_OF_RETRIES, name)),
  ) as Record<string, TSchema>,
  { $id: 'RetryOptions', example: { default_country: 'DE', column_mapping: { city: 'Ort' } } },
);

/** The options of one import, complete. */
export interface ImportOptions {
  onDuplicate: 'skip' | 'overwrite' | 'error';
  /** The code by which rows find their markers; null: they find them by place. */
  match: Match | null;
  onNew: 'add' | 'skip';
  /** Markers that no row met are deleted at the end; null: they are kept. */
  missing: { tolerance: string; isConfirmed: boolean } | null;
  defaultCountry: string | null;
  markerType: string;
  defaultRadiusMiles: number;
  /** Miles in one unit of a radius column whose header names no unit. */
  milesPerRadiusUnit: number;
  defaultDriveTimeMinutes: number;
  /** EPSG code of the system that coordinates are converted from; null: they are degrees. */
  crs: number | null;
}

export const DEFAULT_RADIUS = 5;
export const DEFAULT_DRIVE_TIME_MINUTES = 10;

/**
 * Most rejected rows of an import that deletes what is missing.
 * @param tolerance rows, or percent of the total
 */
export const mostRejected = (tolerance: string, total: number): number =>
  tolerance.endsWith('%') ? Math.floor((total * Number.parseFloat(tolerance)) / 100) : Number(tolerance);

/** Leaves out members that the schema does not name: a client may send a MiB of them. */
const known = <T extends object>(schema: TObject, value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(schema.properties, name))) as T;

/**
 * The options that an import runs with as `meta` takes them, defaults included: sent with a mended file of
 * rejected rows they read it like the first. So neither a dry run, nor the sheet of the first file and where
 * the table was in it, nor how its bytes were written is among them, nor what becomes of markers that no row
 * of the whole file met.
 */
export function shownOptions(given: BulkMeta, format: 'csv' | 'json'): BulkMeta {
  const { dry_run: _, ...options } = known(RetryOptions, given);
  const { choropleth, demographics, ignore } = options;
  return {
    on_duplicate: isMatched(given) ? 'overwrite' : 'skip',
    match: 'place',
    on_new: 'add',
    marker_type: 'pin',
    auto_map: format === 'csv',
    default_radius: DEFAULT_RADIUS,
    radius_unit: 'miles',
    default_drive_time: DEFAULT_DRIVE_TIME_MINUTES,
    remember: false,
    ...options,
    ...(ignore && { ignore: [...new Set(ignore)] }),
    ...(choropleth && { choropleth: known(ChoroplethConfig, choropleth) }),
    ...(demographics && { demographics: known(DemographicsConfig, demographics) }),
  };
}

const isMatched = ({ match = 'place' }: BulkMeta): boolean => match !== 'place';

/** @throws AppError BAD_REQUEST where rows are matched by code and not to change their markers */
function refuseUnmatched(given: BulkMeta): void {
  const { match, on_duplicate } = given;
  if (isMatched(given) && on_duplicate !== undefined && on_duplicate !== 'overwrite')
    throw badRequest(
      `on_duplicate=${on_duplicate} does not go with match=${cut(match!, 60)}: rows change the markers that have their codes. Leave on_duplicate out, or match by place`,
    );
}

/** @throws AppError BAD_REQUEST when the default radius is out of range, or the default country none */
export function completeOptions(given: BulkMeta): ImportOptions {
  const milesPerRadiusUnit = given.radius_unit === 'km' ? MILES_PER_KM : 1;
  const defaultRadiusMiles = (given.default_radius ?? DEFAULT_RADIUS) * milesPerRadiusUnit;
  if (defaultRadiusMiles > MAX_RADIUS_MILES) {
    throw badRequest(`default_radius must be at most ${MAX_RADIUS_MILES} miles`);
  }
  const country = given.default_country ?? null;
  if (country !== null && !isCountry(country.toUpperCase())) {
    throw badRequest(`default_country ${quote(country)} is not an ISO 3166 country code`);
  }
  refuseUnmatched(given);
  const system = readCrs(given.crs);
  return {
    crs: system?.code ?? null,
    onDuplicate: isMatched(given) ? 'overwrite' : (given.on_duplicate ?? 'skip'),
    match: readMatch(given.match ?? 'place'),
    onNew: given.on_new ?? 'add',
    missing:
      given.missing === 'delete'
        ? { tolerance: String(given.missing_tolerance ?? 0), isConfirmed: given.confirm === true }
        : null,
    defaultCountry: country,
    markerType: given.marker_type ?? 'pin',
    defaultRadiusMiles,
    milesPerRadiusUnit,
    defaultDriveTimeMinutes: given.default_drive_time ?? DEFAULT_DRIVE_TIME_MINUTES,
  };
}

/**
 * @returns null: coordinates are degrees
 * @throws AppError BAD_REQUEST for a code that is not known
 */
export function readCrs(crs: string | undefined): System | null {
  if (crs === undefined) return null;
  const code = crsCodeOf(crs);
  const system = code === null ? null : systemOf(code);
  if (system === null)
    throw badRequest(
      `crs ${quote(crs)} is no coordinate reference system that is known here: give an EPSG code such as EPSG:27700, EPSG:25832 or EPSG:32633, or convert the coordinates to degrees (WGS84)`,
    );
  return system.definition === null ? null : system;
}

/** The United Kingdom is often called so. */
const UK = 'UK';
const isCountry = (code: string): boolean => code === UK || countryOfCode(code) !== null;
