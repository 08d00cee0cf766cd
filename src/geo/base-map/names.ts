import type { Sections } from '../gazetteer/sections.js';
import { LINE_UNITS_PER_DEGREE } from './line-layer.js';

/** Kinds of names on the base map. A kind's index in this list is its number in the packed file. */
export const NAME_KINDS = [
  'ocean',
  'lake',
  'country',
  'state',
  'capital',
  'seat',
  'town',
  'quarter',
] as const;
export type NameKind = (typeof NAME_KINDS)[number];

export interface MapName {
  kind: NameKind;
  name: string;
  lon: number;
  lat: number;
  /** Area in square kilometres, or inhabitants of a town. Larger ones are shown first. */
  size: number;
}

/** Names of the base map, grouped by kind, the largest first. Read in place; texts are decoded on request. */
export class MapNames {
  /** Longitude and latitude in 1e-5 degrees. */
  readonly points: Int32Array;
  readonly sizes: Uint32Array;
  readonly #kindStarts: Uint32Array;
  readonly #textStarts: Uint32Array;
  readonly #text: Uint8Array;

  constructor(sections: Sections) {
    this.points = sections.get('points', 'i32');
    this.sizes = sections.get('sizes', 'u32');
    this.#kindStarts = sections.get('kindStarts', 'u32');
    this.#textStarts = sections.get('textStarts', 'u32');
    this.#text = sections.get('text', 'u8');
  }

  /** First and end index of a kind. */
  rangeOf(kind: NameKind): readonly [number, number] {
    const at = NAME_KINDS.indexOf(kind);
    return [this.#kindStarts[at]!, this.#kindStarts[at + 1]!];
  }

  textOf(at: number): string {
    // Buffer.from copies, as decoders refuse shared memory.
    return Buffer.from(this.#text.subarray(this.#textStarts[at]!, this.#textStarts[at + 1]!)).toString();
  }
}

/** @returns columns of a packed file */
export function packMapNames(
  names: readonly MapName[],
): Record<string, Int32Array | Uint32Array | Uint8Array> {
  const sorted = [...names].sort(
    (a, b) =>
      NAME_KINDS.indexOf(a.kind) - NAME_KINDS.indexOf(b.kind) ||
      b.size - a.size ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : a.lat - b.lat),
  );
  const texts = sorted.map(({ name }) => Buffer.from(name));
  const textStarts = new Uint32Array(sorted.length + 1);
  texts.forEach((text, at) => {
    textStarts[at + 1] = textStarts[at]! + text.length;
  });
  const kindStarts = new Uint32Array(NAME_KINDS.length + 1);
  NAME_KINDS.forEach((kind, at) => {
    kindStarts[at + 1] = kindStarts[at]! + sorted.filter((name) => name.kind === kind).length;
  });
  return {
    points: Int32Array.from(
      sorted.flatMap(({ lon, lat }) => [
        Math.round(lon * LINE_UNITS_PER_DEGREE),
        Math.round(lat * LINE_UNITS_PER_DEGREE),
      ]),
    ),
    sizes: Uint32Array.from(sorted, ({ size }) => Math.round(size)),
    kindStarts,
    textStarts,
    text: new Uint8Array(Buffer.concat(texts)),
  };
}
