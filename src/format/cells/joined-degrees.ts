import { readDegrees } from './degrees.js';

/** Texts of an axis in several columns; '' for an empty cell. */
export interface DegreeParts {
  readonly degrees: string;
  readonly minutes: string;
  readonly seconds: string;
  readonly direction: string;
}

const LETTERS: readonly (readonly [RegExp, string, 'lat' | 'lng'])[] = [
  [/^(?:n|north|northern|nord|norte|noord|\+|\+?1)$/i, 'N', 'lat'],
  [/^(?:s|south|southern|süd|sud|sur|sul|zuid|-|-1)$/i, 'S', 'lat'],
  [/^(?:e|east|eastern|est|este|ost|oost|leste|\+|\+?1)$/i, 'E', 'lng'],
  [/^(?:w|west|western|ouest|oeste|ovest|-|-1)$/i, 'W', 'lng'],
];

/** Letter of the hemisphere that a cell names by a letter, word or sign. @returns null for anything else */
export function directionLetter(text: string, axis: 'lat' | 'lng'): string | null {
  const word = text.replace(/\.$/, '');
  return LETTERS.find(([pattern, , of]) => of === axis && pattern.test(word))?.[1] ?? null;
}

const WHOLE = /^([+-]?\d{1,3})(?:[.,]0*)?$/;
/** A sign, a letter, or nothing but zeros: the side of the globe is known without a direction. */
const HAS_SIDE = /^[+-]|[a-z]|^[0.,]*$/i;

/** The letters of `33d51m24s` are units, and no side. */
const hasSide = (degrees: string): boolean => HAS_SIDE.test(degrees) && !readDegrees(degrees).mayBeSouth;

/**
 * One text for the parts of an axis, which `parseCoordinate` reads.
 * @param hasDirection there is a column of hemispheres
 * @returns null where the parts do not make one coordinate
 */
export function joinDegrees(parts: DegreeParts, axis: 'lat' | 'lng', hasDirection: boolean): string | null {
  const { degrees, minutes, seconds, direction } = parts;
  const letter = direction === '' ? '' : directionLetter(direction, axis);
  if (letter === null || (letter === '' && hasDirection && !hasSide(degrees))) return null;
  if (minutes === '' && seconds === '') return `${degrees}${letter}`;
  const whole = WHOLE.exec(degrees)?.[1];
  if (whole === undefined) return null;
  // Minutes with a fraction have no seconds.
  return `${whole}°${minutes || '0'}'${seconds === '' ? '' : `${seconds}"`}${letter}`;
}
