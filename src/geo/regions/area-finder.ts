import { listed, quoted } from '../gazetteer/messages.js';
import { AREA_CODES, AU_STATES, areaCodes } from './area-codes.js';
import { type CountyNames, isCalledCounty } from './county-names.js';
import type { RegionFinder } from './region-finder.js';
import type { RegionType } from './region-type.js';
import { readUsState, usStateOf } from './us-states.js';

/** Texts of a row that name an area; '' for a missing one. */
export interface AreaWords {
  readonly county: string;
  readonly state: string;
}

/** The area that a row names. */
export interface NamedArea {
  readonly regionSource: string;
  /**
   * Set where the county's bare name also belongs to another area: a list may write `County` behind cities,
   * too.
   */
  readonly namesake?: Namesake;
}

/** Each as `Baltimore County, Maryland (24005)`. */
export interface Namesake {
  readonly named: string;
  readonly other: string;
}

/** Why a named area cannot be determined, with what would help. */
export interface UnnamedArea {
  readonly code: 'address_unknown' | 'address_ambiguous' | 'region_code_unknown';
  readonly message: string;
  readonly part: 'county' | 'region_code';
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Finds areas by code and name. `RegionFinder` finds them by point and postal code. */
export class AreaFinder {
  readonly #regions: Pick<RegionFinder, 'sourceOf'>;
  readonly #counties: () => CountyNames;

  /** @param counties called when a row names a county, which most imports do not */
  constructor(regions: Pick<RegionFinder, 'sourceOf'>, counties: () => CountyNames) {
    this.#regions = regions;
    this.#counties = counties;
  }

  /** The area of a type by its code in any usual form. */
  byCode(type: RegionType, cell: string, state: string): NamedArea | UnnamedArea {
    const codes = areaCodes(type, cell, state);
    for (const code of codes) {
      const regionSource = this.#regions.sourceOf(type, code);
      if (regionSource !== null) return { regionSource };
    }
    const [known] = codes;
    const message =
      known === undefined
        ? `${quoted(cell)} is not ${AREA_CODES[type]}`
        : `there is no area with the code ${quoted(cell)}: expected is ${AREA_CODES[type]}${this.#otherYears(type, known)}`;
    return { code: 'region_code_unknown', message, part: 'region_code' };
  }

  /** The county that a row names in its state; null where it names none. */
  byCounty({ county, state }: AreaWords): NamedArea | UnnamedArea | null {
    const { name, inState } = splitCounty(county, state);
    if (name === '') return null;
    const usState = inState === '' ? null : readUsState(inState);
    if (inState !== '' && usState === null) return null;
    if (/^\d+$/.test(name)) {
      const found = this.byCode('us_county', name, inState);
      return 'code' in found ? { ...found, code: 'address_unknown', part: 'county' } : found;
    }
    const found = this.#counties().find(name, usState?.fips ?? '');
    const where = usState?.name ?? 'the United States';
    const unknown = (message: string): UnnamedArea => ({ code: 'address_unknown', message, part: 'county' });
    if (found.length === 0) return unknown(`county ${quoted(name)} is not known in ${where}`);
    if (found.length > 1) {
      const names = found.map((fips) => this.#withCode(fips));
      const message = `county ${quoted(name)} is ${listed(names)}: write which, or give its FIPS code as region_code`;
      return { code: 'address_ambiguous', message, part: 'county' };
    }
    const [fips] = found as [string];
    const regionSource = this.#regions.sourceOf('us_county', fips);
    if (regionSource !== null) {
      const [other] = this.#counties().namesakesOf(name, fips);
      if (other === undefined) return { regionSource };
      return { regionSource, namesake: { named: this.#withCode(fips), other: this.#withCode(other) } };
    }
    return unknown(`county ${quoted(name)} (${fips}) has no area here${this.#otherYears('us_county', fips)}`);
  }

  /** Name of an area: `Autauga County, Alabama`, `California`, `Germany`; its code where no name is known. */
  nameOf(type: RegionType, code: string): string {
    if (type === 'us_county') return this.#counties().nameOf(code) ?? code;
    if (type === 'us_state') return usStateOf(code)?.name ?? code;
    if (type === 'au_state') return Object.values(AU_STATES).find(([short]) => short === code)?.[1] ?? code;
    return type === 'country' ? (countryNames.of(code) ?? code) : code;
  }

  #withCode(fips: string): string {
    return `${this.nameOf('us_county', fips)} (${fips})`;
  }

  /**
   * Remark on Connecticut, whose planning regions replaced its counties in 2022: a layer has one or the
   * other.
   */
  #otherYears(type: RegionType, code: string): string {
    if (type !== 'us_county' || !code.startsWith('09')) return '';
    const hasCounties = this.#regions.sourceOf(type, '09001') !== null;
    return hasCounties
      ? '; Connecticut has its eight counties here (09001 to 09015), not the planning regions of 2022'
      : '; Connecticut has its planning regions here (09110 to 09190), not the counties before 2022';
  }
}

/** Tells whether a text ends in a state, such as `Baltimore city, Maryland`. */
export const isInState = (text: string): boolean =>
  text.includes(',') && readUsState(text.slice(text.lastIndexOf(',') + 1)) !== null;

/**
 * The county that a cell of another column names, such as `Autauga County, Alabama`; '' for any other text.
 */
export function countyIn(text: string): string {
  const comma = text.lastIndexOf(',');
  const isCounty = isCalledCounty(comma < 0 ? text : text.slice(0, comma));
  return isCounty && (comma < 0 || isInState(text)) ? text : '';
}

/** Splits `Autauga County, Alabama` into county and state. */
function splitCounty(county: string, state: string): { name: string; inState: string } {
  const comma = county.lastIndexOf(',');
  const behind = comma < 0 ? '' : county.slice(comma + 1).trim();
  const name = (comma < 0 ? county : county.slice(0, comma)).trim();
  return { name, inState: state.trim() || behind };
}
