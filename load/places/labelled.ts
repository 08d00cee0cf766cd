import { readFileSync } from 'node:fs';
import type { AddressQuery } from '../../src/geo/gazetteer/place.js';

/** An address as people write it in spreadsheets; cells that it has not are left out. */
export interface WrittenAddress extends Partial<AddressQuery> {
  /** The import option of the upload that it stands in. */
  default_country?: string;
}

/** An address whose place is known. Places are written from knowledge, not from the packages that the gazetteer is made of. */
export interface LabelledAddress extends WrittenAddress {
  /** Degrees, to about 1 km. */
  lat: number;
  lon: number;
  /** ISO 3166-1 alpha-2 of where it is, whatever its cells say. */
  in: string;
  /** How it is written: what makes it hard. */
  kind: string;
  /** What kind of place has the address: a museum, a shop. */
  source: string;
}

/**
 * What may become of a trap: `refused`; `placed` within `within_km`; `state`: so, and as exact as a state; `not elsewhere`: refused or
 * placed within `within_km`; `noted`: refused, or placed with a contradiction that is named.
 */
export type Expectation = 'refused' | 'placed' | 'state' | 'not elsewhere' | 'noted';

/** An address that misleads. */
export interface Trap extends WrittenAddress {
  kind: string;
  expect: Expectation;
  lat?: number;
  lon?: number;
  within_km?: number;
  /** The refusal has to suggest one of these names, which are all of the place that was meant. */
  suggests?: string[];
}

/** The sources: the compiler does not copy them. */
const FOLDER = new URL('../../../load/places/', import.meta.url);

export const readAddresses = (): LabelledAddress[] => readLines('addresses.jsonl');
export const readTraps = (): Trap[] => readLines('traps.jsonl');

const readLines = <T>(file: string): T[] =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

export function queryOf(written: WrittenAddress): AddressQuery {
  const { street = '', city = '', county = '', state = '', country = '', zip = '' } = written;
  return { street, city, county, state, country, zip };
}

/** For lists: its cells, in the order of a spreadsheet's columns. */
export function cellsOf(written: WrittenAddress): string {
  const { street, city, county, state, country, zip } = queryOf(written);
  const cells = [street, city, county, state, zip, country].filter((cell) => cell !== '').join(' | ');
  return written.default_country ? `${cells} (default ${written.default_country})` : cells;
}
