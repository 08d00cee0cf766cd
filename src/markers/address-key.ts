import type { BRANCH_MEMBERS } from '../schema/marker-terms.js';
import { KEY_WORDS, mixText, writeDuplicateKey } from './duplicate-key.js';
import type { PlacedBy } from './place-marker.js';

/**
 * Tells whether many addresses lie where the address was placed: branches of a chain are told apart by more
 * than that place then.
 */
export const isVague = (by: PlacedBy): boolean => by !== 'coordinates' && by !== 'street';

const BLANKS = /\s+/g;
const fold = (text: string | null): string =>
  text === null ? '' : text.trim().replace(BLANKS, ' ').toLowerCase();

/** The same for all markers, as it is stored with them. */
const FIXED_SEED = Uint32Array.of(0x9e3779b9, 0x7f4a7c15, 0xf39cc060);
const words = new Uint32Array(KEY_WORDS);

/**
 * Key that duplicates without a place of their own share: of name, coordinates and address, without case and
 * repeated blanks. 53 bits: it is compared beside name and coordinates, and among 10,000 branches at one
 * place two agree with a chance of 10^-8.
 * @param name trimmed
 * @returns never 0
 */
export function addressKeyOf(
  name: string,
  lat: number,
  lng: number,
  { street, street2, city, state, zip }: Readonly<Record<(typeof BRANCH_MEMBERS)[number], string | null>>,
): number {
  writeDuplicateKey(name, lat, lng, FIXED_SEED, words, 0);
  mixText(words, [street, street2, city, state, zip].map(fold).join('\n'));
  return (words[0]! & 0x1fffff) * 2 ** 32 + words[1]! || 1;
}

/**
 * The key of a row among those of its upload, from that of its name and place (`from`, `at`) and its address.
 */
export function writeBranchKey(addressKey: number, from: Uint32Array, into: Uint32Array, at: number): void {
  words.set(from.subarray(at, at + KEY_WORDS));
  mixText(words, String(addressKey));
  into.set(words, at);
}
