import { lowerBound } from '../../base/lower-bound.js';
import { LettersBetween } from './letters-between.js';
import { NameTable } from './name-table.js';
import { Sections } from './sections.js';

/** Number that stands for an unknown area or town. */
export const NONE = 0xffff;
const NO_CENTRE = 0xffffffff;
const MICRODEGREES = 1e6;

/** Texts of a column, decoded on request. */
function textsOf(sections: Sections, name: string): (at: number) => string {
  const bytes = sections.get(`${name}.bytes`, 'u8');
  const starts = sections.get(`${name}.starts`, 'u32');
  return (at) =>
    Buffer.from(bytes.buffer, bytes.byteOffset + starts[at]!, starts[at + 1]! - starts[at]!).toString();
}

interface Points {
  /** Microdegrees. */
  readonly lat: Int32Array;
  readonly lng: Int32Array;
}

const pointsOf = (sections: Sections, name: string): Points => ({
  lat: sections.get(`${name}.lat`, 'i32'),
  lng: sections.get(`${name}.lng`, 'i32'),
});

export const degrees = (microdegrees: number): number => microdegrees / MICRODEGREES;

/** Distance in kilometres between points of two columns, within a few per cent below 500 km. */
export function kmBetween(a: Points, atA: number, b: Points, atB: number): number {
  const delta = Math.abs(a.lng[atA]! - b.lng[atB]!) / MICRODEGREES;
  const lat = (a.lat[atA]! + b.lat[atB]!) / (2 * MICRODEGREES);
  const x = (delta > 180 ? 360 - delta : delta) * Math.cos((lat * Math.PI) / 180);
  return 111.2 * Math.hypot(x, (a.lat[atA]! - b.lat[atB]!) / MICRODEGREES);
}

/**
 * Places, areas (states, then counties), postal areas and countries, by number, as columns over shared
 * memory. `NONE` stands for no area.
 */
export class Gazetteer {
  /** Country names and codes to country numbers. */
  readonly countryNames: NameTable;
  readonly #countryCodes: readonly string[];

  /** Place names to place numbers, by country, then by falling inhabitants. */
  readonly placeNames: NameTable;
  readonly places: Points & {
    readonly population: Uint32Array;
    /** How far the inhabitants are assumed: 0 not, 1 for a town of the post, 2 for another place. */
    readonly doubt: Uint8Array;
    readonly country: Uint8Array;
    readonly state: Uint16Array;
    readonly county: Uint16Array;
    name(at: number): string;
  };

  readonly lettersBetween: LettersBetween;
  /** Filter over the hashes of `placeNames`. */
  readonly nameFilter: Uint32Array;
  /** See `two-edits.ts`. */
  readonly shortenedNames: Uint32Array;

  readonly areaNames: NameTable;
  readonly areas: {
    readonly country: Uint8Array;
    /** State of a county; a state's own number. */
    readonly state: Uint16Array;
    readonly population: Uint32Array;
    name(at: number): string;
  };
  readonly #centres: Uint32Array;
  readonly #stateCount: number;

  /** Keys: a country's code with a postal code (`us43004`) or with its first characters (`us430*`). */
  readonly postalCodes: NameTable;
  readonly postals: Points & {
    /**
     * Distance in kilometres from its point within which the towns of a scattered area lie, where a known
     * town is more exact; else 0.
     */
    readonly spread: Uint16Array;
    readonly state: Uint16Array;
    readonly county: Uint16Array;
    readonly town: Uint16Array;
  };
  /** Town keys of postal areas to numbers. */
  readonly townKeys: NameTable;
  readonly townName: (at: number) => string;

  constructor(packed: SharedArrayBuffer) {
    const sections = new Sections(packed);
    this.countryNames = new NameTable(sections, 'countryNames');
    this.#countryCodes = String.fromCharCode(...sections.get('countries.codes', 'u8')).match(/../g) ?? [];
    this.placeNames = new NameTable(sections, 'placeNames');
    this.places = {
      ...pointsOf(sections, 'places'),
      population: sections.get('places.population', 'u32'),
      doubt: sections.get('places.doubt', 'u8'),
      country: sections.get('places.country', 'u8'),
      state: sections.get('places.state', 'u16'),
      county: sections.get('places.county', 'u16'),
      name: textsOf(sections, 'places.name'),
    };
    this.lettersBetween = new LettersBetween(sections);
    this.nameFilter = sections.get('placeNames.filter', 'u32');
    this.shortenedNames = sections.get('shortenedNames', 'u32');
    this.areaNames = new NameTable(sections, 'areaNames');
    this.areas = {
      country: sections.get('areas.country', 'u8'),
      state: sections.get('areas.state', 'u16'),
      population: sections.get('areas.population', 'u32'),
      name: textsOf(sections, 'areas.name'),
    };
    this.#centres = sections.get('areas.centre', 'u32');
    this.#stateCount = sections.get('areas.stateCount', 'u32')[0]!;
    this.postalCodes = new NameTable(sections, 'postalCodes');
    this.postals = {
      ...pointsOf(sections, 'postals'),
      spread: sections.get('postals.spread', 'u16'),
      state: sections.get('postals.state', 'u16'),
      county: sections.get('postals.county', 'u16'),
      town: sections.get('postals.town', 'u16'),
    };
    this.townKeys = new NameTable(sections, 'townKeys');
    this.townName = textsOf(sections, 'towns.name');
  }

  /** ISO 3166-1 alpha-2 code of a country. */
  countryCode(country: number): string {
    return this.#countryCodes[country]!;
  }

  /** Country of an ISO 3166-1 code; -1: none. */
  countryOf(code: string): number {
    return this.countryNames.first(code.toLowerCase());
  }

  /** The most populous place of a country, followed by its others; -1: none. */
  firstPlaceOf(country: number): number {
    const countries = this.places.country;
    const first = lowerBound(countries, country);
    return countries[first] === country ? first : -1;
  }

  /**
   * Tells whether the post calls a postal area by this name, so that no other place can be meant.
   * @param postal -1: none
   */
  isPostTown(key: string, postal: number): boolean {
    if (postal < 0 || this.postals.spread[postal] !== 0) return false;
    return this.townKeys.first(key) === this.postals.town[postal];
  }

  isState(area: number): boolean {
    return area < this.#stateCount;
  }

  /** The place that stands for an area: its seat, else its most populous place; -1: none is known. */
  centreOf(area: number): number {
    const centre = this.#centres[area]!;
    return centre === NO_CENTRE ? -1 : centre;
  }
}
