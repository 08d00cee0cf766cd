import iconv from 'iconv-lite';

export type NationalCharset = 'windows-1252' | 'windows-1250' | 'windows-1251' | 'gb18030' | 'shift_jis';

/** Letters beyond ASCII of single languages that are written in Windows-1252, in lower case. */
const WESTERN = [
  'äöüß',
  'éèêëàâçîïôûùœæüÿ',
  'áéíóúñü¿¡ºª',
  'ãõáéíóúâêôàçü',
  'åäöæøéü',
  'áðéíóúýþæö',
  'ìòùàèé',
  'õäöüšž',
];
/** Of single languages that are written in Windows-1250. */
const CENTRAL = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ'];
/** The most frequent letters of Russian, Ukrainian and Bulgarian. */
const CYRILLIC = 'оеаинті';
/** Bytes that decide: fewer prove nothing. */
const MIN_BYTES = 6;

const isHigh = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80;
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/**
 * The likeliest charset of text that is no UTF-8: Windows-1252 unless letters and their neighbours clearly say another. Letters beyond
 * ASCII stand alone among others in Latin script, and make up words in other scripts.
 */
export function likeliestCharset(sample: Buffer): NationalCharset {
  let high = 0;
  let besideLatin = 0;
  for (let at = 0; at < sample.length; at++) {
    if (!isHigh(sample[at])) continue;
    high++;
    if (isLetter(sample[at - 1]) || isLetter(sample[at + 1])) besideLatin++;
  }
  if (high < MIN_BYTES) return 'windows-1252';
  if (shareOfPairs(sample, (lead, trail) => lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1) >= 0.7)
    return 'gb18030';
  if (shareOfPairs(sample, isKanaOrKanji) >= 0.7) return 'shift_jis';
  if (besideLatin <= 0.05 * high && shareIn(sample, 'windows-1251', CYRILLIC) >= 0.35) return 'windows-1251';
  if (besideLatin < 0.5 * high) return 'windows-1252';
  const western = Math.max(...WESTERN.map((letters) => shareIn(sample, 'windows-1252', letters)));
  const central = Math.max(...CENTRAL.map((letters) => shareIn(sample, 'windows-1250', letters)));
  return central >= 0.95 && central > western && differ(sample) >= 0.1 * high
    ? 'windows-1250'
    : 'windows-1252';
}

/** Two of them in a row at least make it likely: a quotation mark of Windows-1252 before a letter looks like a kanji. */
const isKanaOrKanji = (lead: number, trail: number): boolean =>
  ((lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xea)) &&
  trail >= 0x40 &&
  trail !== 0x7f &&
  trail <= 0xfc;

/** Share of the bytes from 0x80 on that are within runs of two or more pairs of the kind. */
function shareOfPairs(sample: Buffer, isPair: (lead: number, trail: number) => boolean): number {
  let high = 0;
  let paired = 0;
  for (let at = 0; at < sample.length; ) {
    if (!isHigh(sample[at])) {
      at++;
      continue;
    }
    let end = at;
    while (isHigh(sample[end]) && isPair(sample[end]!, sample[end + 1] ?? 0)) end += 2;
    const run = sample.subarray(at, Math.max(end, at + 1)).filter(isHigh).length;
    high += run;
    if (end - at >= 4) paired += run;
    at = Math.max(end, at + 1);
  }
  return paired / high;
}

/** Bytes that the two charsets read as different characters. */
function differ(sample: Buffer): number {
  const central = iconv.decode(sample, 'windows-1250');
  return Array.from(iconv.decode(sample, 'windows-1252')).filter((char, i) => char !== central[i]).length;
}

function shareIn(sample: Buffer, charset: string, letters: string): number {
  const found = Array.from(iconv.decode(sample, charset).toLowerCase()).filter((char) => char > '\x7f');
  return found.filter((char) => letters.includes(char)).length / Math.max(1, found.length);
}
