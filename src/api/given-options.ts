import { badRequest } from '../base/errors.js';
import { spellingsOf } from '../base/near-name.js';
import { misspelt } from '../http/meant-by.js';
import { compileJson, compileTexts, createCompile } from '../http/validate.js';
import { BulkMeta, BulkQuery } from '../import/options.js';
import { readBulkQuery } from './bulk-query.js';

type Tell = (name: string) => boolean;

const checkMeta = compileJson(BulkMeta);
const checkTexts = compileTexts(BulkQuery, createCompile());
const isOption = (name: string): boolean => Object.hasOwn(BulkMeta.properties, name);
const rightSpelling = spellingsOf(Object.keys(BulkMeta.properties));
const isMeant = (name: string): boolean => isOption(name) || rightSpelling(name) !== null;

/** Parts of a form that hold options, or are to: texts, even when their sender made files of them. */
export const isOptionPart = (name: string): boolean => name === 'meta' || isOption(name);

/**
 * Options that an upload gives outside its query: in `meta`, as parts of a form, beside `markers` in JSON. A
 * name of an option is obeyed or refused wherever it stands: an import that ignores `dry_run` writes what its
 * sender only wanted to see.
 */
export class GivenOptions {
  #all: BulkMeta = {};
  readonly #places = new Map<string, string>();
  readonly #tell: Tell;

  /** @param tell receives the names of unknown members */
  constructor(tell: Tell) {
    this.#tell = tell;
  }

  get all(): BulkMeta {
    return this.#all;
  }

  /**
   * @returns the options of the part
   * @throws AppError BAD_REQUEST, as for the query, and for an option that another place gives, too
   */
  addPart(name: string, text: string): BulkMeta {
    if (name === 'meta') {
      const meta = checkMeta(Buffer.from(text), name, this.#tellIn(name));
      refuseHidden(meta, 'meta.');
      return this.#add(meta, 'in the part "meta"');
    }
    if (!isOption(name)) {
      this.#tellUnknown(name, name);
      return {};
    }
    const texts: Record<string, unknown> = { [name]: text };
    const problem = checkTexts(texts);
    if (problem !== null) throw badRequest(problem);
    return this.#add(readBulkQuery(texts as BulkQuery, this.#tellIn('')), `as the part "${name}"`);
  }

  /** @param members of JSON beside `markers` @throws AppError BAD_REQUEST, as for `addPart` */
  addMembers(members: Readonly<Record<string, unknown>>): BulkMeta {
    refuseHidden(members, '');
    const options = Object.fromEntries(Object.entries(members).filter(([name]) => isOption(name)));
    for (const name of Object.keys(members)) if (!isOption(name) && !this.#tellUnknown(name, name)) break;
    return this.#add(checkMeta(options, 'the body', this.#tellIn('')), 'beside "markers"');
  }

  #add(options: BulkMeta, place: string): BulkMeta {
    for (const name of Object.keys(options).filter(isOption)) {
      const other = this.#places.get(name);
      if (other !== undefined)
        throw badRequest(
          `${name} is given twice${other === place ? '' : `, ${other} and ${place}`}: send it once`,
        );
      this.#places.set(name, place);
    }
    this.#all = { ...this.#all, ...options };
    return options;
  }

  #tellIn(part: string): Tell {
    return (member) => {
      const name = part === '' ? member : `${part}.${member}`;
      const last = member.slice(member.lastIndexOf('.') + 1);
      if (isOption(last)) throw misplaced(name);
      return this.#tellUnknown(name, last);
    };
  }

  #tellUnknown(name: string, last: string): boolean {
    const right = rightSpelling(last);
    if (right !== null) throw misspelt(name, right);
    return this.#tell(name);
  }
}

const misplaced = (name: string) =>
  badRequest(`${name} is an option in a place where it is not read: put it into the query or into "meta"`);

/** Levels of members that nobody reads, in which options are looked for. */
const MAX_HIDDEN = 4;

/** @throws AppError BAD_REQUEST for an option within a member that nobody reads, such as `options.dry_run` */
function refuseHidden(members: object, path: string, levels = MAX_HIDDEN): void {
  for (const [name, value] of Object.entries(members)) {
    if ((levels === MAX_HIDDEN && isOption(name)) || typeof value !== 'object' || value === null) continue;
    const option = Object.keys(value).find(isMeant);
    if (option !== undefined) throw misplaced(`${path}${name}.${option}`);
    if (levels > 1) refuseHidden(value, `${path}${name}.`, levels - 1);
  }
}

const HEADERS: readonly string[] = Object.keys(BulkMeta.properties).flatMap((option) => {
  const spellings = [option, option.replaceAll('_', '-'), option.replaceAll('_', '')];
  return [...new Set(spellings.flatMap((name) => [name, `x-${name}`]))];
});

/** @throws AppError BAD_REQUEST for an option that stands as a header of the request, such as `X-Dry-Run` */
export function refuseOptionHeaders(header: (name: string) => string): void {
  const found = HEADERS.find((name) => header(name) !== '');
  if (found !== undefined)
    throw badRequest(
      `${found} is an option in a header, where it is not read: put it into the query or into "meta"`,
    );
}
