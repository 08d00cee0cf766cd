/** UTF-8 read as Windows-1252, as headers of exported files often arrive. */
const MOJIBAKE: Readonly<Record<string, string>> = {
  'Ã¤': 'ä',
  'Ã¶': 'ö',
  'Ã¼': 'ü',
  'Ã„': 'Ä',
  'Ã–': 'Ö',
  Ãœ: 'Ü',
  ÃŸ: 'ß',
  'Ã©': 'é',
  'Ã¨': 'è',
  'Ã¡': 'á',
  'Ã³': 'ó',
  Ãº: 'ú',
  'Ã±': 'ñ',
  'Ã§': 'ç',
  'Ã£': 'ã',
  Ãª: 'ê',
  'Ã´': 'ô',
  'Ã²': 'ò',
  'Ã¹': 'ù',
  'Ã¬': 'ì',
  'Ã\u00ad': 'í',
  'Ã\u00a0': 'à',
};
const MARKS = /\p{M}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant
const ASCII = /^[\x00-\x7f]*$/;

/** Lower case without accents; `ß` is `ss`, `ø` is `o`, `œ` is `oe`. Linear. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('’', "'");
}

/** Undoes the commonest wrong decoding of accented letters, so that `StraÃŸe` is read as `Straße`. */
export function repairMojibake(text: string): string {
  if (!text.includes('Ã')) return text;
  return text.replace(/Ã./gu, (pair) => MOJIBAKE[pair] ?? pair);
}

/** Letters and digits of the folded text, everything else one blank: the key of a place name. */
export function foldName(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
