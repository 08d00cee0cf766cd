import { quoted, zipWord } from './messages.js';
import { isComplete } from './postal-code.js';
import type { Request } from './request.js';
import { postOf } from './territories.js';

/** Facts about a request in one country. */
export interface Evidence {
  readonly country: number;
  readonly code: string;
  readonly states: readonly number[];
  readonly counties: readonly number[];
  readonly postalKey: string | null;
  /** Number of the postal area; -1: unknown. */
  readonly postal: number;
  /** Number of the region of the code's first digits where the postal area is unknown; -1: unknown, too. */
  readonly region: number;
  /** Tells whether the region decides, as the country's codes are known by their first digits alone. */
  readonly isRegionSure: boolean;
}

/** Countries whose codes all begin with digits that are known. */
const KNOWN_DIGITS: ReadonlySet<string> = new Set(['FR', 'ES', 'IT']);

/** Why a postal code finds nothing; null where it is blank or the country's codes are unknown. */
export function zipNote({ zip }: Request, { code, region }: Evidence): string | null {
  const post = postOf(code);
  const isUnknown = isComplete(post) || (region < 0 && KNOWN_DIGITS.has(post));
  return zip !== '' && isUnknown ? `${zipWord(post)} ${quoted(zip)} is not known in ${code}` : null;
}
