import type { NearbyPin } from '../store/nearby.js';
import { escapeJson } from './json-bytes.js';

/** What a client sees of the pins of a tree, in shared memory. */
export interface PinTexts {
  /** Where each slot's text begins in `bytes`; the last element is where the last one ends. */
  readonly starts: Uint32Array;
  /** PinColumns in UTF-8, each with a NUL behind it, which PostgreSQL's texts do not have. */
  readonly bytes: Buffer;
}

export const PIN_TEXT_COLUMNS = [
  'name',
  'type',
  'category',
  'color',
  'street',
  'street2',
  'city',
  'state',
  'country',
  'zip',
] as const;

/** The values of PIN_TEXT_COLUMNS as they stand between the quotes of a JSON text; '' for null. */
export type PinColumns = readonly string[];

/** @returns empty when the marker was gone as its texts were read */
export const readPinColumns = ({ starts, bytes }: PinTexts, slot: number): PinColumns => {
  const begin = starts[slot]!;
  const end = starts[slot + 1]!;
  return begin === end ? [] : bytes.toString('utf8', begin, end - 1).split('\0');
};

export function columnsOf({ title, type, category, color, address }: NearbyPin): PinColumns {
  const { street, street2, city, state, country, zip } = address;
  return [title, type, category, color, street, street2, city, state, country, zip].map((value) =>
    value ? escapeJson(value) : '',
  );
}

export const bytesOfTexts = ({ starts, bytes }: PinTexts): number => starts.byteLength + bytes.byteLength;
