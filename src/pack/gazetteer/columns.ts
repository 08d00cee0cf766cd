import { packFilter } from '../../geo/gazetteer/hash-filter.js';
import { packLetters } from '../../geo/gazetteer/letters-between.js';
import { nameKey } from '../../geo/gazetteer/name-key.js';
import { packNameTable } from '../../geo/gazetteer/name-table.js';
import type { PackedColumn } from '../../geo/gazetteer/sections.js';
import { packShortened } from '../../geo/gazetteer/two-edits.js';
import type { DraftArea } from './areas.js';
import { COUNTRY_CODES, readCountryNames } from './countries.js';
import { type DraftPlace, type DraftPostal, push } from './draft.js';

/** Stands for no area of a place, and no town of a postal area. */
const NONE_16 = 0xffff;
const NONE_32 = 0xffffffff;
const MICRODEGREES = 1e6;

const micro = (degrees: number): number => Math.round(degrees * MICRODEGREES);
const countryNumber = new Map(COUNTRY_CODES.map((code, at) => [code, at]));

/** Concatenates texts in UTF-8. */
export function packTexts(name: string, texts: readonly string[]): Record<string, PackedColumn> {
  const starts = new Uint32Array(texts.length + 1);
  const bytes = texts.map((text) => Buffer.from(text));
  for (const [at, { length }] of bytes.entries()) starts[at + 1] = starts[at]! + length;
  return { [`${name}.bytes`]: new Uint8Array(Buffer.concat(bytes)), [`${name}.starts`]: starts };
}

function packCoordinates(
  name: string,
  points: readonly { lat: number; lng: number }[],
): Record<string, PackedColumn> {
  return {
    [`${name}.lat`]: Int32Array.from(points, ({ lat }) => micro(lat)),
    [`${name}.lng`]: Int32Array.from(points, ({ lng }) => micro(lng)),
  };
}

export const packCountries = (): Record<string, PackedColumn> => ({
  'countries.codes': new Uint8Array(Buffer.from(COUNTRY_CODES.join(''))),
  ...packNameTable('countryNames', readCountryNames()),
});

/** Area numbers by code, the states first. */
export const numberAreas = (areas: readonly DraftArea[]): Map<string, number> =>
  new Map(areas.map(({ code }, at) => [code, at]));

export function packPlaces(
  places: readonly DraftPlace[],
  areaNumbers: ReadonlyMap<string, number>,
): Record<string, PackedColumn> {
  const byKey = new Map<string, number[]>();
  for (const [at, { keys }] of places.entries()) for (const key of keys) push(byKey, key, at);
  const areaOf = (code: string): number => areaNumbers.get(code) ?? NONE_16;
  return {
    ...packCoordinates('places', places),
    'places.population': Uint32Array.from(places, ({ population }) => population),
    'places.doubt': Uint8Array.from(places, ({ doubt }) => doubt),
    'places.country': Uint8Array.from(places, ({ country }) => countryNumber.get(country)!),
    'places.state': Uint16Array.from(places, ({ area1 }) => areaOf(area1)),
    'places.county': Uint16Array.from(places, ({ area2 }) => areaOf(area2)),
    ...packTexts(
      'places.name',
      places.map(({ name }) => name),
    ),
    ...packNameTable('placeNames', byKey),
    ...packLetters(byKey.keys()),
    'placeNames.filter': packFilter(byKey.keys()),
    ...packShortened('shortenedNames', largeCities(places)),
  };
}

/** Inhabitants from which a city is found two edits away. */
const LARGE = 100_000;

function* largeCities(places: readonly DraftPlace[]): Generator<[number, string]> {
  for (const [at, { name, population }] of places.entries())
    if (population >= LARGE) yield [at, nameKey(name)];
}

/** The place that stands for each area: its seat, else its most populous place. */
function representatives(places: readonly DraftPlace[]): Map<string, DraftPlace> {
  const chosen = new Map<string, DraftPlace>();
  const consider = (code: string, place: DraftPlace, mayBeSeat: boolean): void => {
    const best = chosen.get(code);
    const rank = (p: DraftPlace): number => (mayBeSeat && p.isSeat ? 1e9 : 0) + p.population;
    if (code && (!best || rank(place) > rank(best))) chosen.set(code, place);
  };
  for (const place of places) {
    consider(place.area1, place, true);
    consider(place.area2, place, false);
  }
  return chosen;
}

/** @param areas the states, then the counties */
export function packAreas(
  areas: readonly DraftArea[],
  stateCount: number,
  places: readonly DraftPlace[],
): Record<string, PackedColumn> {
  const numbers = numberAreas(areas);
  const centres = representatives(places);
  const population = new Map<string, number>();
  for (const place of places)
    for (const code of [place.area1, place.area2])
      population.set(code, (population.get(code) ?? 0) + place.population);
  const byKey = new Map<string, number[]>();
  for (const [at, { keys }] of areas.entries()) for (const key of keys) push(byKey, key, at);
  const placeNumbers = new Map(places.map((place, at) => [place, at]));
  return {
    'areas.country': Uint8Array.from(areas, ({ country }) => countryNumber.get(country)!),
    'areas.state': Uint16Array.from(areas, ({ code }, at) =>
      at < stateCount ? at : (numbers.get(code.slice(0, code.lastIndexOf('.'))) ?? NONE_16),
    ),
    'areas.centre': Uint32Array.from(areas, ({ code }) => {
      const centre = centres.get(code);
      return centre ? placeNumbers.get(centre)! : NONE_32;
    }),
    'areas.population': Uint32Array.from(areas, ({ code }) => population.get(code) ?? 0),
    'areas.stateCount': Uint32Array.of(stateCount),
    ...packTexts(
      'areas.name',
      areas.map(({ name }) => name),
    ),
    ...packNameTable('areaNames', byKey),
  };
}

export function packPostals(
  postals: readonly DraftPostal[],
  areaNumbers: ReadonlyMap<string, number>,
): Record<string, PackedColumn> {
  const byKey = new Map(postals.map(({ key }, at) => [key, [at]]));
  const towns = new Map<string, { at: number; name: string }>();
  for (const { town } of postals) {
    const key = nameKey(town);
    if (!towns.has(key)) towns.set(key, { at: towns.size, name: town });
  }
  return {
    ...packCoordinates('postals', postals),
    'postals.spread': Uint16Array.from(postals, ({ spreadKm = 0 }) => Math.ceil(spreadKm)),
    'postals.state': Uint16Array.from(postals, ({ area1 }) => areaNumbers.get(area1) ?? NONE_16),
    'postals.county': Uint16Array.from(postals, ({ area2 }) => areaNumbers.get(area2) ?? NONE_16),
    'postals.town': Uint16Array.from(postals, ({ town }) => towns.get(nameKey(town))!.at),
    ...packTexts(
      'towns.name',
      [...towns.values()].map(({ name }) => name),
    ),
    ...packNameTable('townKeys', new Map([...towns].map(([key, { at }]) => [key, [at]]))),
    ...packNameTable('postalCodes', byKey),
  };
}
