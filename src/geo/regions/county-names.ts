import { nameKey } from '../gazetteer/name-key.js';
import { NameTable } from '../gazetteer/name-table.js';
import { Sections } from '../gazetteer/sections.js';
import { usStateOf } from './us-states.js';

const GENERIC =
  /^(?:county of|parish of|municipio de) +(?=\S)|(?<=\S) +(?:county|parish|city and borough|borough|census area|municipality|municipio|planning region|cnty|cty|co\.?)$/i;

const CITY = /^city of +(?=\S)|(?<=\S) +city$/i;

/** Tells whether a text calls itself a county, such as `Orange County` or `Juneau City and Borough`. */
export const isCalledCounty = (text: string): boolean => GENERIC.test(text.trim());

/** US counties by name, read in place from the packed gazetteer. */
export class CountyNames {
  readonly #names: NameTable;
  /** FIPS codes as ascending numbers. */
  readonly #codes: Uint32Array;
  readonly #nameBytes: Uint8Array;
  readonly #nameStarts: Uint32Array;

  constructor(gazetteer: SharedArrayBuffer) {
    const sections = new Sections(gazetteer);
    this.#names = new NameTable(sections, 'usCountyNames');
    this.#codes = sections.get('usCounties.codes', 'u32');
    this.#nameBytes = sections.get('usCounties.name.bytes', 'u8');
    this.#nameStarts = sections.get('usCounties.name.starts', 'u32');
  }

  /**
   * FIPS codes of the counties that a name may mean. The kind counts where a county of that kind exists:
   * `Baltimore County` is one county, `Baltimore` a county and a city; `Alexandria County` is the city, as no
   * such county exists.
   * @param state FIPS code; '': any
   */
  find(name: string, state: string): string[] {
    const exact = this.#lookUp(name, state);
    if (exact.length > 0) return exact;
    const bare = name.trim().replace(GENERIC, '');
    if (bare === name.trim()) return [];
    const county = this.#lookUp(`${bare} County`, state);
    return county.length > 0 ? county : this.#lookUp(bare, state);
  }

  /**
   * Counties and independent cities of the state with the same bare name: for Baltimore County the city of
   * Baltimore.
   */
  namesakesOf(name: string, fips: string): string[] {
    const bare = name.trim().replace(GENERIC, '').replace(CITY, '');
    return this.#lookUp(bare, fips.slice(0, 2)).filter((other) => other !== fips);
  }

  /** `Autauga County, Alabama`; null for an unknown code. */
  nameOf(fips: string): string | null {
    const at = this.#codes.indexOf(Number(fips));
    const state = usStateOf(fips.slice(0, 2));
    if (at < 0 || state === null) return null;
    const [start, end] = [this.#nameStarts[at]!, this.#nameStarts[at + 1]!];
    const { buffer, byteOffset } = this.#nameBytes;
    const name = Buffer.from(buffer, byteOffset + start, end - start).toString();
    return name === state.name ? name : `${name}, ${state.name}`;
  }

  #lookUp(name: string, state: string): string[] {
    const key = nameKey(name);
    return key === ''
      ? []
      : this.#names.all(state + key).map((at) => String(this.#codes[at]!).padStart(5, '0'));
  }
}
