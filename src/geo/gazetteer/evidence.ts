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
}

/** Why a postal code finds nothing; null where it is blank or the country's codes are unknown. */
export function zipNote({ zip }: Request, { code }: Evidence): string | null {
  const post = postOf(code);
  return zip !== '' && isComplete(post) ? `${zipWord(post)} ${quoted(zip)} is not known in ${code}` : null;
}
