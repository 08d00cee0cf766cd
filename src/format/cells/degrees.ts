import { plainDegreeText } from './degree-marks.js';
import { decimalOf as number } from './number.js';

const NUMBER = String.raw`\d{1,2}(?:[.,]\d{1,10})?`;
/** `52.5`, `-8,25`, `52.5°`, with a hemisphere before or behind. */
const DECIMAL = /^([NSEWO])?\s?([+-]?\d{1,3}(?:[.,]\d{0,30})?)\s?°?\s?([NSEWO])?$/i;
/** `48°51'24.1"N`, `48 51 24 N`, `N 48° 51.4'`, `48:51:24 N`: degrees and minutes, seconds optional. */
const SEXAGESIMAL = new RegExp(
  String.raw`^([NSEWO])?\s?([+-]?\d{1,3})\s?[° :]\s?(${NUMBER})(?:\s?[' :]\s?(?:(${NUMBER})\s?"?)?)?\s?([NSEWO])?$`,
  'i',
);
/**
 * Units as letters: `48°51m24s N`; that of seconds may lack beside a hemisphere or a sign: `48d51m24N`,
 * `N48d51m24`. A last S is a unit here, as no hemisphere can be told from it.
 */
const LETTERED = new RegExp(
  String.raw`^([NSEWO])?\s?([+-]?\d{1,3})\s?°\s?(${NUMBER})\s?m(?:\s?(${NUMBER})(?:\s?(S)(?=\s?[NSEWO]?$))?)?\s?([NSEWO])?$`,
  'i',
);
/** Charts write `46-13.4N` and `46-13-24N`, EXIF's XMP `46,13.4N` and `46,13,24N`: with a hemisphere only. */
const CHARTED =
  /^([NSEW])?\s?(\d{1,3})(?:-(\d{1,2}(?:[.,]\d{1,10})?)(?:-(\d{1,2}(?:[.,]\d{1,10})?))?|,(\d{1,2}\.\d{1,10})|,(\d{1,2}),(\d{1,2}(?:\.\d{1,10})?))\s?([NSEW])?$/i;
/**
 * Aviation and NMEA write digits alone: `4808N`, `480812N`, `01134.5E`, `0113430E`, `N480812`, `4808.2,N`.
 */
const PACKED = /^([NSEW])?\s?(\d{4,7})([.,]\d{1,10})?(?:,?\s?([NSEW]))?$/i;
/** A hemisphere behind a comma: `48.8566,N`. */
const BEHIND_COMMA = /^(\d{1,3}\.\d{1,30}),\s?([NSEW])$/i;
/** `Lat: 48.85`, `lon=2.35` */
const LABEL = /^(?:(lat(?:itude)?)|lon(?:g(?:itude)?)?|lng)\b\s?[.:=]?\s?/i;

export interface Degrees {
  /** NaN when the text is no coordinate. */
  degrees: number;
  /** Digits behind the decimal point; 4 for sexagesimal notation, which is never an accident. */
  decimals: number;
  /** Which axis the hemisphere letter tells. */
  axis: 'lat' | 'lng' | null;
  /** The letter is an O: their sign is not known, as it is east in some languages and west in others. */
  unsigned?: true;
  /** The last letter is an s, which stands for the seconds unless it is the south of `33d51m24s`. */
  mayBeSouth?: true;
  /** Why a text that looks like a coordinate is none. */
  defect?: DegreesDefect;
}

/**
 * `s`: a last S may be seconds or south; `side`: no hemisphere, sign or letter of seconds; `sign`: it
 * contradicts the letter; `letters`: two hemispheres; `sixty`: minutes or seconds are not below 60;
 * `fraction`: minutes have one, and seconds follow.
 */
export type DegreesDefect = 's' | 'side' | 'sign' | 'letters' | 'sixty' | 'fraction';

const NONE: Degrees = { degrees: Number.NaN, decimals: 0, axis: null };
const refused = (defect: DegreesDefect): Degrees => ({ ...NONE, defect });
const isRead = ({ degrees }: Degrees): boolean => !Number.isNaN(degrees);
const MAX_LENGTH = 60;

/** Reads one coordinate in decimal or sexagesimal notation. The range is the caller's to check. */
export function readDegrees(text: string): Degrees {
  if (text.length > MAX_LENGTH) return NONE;
  const plain = readDecimal(text);
  if (isRead(plain)) return plain;
  return readMarked(plainDegreeText(text));
}

/** @param text as `plainDegreeText` writes it */
export function readMarked(text: string): Degrees {
  const label = LABEL.exec(text);
  const bare = label === null ? text : text.slice(label[0].length);
  const found = READERS.reduce((found, reader) => {
    const next = isRead(found) ? NONE : reader(bare);
    return next === NONE ? found : next;
  }, NONE);
  if (label === null) return found;
  const axis = label[1] === undefined ? 'lng' : 'lat';
  return found.axis === null || found.axis === axis ? { ...found, axis } : NONE;
}

const READERS = [readDecimal, readSexagesimal, readLettered, readCharted, readPacked];

function readDecimal(text: string): Degrees {
  const decimal = DECIMAL.exec(text);
  if (decimal) {
    const [, before, value, behind] = decimal;
    if (before && behind) return refused('letters');
    const point = value!.search(/[.,]/);
    const decimals = point < 0 ? 0 : value!.length - point - 1;
    return signed(value!, number(value!), decimals, before ?? behind);
  }
  const comma = BEHIND_COMMA.exec(text);
  return comma ? signed(comma[1]!, number(comma[1]!), comma[1]!.split('.')[1]!.length, comma[2]) : NONE;
}

function readSexagesimal(text: string): Degrees {
  const [, before, degrees, minutes, seconds, behind] = SEXAGESIMAL.exec(text) ?? [];
  if (degrees === undefined) return NONE;
  if (before && behind) return refused('letters');
  // Two or three bare numbers can be anything (`12 30`): a sign of degrees must be there.
  if (!before && !behind && !/[°']/.test(text)) return NONE;
  // `48°51'24s`: seconds or south.
  if (behind === 's' && seconds && !text.includes('"') && /[°']/.test(text))
    return hasSign(degrees) ? ofParts(degrees, minutes!, seconds, undefined) : refused('s');
  return ofParts(degrees, minutes!, seconds, before ?? behind);
}

function readLettered(text: string): Degrees {
  const [, before, degrees, minutes, seconds, unit, behind] = LETTERED.exec(text) ?? [];
  if (degrees === undefined) return NONE;
  if (before && behind) return refused('letters');
  const found = ofParts(degrees, minutes!, seconds, before ?? behind);
  // Both readings of the S have the same side then, or only one is left.
  if (before || behind || !seconds || hasSign(degrees) || !isRead(found)) return found;
  if (!unit) return refused('side');
  return unit === 'S' ? refused('s') : { ...found, mayBeSouth: true };
}

const hasSign = (degrees: string): boolean => /^[+-]/.test(degrees);

function readCharted(text: string): Degrees {
  const [, before, degrees, ...parts] = CHARTED.exec(text) ?? [];
  const behind = parts.pop();
  if (degrees === undefined || Boolean(before) === Boolean(behind)) return NONE;
  const [minutes, seconds] = parts.filter((part) => part !== undefined);
  return ofParts(degrees, minutes!, seconds, before ?? behind);
}

function readPacked(text: string): Degrees {
  const [, before, digits, fraction = '', behind] = PACKED.exec(text) ?? [];
  if (digits === undefined || Boolean(before) === Boolean(behind)) return NONE;
  const letter = (before ?? behind)!;
  // Degrees of longitude have three digits, those of latitude two: else it is not known where the minutes
  // begin.
  const width = /[NS]/i.test(letter) ? 2 : 3;
  if (digits.length !== width + 2 && digits.length !== width + 4) return NONE;
  const [degrees, minutes, seconds] = [
    digits.slice(0, width),
    digits.slice(width, width + 2),
    digits.slice(width + 2),
  ];
  return seconds === ''
    ? ofParts(degrees, minutes + fraction, undefined, letter)
    : ofParts(degrees, minutes, seconds + fraction, letter);
}

function ofParts(
  degrees: string,
  minutes: string,
  seconds: string | undefined,
  hemisphere: string | undefined,
): Degrees {
  const [m, s] = [number(minutes), seconds ? number(seconds) : 0];
  if (m >= 60 || s >= 60) return refused('sixty');
  if (seconds && !Number.isInteger(m)) return refused('fraction');
  const size = Math.abs(number(degrees)) + m / 60 + s / 3600;
  return signed(degrees, degrees.startsWith('-') ? -size : size, 4, hemisphere);
}

/** @param text with its sign, which must not contradict the letter: `-12 N`, `+12 S` */
function signed(text: string, degrees: number, decimals: number, letter: string | undefined): Degrees {
  const hemisphere = letter?.toUpperCase();
  if (!hemisphere) return { degrees, decimals, axis: null };
  if (hemisphere === 'O') return { degrees, decimals, axis: 'lng', unsigned: true };
  const negative = hemisphere === 'S' || hemisphere === 'W';
  if (text.startsWith(negative ? '+' : '-')) return refused('sign');
  return {
    degrees: negative ? -Math.abs(degrees) : degrees,
    decimals,
    axis: hemisphere === 'N' || hemisphere === 'S' ? 'lat' : 'lng',
  };
}
