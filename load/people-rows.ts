import { csvLine, type RowKind } from './seeded-csv.js';

const NAMES = [
  'Bäckerei "Zur Sonne", Filiale',
  "Boulangerie de l'Étoile",
  'Cafetería Muñoz & Hijos, S.L.',
  'Crème "Brûlée"',
  'Corner Shop',
  'Garage Smith, Ltd.',
  'Harbour Office',
  'Kadıköy Çarşısı',
  'Księgarnia Łódzka',
  'Libreria Città Nuova',
  'Smörgåsbord & Öl',
  'Padaria São João',
  'Βιβλιοπωλείο Αθήνα',
  'Кафе «Мрія»',
  '東京書店',
  'Town Library',
];
const STREETS = [
  'Straße des 17. Juni',
  "rue de l'Église, bât. B",
  'Avenida de la Constitución',
  'Main Street',
  'High Street, rear of "The Crown"',
  'ulica Świętokrzyska',
  'Via Garibaldi',
  'вулиця Лесі Українки',
];
const CITIES = [
  'München',
  'Saint-Étienne',
  'Málaga',
  'Kraków',
  'İzmir',
  'Αθήνα',
  'Львів',
  'São Paulo',
  'Springfield',
  'Zürich',
  'London',
  '大阪',
];
/**
 * A box within each: degrees from the south to the north, from the west to the east. Rows that contradict
 * themselves are rare.
 */
const COUNTRIES: readonly (readonly [name: string, ...box: [number, number, number, number]])[] = [
  ['Deutschland', 49, 53, 8, 13],
  ['France', 44.5, 48.5, 0.5, 6],
  ['España', 38, 42, -6, -1],
  ['Polska', 50.5, 53.5, 16, 22],
  ['Türkiye', 38, 40.5, 29, 42],
  ['Brasil', -20, -5, -55, -42],
  ['Україна', 48, 51, 25, 36],
  ['USA', 33, 47, -115, -80],
];
const CATEGORIES = [
  'Bäckerei',
  'Café',
  'Épicerie',
  'Retail, wholesale',
  'Librería',
  'Аптека',
  'Office',
  'Øl "Bar"',
];
const NOTES = [
  'Ask for "Zoë", 2nd floor',
  'geöffnet Mo-Fr, 9-18 Uhr',
  'fermé le dimanche',
  'parking behind the house',
  'timbre roto, llamar por teléfono',
  'pagamento só em dinheiro',
  'замкнено у серпні',
  'new owner since 2019',
];

const PEOPLE_HEADER = 'name,lat,lng,street,city,zip,country,category,Téléphone,Remarks';
const CATEGORY_COLUMN = 7;
const REMARKS_COLUMN = 9;
/** lat, lng, city, zip, country. */
const PLACE_COLUMNS = [1, 2, 4, 5, 6];

/** Empty share of seven columns: with three that are never empty, a fifth of all cells. */
const EMPTY_SHARE = 2 / 7;

export interface PeopleOptions {
  /** Number of the first row, which its name contains. Default 0. */
  firstNumber?: number;
  /** No row has coordinates, a city, a ZIP or a country. */
  nowhere?: boolean;
  /** In every nth row the category or the remarks, in turn, have this text. All else stays the same. */
  change?: { every: number; to: string };
  /** A last column has a code of each row. */
  coded?: boolean;
  /** Tells whether a row is left out; the others stay as they are. */
  without?: (index: number) => boolean;
}

/**
 * Cells of a row as people write them: several languages, quotes and commas in cells, a fifth of the cells
 * empty.
 */
function peopleCells(random: () => number, index: number, options: PeopleOptions = {}): string[] {
  const { firstNumber = 0, nowhere, change, coded } = options;
  const number = firstNumber + index;
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const orEmpty = (cell: string): string => (random() < EMPTY_SHARE ? '' : cell);
  const [country, south, north, west, east] = pick(COUNTRIES);
  const lat = (south + random() * (north - south)).toFixed(6);
  const lng = (west + random() * (east - west)).toFixed(6);
  const cells = [
    `${NAMES[number % NAMES.length]} ${number}`,
    lat,
    lng,
    orEmpty(`${pick(STREETS)} ${1 + below(300)}`),
    orEmpty(pick(CITIES)),
    orEmpty(String(10_000 + below(89_999))),
    orEmpty(country),
    orEmpty(pick(CATEGORIES)),
    orEmpty(`+${30 + below(60)} ${100 + below(899)} ${100_000 + below(899_999)}`),
    orEmpty(pick(NOTES)),
  ];
  if (nowhere) for (const column of PLACE_COLUMNS) cells[column] = '';
  if (change && index % change.every === 0)
    cells[(index / change.every) % 2 === 0 ? CATEGORY_COLUMN : REMARKS_COLUMN] = change.to;
  if (coded) cells.push(`K-${number}`);
  return cells;
}

/** A row as a marker of JSON; empty cells are left out. */
export function oddMarker(random: () => number, number: number, category?: string) {
  const [name, lat, lng, street, city, zip, country, ...more] = peopleCells(random, number) as [
    string,
    ...string[],
  ];
  const label = category ?? more[0]!;
  const [phone, remarks] = PEOPLE_HEADER.split(',').slice(-2) as [string, string];
  return {
    name,
    lat: Number(lat),
    lng: Number(lng),
    address: filled({ street: street!, city: city!, zip: zip!, country: country! }),
    ...(label !== '' && { category: label }),
    custom_fields: filled({ [phone]: more[1]!, [remarks]: more[2]! }),
  };
}

const filled = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

/** 10 columns, about 127 bytes a row. No two rows of a file are duplicates. */
export const peopleRows = (options: PeopleOptions = {}): RowKind => ({
  header: options.coded ? `${PEOPLE_HEADER},location_code` : PEOPLE_HEADER,
  line: (random, index) => {
    const cells = peopleCells(random, index, options);
    return options.without?.(index) ? '' : csvLine(cells);
  },
});
