import { anyOf, LANGUAGE_DATA, LANGUAGES } from '../../../recognise/languages/index.js';

/** Words of languages whose headers are not read. */
const OTHER_TOTALS =
  'summa|totalt|i alt|sum|razem|suma|ogolem|celkem|osszesen|toplam|итого|всего|合計|总计|合计|小計|계|합계';
const OTHER_SOURCES = 'kalla|zrodlo|kilde';

const TOTALS_OF = anyOf(({ footers }) => footers.totalsOf);
/** Label of a row that sums up others, folded, without what follows a colon or stands in brackets. */
const TOTAL = new RegExp(
  `^(?:(?:(?:grand|overall|sub|running|net)[ -]?)?totals?(?: (?:${TOTALS_OF}))?|${anyOf(({ footers }) => footers.totals)}|${OTHER_TOTALS})$`,
);

const labels = `${anyOf(({ footers }) => footers.sources)}|${OTHER_SOURCES}`;
const made = LANGUAGES.flatMap((language) => {
  const { made, madeBy } = LANGUAGE_DATA[language].footers;
  return made === undefined ? [] : [`^(?:${made})\\b.{0,20}(?: (?:${madeBy})\\b|[:：]|\\d)`];
});
const ends = `(?: (?:${anyOf(({ footers }) => footers.endsOf)})\\b.{0,30})?`;

/** Beginnings of lines below a table, folded. */
const FOOTER = new RegExp(
  [
    // Each with a colon or alone.
    `^(?:data ?)?(?:${labels})(?: *[:：]|$)`,
    `^(?:${anyOf(({ footers }) => footers.notes)})(?: *[:：]|$)`,
    '^(?:foot)?notes?(?: *\\d+)?(?: *[:：.)]|$)|^n\\.?b\\.?(?: *[:：]|$)',
    // Who made the file, and when.
    ...made,
    '^(?:©|\\(c\\)|copyright\\b)',
    `^(?:${anyOf(({ footers }) => footers.pages)})\\s*\\d+(?:\\s*(?:${anyOf(({ footers }) => footers.pagesOf)}|/)\\s*\\d+)?$`,
    `^[-–—=*# ]*(?:${anyOf(({ footers }) => footers.ends)})${ends}[-–—=*# .]*$`,
    `^\\(?\\d[\\d.,]* (?:${anyOf(({ footers }) => footers.counted)})(?: (?:${anyOf(({ footers }) => footers.found)}))?[.)]*$`,
    `^(?:${anyOf(({ footers }) => footers.beginnings)})`,
    // Signs of footnotes.
    '^(?:\\*{1,3}|†|‡|¹|²|³)\\)? ?\\p{L}',
    '^(?:\\d|[a-z])\\) \\p{L}.{15}',
  ].join('|'),
  'u',
);

/** @param folded text without accents, in lower case */
export function isTotalLabel(folded: string): boolean {
  const label = folded
    .replace(/\([^()]*\)/g, '')
    .replace(/[:：].*$/, '')
    .replace(/^[\s*–—-]+|[\s*=–—.-]+$/g, '')
    .replace(/(?<!\s)\s+(?:19|20)\d\d$/, '')
    .trim();
  return TOTAL.test(label);
}

export const isFooterText = (folded: string): boolean => FOOTER.test(folded);
