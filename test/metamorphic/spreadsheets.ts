import fc from 'fast-check';

/** A spreadsheet as people send it: a header row, then rows of as many cells. */
export interface Sheet {
  headers: string[];
  rows: string[][];
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
): Town => ({ street, city, county, state, zip, country, countryName, lat, lng });

const US = ['US', 'United States'] as const;
const DE = ['DE', 'Germany'] as const;
const AU = ['AU', 'Australia'] as const;

/** Towns of several countries, some of whose postal codes are those of other towns elsewhere. */
export const TOWNS: readonly Town[] = [
  town('350 5th Ave', 'New York', 'New York County', 'NY', '10001', US, 40.7505, -73.9934),
  town('1 Market St', 'San Francisco', 'San Francisco County', 'CA', '94105', US, 37.7898, -122.3942),
  town('233 S Wacker Dr', 'Chicago', 'Cook County', 'IL', '60606', US, 41.8827, -87.6414),
  town('400 Broad St', 'Seattle', 'King County', 'WA', '98109', US, 47.6339, -122.3476),
  town('1100 Congress Ave', 'Austin', 'Travis County', 'TX', '78701', US, 30.2713, -97.7426),
  town('1 City Hall Sq', 'Boston', 'Suffolk County', 'MA', '02201', US, 42.3605, -71.0596),
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

const number = (value: number): string => value.toFixed(4);
/** Its address in one cell. */
export const whole = ({ street, city, state, zip, country, countryName }: Town): string =>
  country === 'US'
    ? `${street}, ${city}, ${state} ${zip}`
    : `${street}, ${zip === '' ? '' : `${zip} `}${city}, ${countryName}`;

/** How a spreadsheet says where its rows are: each kind of header that the recogniser knows. */
const PLACES: Readonly<Record<string, Columns>> = {
  'latitude and longitude': [
    [['lat', 'Latitude', 'latitudine', 'Breitengrad', 'GPS Lat'], (town) => number(town.lat)],
    [['lng', 'Longitude', 'longitudine', 'Längengrad', 'GPS Long'], (town) => number(town.lng)],
  ],
  'x and y': [
    [['X', 'coord_x'], (town) => number(town.lng)],
    [['Y', 'coord_y'], (town) => number(town.lat)],
  ],
  'coordinates in one column': [
    [['Coordinates', 'Koordinaten', 'Lat/Long'], (town) => `${number(town.lat)}, ${number(town.lng)}`],
  ],
  'whole addresses': [
    [['Address', 'Adresse', 'Full Address', 'Formatted Address', 'Standort', 'Indirizzo completo'], whole],
  ],
  'parts of addresses': [
    [['Street', 'Straße', 'Address 1'], (town) => town.street],
    [['City', 'Ort', 'Ville'], (town) => town.city],
    [['State', 'Bundesland', 'Province'], (town) => town.state],
    [['Zip', 'PLZ', 'Postcode'], (town) => town.zip],
    [['Country', 'Land', 'Pays'], (town) => town.country],
  ],
  'towns and postal codes': [
    [['City', 'Ort', 'Town'], (town) => town.city],
    [['Zip', 'PLZ', 'Postal Code'], (town) => town.zip],
  ],
  'postal codes and countries': [
    [['Zip', 'Postcode'], (town) => town.zip],
    [['Country', 'Country Name'], (town) => town.countryName],
  ],
  'counties and states': [
    [['County', 'County Name'], (town) => town.county],
    [['State', 'State Code'], (town) => town.state],
  ],
};

/** A date that has passed. */
export const PAST = '2001-01-01';

const EXTRAS: Columns = [
  [['Category', 'Type', 'Kategorie'], () => ''],
  [['Color'], () => ''],
  [['Expire'], () => ''],
  [['Phone', 'Notes', 'Bemerkung'], () => ''],
];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  Category: ['VIP', 'Café', 'a "quoted" one', 'x, y'],
  Type: ['Retail', 'Office'],
  Kategorie: ['Büro', 'Laden'],
  Color: ['red', 'blue', 'no colour'],
  Expire: ['2099-12-31', '9999-12-31', PAST, 'soon'],
  Phone: ['+1 555 0100', '030 / 123'],
  Notes: ["'=1+1", '=SUM(A1:A2)', 'two\nlines', 'back\\slash\ttab', '-'],
  Bemerkung: ['ß € 日本', '0012', ' spaced  out '],
};
const NAMES = ['Starbucks', 'Café "Zur Post"', 'Łódź, Sp. z o.o.', 'Branch 7', '日本', "O'Neil", 'x'];

const oneOf = <T>(of: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...of);

/** One cell in eight is empty, as in what people have. */
const orEmpty = (cell: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.integer({ min: 0, max: 7 }), cell).map(([die, text]) => (die === 0 ? '' : text));

/** @param kinds of places, names of PLACES; default: all */
export function sheets({
  kinds = Object.keys(PLACES),
  minRows = 1,
  maxRows = 12,
}: {
  kinds?: readonly string[];
  minRows?: number;
  maxRows?: number;
} = {}): fc.Arbitrary<Sheet> {
  return fc
    .record({
      kind: oneOf(kinds),
      extras: fc.subarray([...EXTRAS]),
      places: fc.subarray([...TOWNS], { minLength: 2 }),
    })
    .chain(({ kind, extras, places }) => {
      const columns: Columns = [[['Name', 'name', 'Store'], () => ''], ...PLACES[kind]!, ...extras];
      return fc.tuple(...columns.map(([headers]) => oneOf(headers))).chain((headers) =>
        fc.record({
          headers: fc.constant(headers),
          rows: fc.array(rowOf(columns, headers, places), { minLength: minRows, maxLength: maxRows }),
        }),
      );
    });
}

const rowOf = (
  columns: Columns,
  headers: readonly string[],
  places: readonly Town[],
): fc.Arbitrary<string[]> =>
  oneOf(places).chain((town) =>
    fc.tuple(
      ...columns.map(([, cell], i) => {
        const values = i === 0 ? NAMES : VALUES[headers[i]!];
        return orEmpty(values ? oneOf(values) : fc.constant(cell(town)));
      }),
    ),
  );

const quoted = (cell: string): string => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
export const csvOf = ({ headers, rows }: Sheet): string =>
  [headers, ...rows].map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
