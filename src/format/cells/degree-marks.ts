/** Characters that show nothing, such as those which tell the direction of writing. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Hyphens, dashes and minus signs. */
const MINUS = /[\u2010-\u2015\u207b\u2212\ufe58\ufe63\uff0d]/g;
/** Signs of degrees, and their forms in the wrong encoding. */
const DEGREE =
  /\u00c2?[\u00b0\u00ba]|[\u02da\u2070\u2218\u309c\u00b0^*]|&deg;|(?<=\d ?)(?:[Dd]eg(?:rees?)?(?![a-z])|DEG(?:REE)?(?![A-Z]))\.?|(?<=\d ?)[Dd](?=[ \d]|$)|\u5ea6/g;
/** Primes, apostrophes, accents and quotes that stand for minutes, or doubled for seconds. */
const PRIME =
  /[\u0060\u00b4\u02b9\u02bc\u02c8\u02ca\u2018\u2019\u201b\u2032\u2035\uff07]|&#0?39;|&apos;|\u5206/g;
const DOUBLE_PRIME = /[\u00a8\u02ba\u02dd\u02ee\u201c-\u201f\u2033\u2036\u3003\uff02]|&quot;|''|\u79d2/g;
/** In capitals without the plural, whose S may be south. */
const MINUTES = /(?<=\d ?)(?:[Mm]in(?:utes?|s)?(?![a-z])|MIN(?:UTE)?(?![A-Z]))\.?/g;
const SECONDS = /(?<=\d ?)(?:[Ss]ec(?:onds?|s)?(?![a-z])|SEC(?:OND)?(?![A-Z]))\.?/g;
/**
 * Hemispheres in words of the languages that headers are read in, by their letter. West is Ouest, east is
 * Ost.
 */
const HEMISPHERES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:north|nord|norte|noord|n\.(?!\d))(?![a-z])|北[緯纬]|с\.? ?ш\.?/gi, 'N'],
  [/\b(?:south|s\u00fcd|sud|sur|sul|zuid|s\.(?!\d))(?![a-z])|南[緯纬]|ю\.? ?ш\.?/gi, 'S'],
  [/\b(?:east|est|este|ost|oost|leste|e\.(?!\d))(?![a-z])|[東东][経經经]|в\.? ?д\.?/gi, 'E'],
  [/\b(?:west|ouest|oeste|ovest|w\.(?!\d))(?![a-z])|西[経經经]|з\.? ?д\.?/gi, 'W'],
];

/**
 * Writes one or two coordinates with the plain signs ° ' " - and single letters for hemispheres, in whatever
 * way they are written.
 */
export function plainDegreeText(text: string): string {
  let plain = text
    .replace(INVISIBLE, '')
    .replace(MINUS, '-')
    .replace(/[\uff10-\uff19\uff21-\uff5a\uff0b\uff0c\uff0e\uff1a\uff1b]/g, (wide) => wide.normalize('NFKC'))
    .replace(/\s+/g, ' ')
    .trim();
  for (const [words, letter] of HEMISPHERES) plain = plain.replace(words, letter);
  return plain
    .replace(DEGREE, '°')
    .replace(MINUTES, "'")
    .replace(SECONDS, '"')
    .replace(PRIME, "'")
    .replace(DOUBLE_PRIME, '"');
}
