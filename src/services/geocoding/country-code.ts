import { ISO_COUNTRIES } from '../../recognise/data/iso-countries.js';

const ALPHA_2 = new Map(
  ISO_COUNTRIES.split(' ').map((codes) => [codes.slice(2).toUpperCase(), codes.slice(0, 2)]),
);

/** @returns '' for any text but an alpha-2 or alpha-3 code */
export function alpha2(code: string): string {
  const upper = code.toUpperCase();
  return /^[A-Z]{2}$/.test(upper) ? upper : (ALPHA_2.get(upper) ?? '');
}
