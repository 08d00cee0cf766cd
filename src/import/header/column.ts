import { isEmail, isImage, isPhone, isUrl, isVideo } from './values/contact.js';
import { readDegrees } from './values/degrees.js';
import { isFullAddress, lastSegment } from './values/full-address.js';
import { namesOrganisation } from './values/organisation.js';
import { isCoordinatePair } from './values/pair.js';
import { isPostalCode } from './values/postal.js';
import { countriesWithCode, countriesWithSubdivision, countryOf } from './values/regions.js';
import { isCode, isColor, isDate, isNumber, isYesNo } from './values/simple.js';
import { hasStreetType, isHouseNumber, looksLikeStreet } from './values/street.js';

/** What matters of a cell stands at its beginning; every test is linear in this length. */
const MAX_CELL = 300;
/** More rows and values change no decision on the evaluation sets, and cost time. */
const MAX_ROWS = 80;
const MAX_VALUES = 24;

/** Shares (0..1) of a column's distinct values that pass a test; all 0 when the column is empty. */
export interface Profile {
  /** Distinct values that were tested. */
  readonly count: number;
  /** Cells that are not empty, as a share of the rows. */
  readonly filled: number;
  /** Distinct values as a share of the filled cells. */
  readonly distinct: number;
  readonly averageLength: number;
  readonly text: number;
  readonly number: number;
  readonly digits: number;
  readonly code: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly degreesWithDecimals: number;
  readonly latLetter: number;
  readonly lngLetter: number;
  readonly medianDegrees: number;
  readonly maxDegrees: number;
  readonly pair: number;
  readonly postal: number;
  readonly houseNumber: number;
  readonly street: number;
  readonly streetType: number;
  /** Streets that end or begin with a house number. */
  readonly streetNumber: number;
  readonly fullAddress: number;
  readonly organisation: number;
  readonly country: number;
  readonly state: number;
  readonly stateCode: number;
  readonly stateCountry: string;
  readonly email: number;
  readonly phone: number;
  readonly url: number;
  readonly image: number;
  readonly video: number;
  readonly date: number;
  readonly yesNo: number;
  readonly color: number;
  /** 0, 1, 2 … or 1, 2, 3 … down the rows. */
  readonly ordinal: boolean;
}

export function cellsOf(rows: readonly (readonly string[])[], index: number): string[] {
  const cells: string[] = [];
  for (let at = 0; at < rows.length && at < MAX_ROWS; at++) {
    cells.push((rows[at]![index] ?? '').slice(0, MAX_CELL).trim());
  }
  return cells;
}

/** Tests a column's cells, which cellsOf has cut. */
export function profileColumn(cells: readonly string[]): Profile {
  const filled = cells.filter((cell) => cell !== '');
  const all = new Set(filled);
  const values: string[] = [];
  for (const value of all) {
    if (values.length === MAX_VALUES) break;
    if (!/^(?:null|nan|n\/a|na|none|-+|nd|s\/d|k\.a\.|unknown)$/i.test(value)) values.push(value);
  }
  const count = values.length;
  const sums = {
    text: 0,
    number: 0,
    digits: 0,
    code: 0,
    lat: 0,
    lng: 0,
    decimals: 0,
    latLetter: 0,
    lngLetter: 0,
    pair: 0,
    postal: 0,
    house: 0,
    numbered: 0,
    street: 0,
    streetType: 0,
    full: 0,
    org: 0,
    country: 0,
    email: 0,
    phone: 0,
    url: 0,
    image: 0,
    video: 0,
    date: 0,
    yesNo: 0,
    color: 0,
    length: 0,
  }; // prettier-ignore
  const degrees: number[] = [];
  const byCountry = new Map<string, number>();
  const codesByCountry = new Map<string, number>();
  const towns = new Map<string, number>();
  for (const value of values) {
    sums.length += value.length;
    const hasLetter = /\p{L}/u.test(value);
    if (isCode(value)) sums.code++;
    if (isYesNo(value)) sums.yesNo++;
    if (isPostalCode(value)) sums.postal++;
    if (isHouseNumber(value)) sums.house++;
    if (/\d/.test(value)) {
      const found = readDegrees(value);
      if (!Number.isNaN(found.degrees) && Math.abs(found.degrees) <= 180) {
        degrees.push(found.degrees);
        if (Math.abs(found.degrees) <= 90) sums.lat++;
        sums.lng++;
        if (found.decimals >= 2) sums.decimals++;
        if (found.axis === 'lat') sums.latLetter++;
        if (found.axis === 'lng') sums.lngLetter++;
      }
      if (isCoordinatePair(value)) sums.pair++;
      if (/^\d+$/.test(value)) sums.digits++;
      if (isNumber(value)) sums.number++;
      if (isDate(value)) sums.date++;
      if (isPhone(value)) sums.phone++;
    }
    if (isColor(value)) sums.color++;
    if (isVideo(value)) sums.video++;
    if (!hasLetter) continue;
    sums.text++;
    if (isEmail(value)) sums.email++;
    else if (isUrl(value)) sums.url++;
    if (isImage(value)) sums.image++;
    if (looksLikeStreet(value)) sums.street++;
    if (hasStreetType(value)) sums.streetType++;
    if (/^\d+\S*[ ,]|\d\s?[a-z]?$/i.test(value)) sums.numbered++;
    if (isFullAddress(value)) sums.full++;
    else {
      const town = lastSegment(value);
      if (town !== '' && /\d/.test(value)) towns.set(town, (towns.get(town) ?? 0) + 1);
    }
    if (namesOrganisation(value)) sums.org++;
    if (countryOf(value)) sums.country++;
    for (const country of countriesWithSubdivision(value))
      byCountry.set(country, (byCountry.get(country) ?? 0) + 1);
    for (const country of countriesWithCode(value))
      codesByCountry.set(country, (codesByCountry.get(country) ?? 0) + 1);
  }
  // A last part that several addresses share is their town, whatever it is called.
  for (const times of towns.values()) if (times > 1) sums.full += times;
  const share = (sum: number): number => (count === 0 ? 0 : sum / count);
  const [stateCountry, states] = most(byCountry);
  const [codeCountry, codes] = most(codesByCountry);
  degrees.sort((a, b) => a - b);
  return {
    count,
    filled: cells.length === 0 ? 0 : filled.length / cells.length,
    distinct: filled.length === 0 ? 0 : all.size / filled.length,
    averageLength: share(sums.length),
    text: share(sums.text),
    number: share(sums.number),
    digits: share(sums.digits),
    code: share(sums.code),
    latitude: share(sums.lat),
    longitude: share(sums.lng),
    degreesWithDecimals: share(sums.decimals),
    latLetter: share(sums.latLetter),
    lngLetter: share(sums.lngLetter),
    medianDegrees: degrees[degrees.length >> 1] ?? Number.NaN,
    maxDegrees: Math.max(0, ...degrees.map(Math.abs)),
    pair: share(sums.pair),
    postal: share(sums.postal),
    houseNumber: share(sums.house),
    street: share(sums.street),
    streetType: share(sums.streetType),
    streetNumber: share(sums.numbered),
    fullAddress: share(sums.full),
    organisation: share(sums.org),
    country: share(sums.country),
    state: share(states),
    stateCode: share(codes),
    stateCountry: states >= codes ? stateCountry : codeCountry,
    email: share(sums.email),
    phone: share(sums.phone),
    url: share(sums.url),
    image: share(sums.image),
    video: share(sums.video),
    date: share(sums.date),
    yesNo: share(sums.yesNo),
    color: share(sums.color),
    ordinal: isOrdinal(cells),
  };
}

function most(counts: ReadonlyMap<string, number>): [string, number] {
  let best: [string, number] = ['', 0];
  for (const [key, count] of counts) if (count > best[1]) best = [key, count];
  return best;
}

function isOrdinal(cells: readonly string[]): boolean {
  if (cells.length === 0 || (cells[0] !== '0' && cells[0] !== '1')) return false;
  const first = Number(cells[0]);
  return cells.every((cell, at) => cell === String(first + at));
}
