import { decimalOf as number } from './number.js';

/** `52.5`, `-8,25`, `+4.1e1`, `52.5°`, with a hemisphere before or behind. */
const DECIMAL = /^([NSEWO])?\s?([+-]?\d{1,3}(?:[.,]\d{0,30})?)\s?°?\s?([NSEWO])?$/i;
/** `48°51'24.1"N`, `48 51 24 N`, `N 48° 51.4'`: degrees and minutes, seconds optional. */
const SEXAGESIMAL =
  /^([NSEWO])?\s?([+-]?\d{1,3})\s?[°º: d]\s?(\d{1,2}(?:[.,]\d{1,10})?)\s?(?:['’′: m]\s?(?:(\d{1,2}(?:[.,]\d{1,10})?)\s?(?:["”″s]|'')?)?)?\s?([NSEWO])?$/i;

export interface Degrees {
  /** NaN when the text is no coordinate. */
  degrees: number;
  /** Digits behind the decimal point; 4 for sexagesimal notation, which is never an accident. */
  decimals: number;
  /** Which axis the hemisphere letter tells. */
  axis: 'lat' | 'lng' | null;
  /** The letter is an O: their sign is not known, as it is east in some languages and west in others. */
  unsigned?: true;
}

const NONE: Degrees = { degrees: Number.NaN, decimals: 0, axis: null };

/** Reads one coordinate in decimal or sexagesimal notation. The range is the caller's to check. */
export function readDegrees(text: string): Degrees {
  if (text.length > 40) return NONE;
  const decimal = DECIMAL.exec(text);
  if (decimal) {
    const [, before, value, behind] = decimal;
    const point = value!.search(/[.,]/);
    const decimals = point < 0 ? 0 : value!.length - point - 1;
    return signed(number(value!), decimals, (before ?? behind)?.toUpperCase());
  }
  const parts = SEXAGESIMAL.exec(text);
  if (!parts) return NONE;
  const [, before, degrees, minutes, seconds, behind] = parts;
  const hemisphere = (before ?? behind)?.toUpperCase();
  // Two or three bare numbers can be anything (`12 30`): a sign of degrees must be there.
  if (!hemisphere && !/[°º'’′]/.test(text)) return NONE;
  if (number(minutes!) >= 60 || (seconds && number(seconds) >= 60)) return NONE;
  const size = Math.abs(number(degrees!)) + number(minutes!) / 60 + (seconds ? number(seconds) / 3600 : 0);
  return signed(degrees!.startsWith('-') ? -size : size, 4, hemisphere);
}

function signed(degrees: number, decimals: number, hemisphere: string | undefined): Degrees {
  if (!hemisphere) return { degrees, decimals, axis: null };
  // `-12 N` says two things.
  if (degrees < 0 && (hemisphere === 'N' || hemisphere === 'E')) return NONE;
  if (hemisphere === 'O') return { degrees, decimals, axis: 'lng', unsigned: true };
  const negative = hemisphere === 'S' || hemisphere === 'W';
  return {
    degrees: negative ? -Math.abs(degrees) : degrees,
    decimals,
    axis: hemisphere === 'N' || hemisphere === 'S' ? 'lat' : 'lng',
  };
}
