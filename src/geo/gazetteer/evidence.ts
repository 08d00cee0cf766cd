import { quoted, zipWord } from './messages.js';
import { isComplete } from './postal-code.js';
import type { Request } from './request.js';
import { postOf } from './territories.js';

/** What is known of a request in a country. */
export interface Evidence {
  readonly country: number;
  readonly code: string;
  readonly states: readonly number[];
  readonly counties: readonly number[];
  readonly postalKey: string | null;
  /** -1: no such postal area is known. */
  readonly postal: number;
}

/** What is wrong with a postal code by which nothing is found; null: nothing, or the country's are not known. */
export function zipNote({ zip }: Request, { code }: Evidence): string | null {
  const post = postOf(code);
  return zip !== '' && isComplete(post) ? `${zipWord(post)} ${quoted(zip)} is not known in ${code}` : null;
}
