/** Direction that an O behind degrees stands for; null: not known. */
export type LetterO = 'east' | 'west' | null;

/** German and Dutch: Ost, Oost. */
const EAST = /länge|laenge|breite|koordinat|lengte|breedte|coördina|coordina(?:at|ten)|\bost\b|\boost/;
/**
 * French, Italian, Portuguese, Spanish. `latitude` and `longitud` alone are words, or cut ones, of several
 * languages.
 */
const WEST = /longitudine|latitudine|latitud\b|coordonn|coordenad|ouest|ovest|oeste/;

/**
 * The letter O stands for the east in German and Dutch and for the west in French, Spanish, Italian and
 * Portuguese. Only the headers of the columns that hold the coordinates tell which, where their words are of
 * one of the two groups.
 */
export function letterOUnder(headers: readonly string[]): LetterO {
  const words = headers.join(' ').normalize('NFC').toLowerCase().replaceAll('_', ' ');
  const east = EAST.test(words);
  if (east === WEST.test(words)) return null;
  return east ? 'east' : 'west';
}
