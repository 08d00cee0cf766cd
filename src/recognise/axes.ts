import { readDegrees } from '../format/cells/degrees.js';
import { isEmptyWord } from '../format/cells/empty-words.js';
import type { Profile } from './column.js';
import { COUNTRY_BOXES } from './data/country-boxes.js';
import { foldName } from './fold.js';
import { LANGUAGE_DATA, LANGUAGES, type Language } from './languages/index.js';
import { countryOf } from './values/regions.js';

/** Longer headers are sentences. */
const MAX_TWIN = 40;
/** Paths of members are longer. */
const MAX_HEADER = 120;

const within = (lat: number, lng: number, language: Language): boolean =>
  LANGUAGE_DATA[language].homes.some(
    ([south, west, north, east]) => lat >= south && lat <= north && lng >= west && lng <= east,
  );

/**
 * Tells whether two columns, by whose headers one cannot know, are the other way round: proof, or places that
 * lie where the language of the headers is at home only when exchanged.
 */
export function areSwapped(lat: Profile, lng: Profile, language: Language | null): boolean {
  if (lat.count === 0 || lng.count === 0) return false;
  if (areProvedSwapped(lat, lng)) return true;
  if (lng.latitude < 0.5) return false;
  const languages: readonly Language[] = language && language !== 'en' ? [language] : ['en'];
  const straight = languages.some((each) => within(lat.medianDegrees, lng.medianDegrees, each));
  const exchanged = languages.some((each) => within(lng.medianDegrees, lat.medianDegrees, each));
  return exchanged && !straight;
}

/**
 * Tells whether most "latitudes" that are degrees lie beyond 90, or letters of hemispheres say that they are
 * longitudes.
 */
function areProvedSwapped(lat: Profile, lng: Profile): boolean {
  if (lat.latitude < 0.5 * lat.longitude && lng.latitude >= 0.9) return true;
  return lng.latitude >= 0.5 && lat.lngLetter > 0.5 && lng.latLetter > 0.5;
}

/** Indexes of the columns that are named latitude, longitude and country. */
export interface NamedAxes {
  readonly lat: number;
  readonly lng: number;
  /** -1: there is none. */
  readonly country: number;
}

/**
 * Tells whether columns that are named latitude and longitude hold each other's values. Their names are
 * believed unless the values prove them wrong, or the rows lie in the countries that they name only when
 * exchanged: Spanish headers are used in Kenya, too.
 */
export function areNamedAxesSwapped(
  lat: Profile,
  lng: Profile,
  rows: readonly (readonly string[])[],
  columns: NamedAxes,
): boolean {
  if (lat.count === 0 || lng.count === 0) return false;
  return areProvedSwapped(lat, lng) || (columns.country >= 0 && lieAtHomeExchanged(rows, columns));
}

/** More rows decide nothing else. */
const MAX_ROWS = 80;
const NEARLY_ALL = 0.9;

function lieAtHomeExchanged(rows: readonly (readonly string[])[], columns: NamedAxes): boolean {
  let told = 0;
  let exchanged = 0;
  for (const row of rows.slice(0, MAX_ROWS)) {
    const box = BOX_OF.get(countryOf(foldName((row[columns.country] ?? '').slice(0, MAX_TWIN))) ?? '');
    const lat = readDegrees((row[columns.lat] ?? '').slice(0, MAX_TWIN)).degrees;
    const lng = readDegrees((row[columns.lng] ?? '').slice(0, MAX_TWIN)).degrees;
    if (!box || Number.isNaN(lat) || Number.isNaN(lng)) continue;
    const isStraight = isInBox(box, lat, lng);
    const isExchanged = isInBox(box, lng, lat);
    // In neither box: the country is wrong. In both: the row proves nothing.
    if (isStraight !== isExchanged) told++;
    if (isExchanged && !isStraight) exchanged++;
  }
  return told > 0 && exchanged / told >= NEARLY_ALL;
}

/** Points from which rows of a sample prove that two columns are no sizes. */
const FEW_POINTS = 2;
/** Share of the numbers in two columns that have decimals, where these are coordinates. */
const WITH_DECIMALS = 0.6;

/**
 * Tells whether two columns whose headers may as well name sizes (`Breite`, `lengte`) hold places: numbers
 * that have decimals, stand in both columns of a row, and lie where the language of the headers is at home.
 */
export function holdPlaces(
  rows: readonly (readonly string[])[],
  lat: number,
  lng: number,
  languages: readonly Language[],
): boolean {
  const points = new Set<string>();
  let decimals = 0;
  let pairs = 0;
  for (const row of rows) {
    const texts = [lat, lng].map((index) => (row[index] ?? '').trim().slice(0, MAX_TWIN));
    const [y, x] = texts.map((text) => readDegrees(text));
    if (texts.every((text) => text === '' || isEmptyWord(text))) continue;
    if (!languages.some((language) => within(y!.degrees, x!.degrees, language))) return false;
    pairs++;
    for (const found of [y!, x!]) if (found.decimals > 0) decimals++;
    points.add(texts.join());
  }
  return points.size >= FEW_POINTS && decimals >= 2 * WITH_DECIMALS * pairs;
}

type Box = readonly [south: number, west: number, north: number, east: number];

const isInBox = ([south, west, north, east]: Box, lat: number, lng: number): boolean =>
  lat >= south && lat <= north && lng >= west && lng <= east;

const BOX_OF: ReadonlyMap<string, Box> = new Map(
  COUNTRY_BOXES.split(' ').map((entry) => {
    const [south, west, north, east] = entry.slice(2).split(',').map(Number);
    return [entry.slice(0, 2), [south!, west!, north!, east!]];
  }),
);

/** Tells whether a point lies in one of the countries whose languages are read here. */
export const isAtHome = (lat: number, lng: number): boolean =>
  LANGUAGES.some((language) => within(lat, lng, language));

/**
 * Tells whether a header names a place in an array of coordinates: `location.coordinates[0]`,
 * `geometry/coordinates/1`.
 */
export const isArrayPosition = (header: string): boolean =>
  header.length <= MAX_HEADER && /coordinates\W{1,2}[01]\W?$/i.test(header);

/**
 * Pairs of unknown headers that differ only in their axis: `XGCSWGS84` and `YGCSWGS84`, `INTPTLAT` and
 * `INTPTLON`.
 */
export function axisTwins(headers: readonly string[]): Map<number, 'x' | 'y'> {
  const byRest = new Map<string, { x?: number; y?: number }>();
  for (const [index, header] of headers.entries()) {
    const text = header.slice(0, MAX_TWIN).toLowerCase();
    const found =
      /^(?:latitude|lat|longitude|long|lng|lon)|(?:latitude|lat|longitude|long|lng|lon)$|[xy]/.exec(text);
    if (!found) continue;
    const rest = `${text.slice(0, found.index)}*${text.slice(found.index + found[0].length)}`;
    const pair = byRest.get(rest) ?? {};
    byRest.set(rest, pair);
    pair[found[0].startsWith('la') || found[0] === 'y' ? 'y' : 'x'] ??= index;
  }
  const axes = new Map<number, 'x' | 'y'>();
  for (const { x, y } of byRest.values()) {
    if (x === undefined || y === undefined) continue;
    axes.set(x, 'x');
    axes.set(y, 'y');
  }
  return axes;
}
