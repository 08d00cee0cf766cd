import fc from 'fast-check';
import type { BulkMeta } from '../../src/import/options.js';
import type { MarkerType } from '../../src/schema/marker-terms.js';

/** The same cases each time; another number, such as `METAMORPHIC_SEED=$RANDOM`, tries others. */
export const SEED = Number(process.env.METAMORPHIC_SEED ?? 1);

type Options = Pick<BulkMeta, 'marker_type' | 'default_country'>;

/** A spreadsheet as people send it: a header row, then rows of as many cells. */
export interface Sheet {
  headers: string[];
  rows: string[][];
  /** Options of its import, where it needs some. */
  options?: Options;
}

interface Town {
  street: string;
  city: string;
  county: string;
  state: string;
  zip: string;
  country: string;
  countryName: string;
  lat: number;
  lng: number;
  /** FIPS code of its county. */
  fips: string;
}

const town = (
  street: string,
  city: string,
  county: string,
  state: string,
  zip: string,
  [country, countryName]: readonly [string, string],
  lat: number,
  lng: number,
  fips = '',
): Town => ({ street, city, county, state, zip, country, countryName, lat, lng, fips });

const US = ['US', 'United States'] as const;
const DE = ['DE', 'Germany'] as const;
const AU = ['AU', 'Australia'] as const;

/** Towns of several countries, some of whose postal codes are those of other towns elsewhere. */
export const TOWNS: readonly Town[] = [
  town('350 5th Ave', 'New York', 'New York County', 'NY', '10001', US, 40.7505, -73.9934, '36061'),
  town(
    '1 Market St',
    'San Francisco',
    'San Francisco County',
    'CA',
    '94105',
    US,
    37.7898,
    -122.3942,
    '06075',
  ),
  town('233 S Wacker Dr', 'Chicago', 'Cook County', 'IL', '60606', US, 41.8827, -87.6414, '17031'),
  town('400 Broad St', 'Seattle', 'King County', 'WA', '98109', US, 47.6339, -122.3476, '53033'),
  town('1100 Congress Ave', 'Austin', 'Travis County', 'TX', '78701', US, 30.2713, -97.7426, '48453'),
  town('1 City Hall Sq', 'Boston', 'Suffolk County', 'MA', '02201', US, 42.3605, -71.0596, '25025'),
  town('Unter den Linden 1', 'Berlin', '', 'Berlin', '10117', DE, 52.517, 13.3889),
  town('Domkloster 4', 'Köln', '', 'Nordrhein-Westfalen', '50667', DE, 50.9386, 6.9542),
  town('Marienplatz 8', 'München', '', 'Bayern', '80331', DE, 48.1371, 11.5754),
  town('Am Markt 21', 'Bremen', '', 'Bremen', '28195', DE, 53.0752, 8.8078),
  town('483 George St', 'Sydney', '', 'NSW', '2000', AU, -33.8732, 151.2065),
  town('90 Swanston St', 'Melbourne', '', 'VIC', '3000', AU, -37.8142, 144.967),
  town('Via Po 1', 'Torino', '', 'Piemonte', '10121', ['IT', 'Italy'], 45.0678, 7.6826),
  town('Stephansplatz 3', 'Wien', '', 'Wien', '1010', ['AT', 'Austria'], 48.2082, 16.3738),
  town('4 Place Jussieu', 'Paris', '', 'Île-de-France', '75005', ['FR', 'France'], 48.847, 2.356),
  town('200 King St W', 'Toronto', '', 'ON', 'M5H 3T4', ['CA', 'Canada'], 43.6476, -79.3864),
  town('Bole Road 5', 'Addis Ababa', '', '', '', ['ET', 'Ethiopia'], 9.0054, 38.7636),
  town('Moi Avenue 10', 'Nairobi', '', '', '', ['KE', 'Kenya'], -1.2864, 36.8172),
];

/** A group of columns: headers, and what stands below them for a town. */
type Columns = readonly (readonly [headers: readonly string[], cell: (town: Town) => string])[];

/** The marker type of a country's towns, where it is not the country's. */
const AREA_TYPES: Readonly<Record<string, MarkerType>> = { US: 'us_county', AU: 'au_state' };

const number = (value: number): string => value.toFixed(4);
/** Address of a town in one cell. */
export const whole = ({ street, city, state, zip, country, countryName }: Town): string =>
  country === 'US'
    ? `${street}, ${city}, ${state} ${zip}`
    : `${street}, ${zip === '' ? '' : `${zip} `}${city}, ${countryName}`;

/** A way in which a spreadsheet says where its rows are. */
interface Kind {
  readonly columns: Columns;
  readonly options?: Options;
}

const AXES: Columns = [
  [['lat', 'Latitude', 'latitudine', 'Breitengrad', 'GPS Lat'], (town) => number(town.lat)],
  [['lng', 'Longitude', 'longitudine', 'Längengrad', 'GPS Long'], (town) => number(town.lng)],
];
const COUNTRY: Columns = [[['Country', 'Country Name', 'Land', 'Pays'], (town) => town.countryName]];

/** Each kind of header that the recogniser knows. */
const KINDS = {
  'latitude and longitude': { columns: AXES },
  'exchanged latitude and longitude': {
    columns: [
      [['Latitude', 'latitudine', 'GPS Lat'], (town) => number(town.lng)],
      [['Longitude', 'longitudine', 'GPS Long'], (town) => number(town.lat)],
      ...COUNTRY,
    ],
  },
  'x and y': {
    columns: [
      [['X', 'coord_x'], (town) => number(town.lng)],
      [['Y', 'coord_y'], (town) => number(town.lat)],
    ],
  },
  'exchanged x and y': {
    columns: [
      [['X', 'coord_x'], (town) => number(town.lat)],
      [['Y', 'coord_y'], (town) => number(town.lng)],
    ],
  },
  'coordinates in one column': {
    columns: [
      [['Coordinates', 'Koordinaten', 'Lat/Long'], (town) => `${number(town.lat)}, ${number(town.lng)}`],
    ],
  },
  'whole addresses': {
    columns: [
      [['Address', 'Adresse', 'Full Address', 'Formatted Address', 'Standort', 'Indirizzo completo'], whole],
    ],
  },
  'parts of addresses': {
    columns: [
      [['Street', 'Straße', 'Address 1'], (town) => town.street],
      [['City', 'Ort', 'Ville'], (town) => town.city],
      [['State', 'Bundesland', 'Province'], (town) => town.state],
      [['Zip', 'PLZ', 'Postcode'], (town) => town.zip],
      [['Country', 'Land', 'Pays'], (town) => town.country],
    ],
  },
  'towns and postal codes': {
    columns: [
      [['City', 'Ort', 'Town'], (town) => town.city],
      [['Zip', 'PLZ', 'Postal Code'], (town) => town.zip],
    ],
  },
  'postal codes alone': {
    options: { default_country: 'US' },
    columns: [[['Zip', 'PLZ', 'Postcode', 'Postal Code'], (town) => town.zip]],
  },
  'postal codes and countries': { columns: [[['Zip', 'Postcode'], (town) => town.zip], ...COUNTRY] },
  'counties and states': {
    columns: [
      [['County', 'County Name'], (town) => town.county],
      [['State', 'State Code'], (town) => town.state],
    ],
  },
  'codes of counties': {
    options: { marker_type: 'us_county' },
    columns: [[['FIPS', 'GEOID', 'County FIPS', 'region_code'], (town) => town.fips]],
  },
  'codes of counties without their zeros': {
    options: { marker_type: 'us_county' },
    columns: [[['FIPS', 'county_fips_code'], (town) => town.fips.replace(/^0/, '')]],
  },
  'codes of states': {
    options: { marker_type: 'us_state' },
    columns: [[['State FIPS', 'FIPS', 'GEOID'], (town) => town.fips.slice(0, 2)]],
  },
  'ISO codes of states': {
    options: { marker_type: 'us_state' },
    columns: [
      [['ISO 3166-2', 'ISO Code'], ({ country, state }) => (country === 'US' ? `${country}-${state}` : '')],
    ],
  },
  'ISO codes of countries': {
    options: { marker_type: 'country' },
    columns: [[['ISO', 'ISO2', 'Country Code', 'alpha-2'], (town) => town.country]],
  },
  'areas of several types': {
    columns: [
      [['Marker Type'], ({ country }) => AREA_TYPES[country] ?? 'country'],
      [['Region Code'], ({ country, fips, state }) => fips || (country === 'AU' ? state : country)],
    ],
  },
  'areas around coordinates': { options: { marker_type: 'us_county' }, columns: AXES },
} as const satisfies Readonly<Record<string, Kind>>;
export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as KindName[];

/** A date that has passed. */
export const PAST = '2001-01-01';

/** Headers of categories and colours. */
export const STYLE_HEADERS = ['Category', 'Type', 'Kategorie', 'Color'];
const EXTRAS: Columns = [
  [['Category', 'Type', 'Kategorie'], () => ''],
  [['Color'], () => ''],
  [['Expire'], () => ''],
  [['Phone', 'Notes', 'Bemerkung'], () => ''],
  [['Opened', 'Eröffnet am', 'Last Visit', 'Updated'], () => ''],
];
const NAMES = ['Starbucks', 'Café "Zur Post"', 'Łódź, Sp. z o.o.', 'Branch 7', '日本', "O'Neil", 'x'];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  Category: ['VIP', 'Café', 'a "quoted" one', 'x, y'],
  Type: ['Retail', 'Office'],
  Kategorie: ['Büro', 'Laden'],
  Color: ['red', 'blue', 'no colour'],
  Expire: ['2099-12-31', '9999-12-31', PAST, 'soon'],
  Opened: ['2020-02-29', '1999-12-31', '0001-01-01'],
  'Eröffnet am': ['31.12.1999', '1.2.2020', 'unbekannt'],
  'Last Visit': ['12/31/1999', '2/1/2020'],
  Updated: ['2020-02-29T12:00:00Z', '2020-02-29 12:00', '2020-02-29'],
  Phone: ['+1 555 0100', '030 / 123'],
  Notes: ["'=1+1", '=SUM(A1:A2)', 'two\nlines', 'back\\slash\ttab', '-'],
  Bemerkung: ['ß € 日本', '0012', ' spaced  out '],
};

const oneOf = <T>(of: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...of);

/** One cell in eight is empty, as in what people have. */
const orEmpty = (cell: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.integer({ min: 0, max: 7 }), cell).map(([die, text]) => (die === 0 ? '' : text));

export const NAME_HEADERS = ['Name', 'name', 'Store'];
const NAME: Columns = [[NAME_HEADERS, () => '']];

/** Streets of any town, two of which are one. */
const STREETS = ['12 Harbour Rd', '12  harbour rd', '7 Mill Lane'];

/** Some of these; few in every other sheet, so that rows meet each other there. */
const someOf = <T>(all: readonly T[]): fc.Arbitrary<T[]> =>
  fc.oneof(fc.subarray([...all], { minLength: 2 }), fc.subarray([...all], { minLength: 1, maxLength: 3 }));

export function sheets({
  kinds = KIND_NAMES,
  minRows = 1,
  maxRows = 12,
}: {
  kinds?: readonly KindName[];
  minRows?: number;
  maxRows?: number;
} = {}): fc.Arbitrary<Sheet> {
  return fc
    .record({
      kind: oneOf(kinds).map((name): Kind => KINDS[name]),
      isNamed: fc.boolean(),
      extras: fc.subarray([...EXTRAS]),
      places: someOf(TOWNS),
      names: someOf(NAMES),
    })
    .chain(({ kind, isNamed, extras, places, names }) => {
      const { options } = kind;
      // Areas name their rows where no column does.
      const columns = [...(isNamed || !options?.marker_type ? NAME : []), ...kind.columns, ...extras];
      return fc.tuple(...columns.map(([headers]) => oneOf(headers))).chain((headers) =>
        fc.record({
          headers: fc.constant(headers),
          rows: fc.array(rowOf(columns, headers, { places, names }), {
            minLength: minRows,
            maxLength: maxRows,
          }),
          ...(options && { options: fc.constant(options) }),
        }),
      );
    });
}

/** One of the places, at its own street or another. */
const townOf = (places: readonly Town[]): fc.Arbitrary<Town> =>
  oneOf(places).chain((town) => oneOf([town.street, ...STREETS]).map((street) => ({ ...town, street })));

const rowOf = (
  columns: Columns,
  headers: readonly string[],
  { places, names }: { places: readonly Town[]; names: readonly string[] },
): fc.Arbitrary<string[]> =>
  townOf(places).chain((town) =>
    fc
      .tuple(
        ...columns.map(([, cell], i) => {
          const header = headers[i]!;
          const values = NAME_HEADERS.includes(header) ? names : VALUES[header];
          return orEmpty(values ? oneOf(values) : fc.constant(cell(town)));
        }),
      )
      .map((cells) =>
        cells.some((cell) => cell !== '') ? cells : [columns[0]![1](town) || 'x', ...cells.slice(1)],
      ),
  );

const quoted = (cell: string): string => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const lineOf = (cells: readonly string[]): string => cells.map(quoted).join(',');
export const csvOf = ({ headers, rows }: Sheet): string =>
  [headers, ...rows].map((cells) => `${lineOf(cells)}\n`).join('');
