import type { Profile } from './column.js';
import { LANGUAGES, type Language } from './vocabulary/index.js';

/** Longer headers are sentences. */
const MAX_TWIN = 40;

/** South, west, north, east in degrees, generous: where rows whose headers are in a language mostly lie. */
const BOXES: Readonly<Record<Language, readonly (readonly [number, number, number, number])[]>> = {
  en: [
    [17, -172, 72, -52],
    [49, -11, 61, 3],
    [-48, 112, -9, 180],
    [6, 67, 37, 98],
  ],
  de: [[45, 5, 56, 18]],
  fr: [
    [41, -6, 52, 10],
    [44, -80, 63, -57],
  ],
  es: [
    [27, -19, 44, 5],
    [-56, -118, 33, -53],
  ],
  it: [[35, 6, 48, 19]],
  pt: [
    [30, -32, 43, -6],
    [-34, -75, 6, -34],
  ],
  nl: [[49, 2, 54, 8]],
};

const within = (lat: number, lng: number, language: Language): boolean =>
  BOXES[language].some(
    ([south, west, north, east]) => lat >= south && lat <= north && lng >= west && lng <= east,
  );

/**
 * True when what is taken for latitudes must be longitudes and the other way round: a "latitude" beyond 90 degrees, or
 * places that lie where the language of the headers is at home only when exchanged.
 */
export function areSwapped(lat: Profile, lng: Profile, language: Language | null): boolean {
  if (lat.count === 0 || lng.count === 0) return false;
  if (lat.latitude < 0.5 && lng.latitude >= 0.9) return true;
  if (lng.latitude < 0.5) return false;
  if (lat.lngLetter > 0.5 && lng.latLetter > 0.5) return true;
  const languages: readonly Language[] = language && language !== 'en' ? [language] : ['en'];
  const straight = languages.some((each) => within(lat.medianDegrees, lng.medianDegrees, each));
  const exchanged = languages.some((each) => within(lng.medianDegrees, lat.medianDegrees, each));
  return exchanged && !straight;
}

/** Whether a point lies in one of the countries whose languages are read here. */
export const isAtHome = (lat: number, lng: number): boolean =>
  LANGUAGES.some((language) => within(lat, lng, language));

/** Unknown headers that differ only in what stands for the axis: `XGCSWGS84` and `YGCSWGS84`, `INTPTLAT` and `INTPTLON`. */
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
