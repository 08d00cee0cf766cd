import { readFileSync } from 'node:fs';
import type { AddressQuery } from '../../src/geo/gazetteer/place.js';

/** An address as in a spreadsheet; empty cells are left out. */
export interface WrittenAddress extends Partial<AddressQuery> {
  /** Import option of the upload that contains it. */
  default_country?: string;
}

/**
 * An address with a known place. Places come from general knowledge, not from the packages behind the
 * gazetteer.
 */
export interface LabelledAddress extends WrittenAddress {
  /** Degrees, to about 1 km. */
  lat: number;
  lon: number;
  /** ISO 3166-1 alpha-2 code of its true country. */
  in: string;
  /** The difficulty of its form. */
  kind: string;
  /** Kind of place at the address: a museum, a shop. */
  source: string;
}

/**
 * Allowed outcomes of a trap: `refused`; `placed` within `within_km`; `state`: placed, exactly as a state;
 * `not elsewhere`: refused or placed within `within_km`; `noted`: refused, or placed with a noted
 * contradiction.
 */
export type Expectation = 'refused' | 'placed' | 'state' | 'not elsewhere' | 'noted';

/** A misleading address. */
export interface Trap extends WrittenAddress {
  kind: string;
  expect: Expectation;
  lat?: number;
  lon?: number;
  within_km?: number;
  /** A refusal must suggest one of these names of the meant place. */
  suggests?: string[];
}

/** In the source folder, as the compiler does not copy these files. */
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

/** Its cells in the order of a spreadsheet's columns, for lists. */
export function cellsOf(written: WrittenAddress): string {
  const { street, city, county, state, country, zip } = queryOf(written);
  const cells = [street, city, county, state, zip, country].filter((cell) => cell !== '').join(' | ');
  return written.default_country ? `${cells} (default ${written.default_country})` : cells;
}
