const BAND = '[C-HJ-NP-X]';
/** `32U 691607 5334760`, with or without units and a comma. */
const UTM = new RegExp(
  String.raw`^(?:utm[ :]{0,2})?(?:zone )?\d{1,2} ?${BAND},? ?(?:m?E ?)?\d{6,7}(?:[.,]\d{1,6})? ?(?:m? ?E)?[ ,;]{1,3}(?:m?N ?)?\d{1,8}(?:[.,]\d{1,6})? ?(?:m? ?N)?$`,
  'i',
);
/** `32U PU 91607 34760`, `32UPU9160734760`; the halves have as many digits. */
const MGRS = new RegExp(
  String.raw`^\d{1,2} ?${BAND} ?[A-HJ-NP-Z]{2} ?(?:(\d{1,5}) (\d{1,5})|(\d{2,10}))$`,
  'i',
);
/** `8FWH4HX8+9C`; before the plus, shorter ones need a town. */
const PLUS_CODE = /^[2-9CFGHJMPQRVWX]{4,8}\+[2-9CFGHJMPQRVWX]{2,7}(?:[ ,].{1,60})?$/i;
const GEOHASH = /^(?=.*\d)(?=.*[a-z])[\dbcdefghjkmnpqrstuvwxyz]{5,12}$/i;
const WHAT3WORDS = /^\/\/\/[\p{L}]+[.。][\p{L}]+[.。][\p{L}]+$/u;

const MAX_LENGTH = 100;

/**
 * Name of a code that stands for a place, other than degrees; null: the cell holds none.
 * @param header only one that says so makes a geohash of letters and digits
 */
export function gridCodeIn(text: string, header: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  if (UTM.test(text)) return 'UTM coordinate';
  const mgrs = MGRS.exec(text);
  if (mgrs && (mgrs[3] === undefined ? mgrs[1]!.length === mgrs[2]!.length : mgrs[3].length % 2 === 0))
    return 'MGRS reference';
  if (PLUS_CODE.test(text)) return 'Plus Code';
  if (WHAT3WORDS.test(text)) return 'what3words address';
  return /geo.?hash/i.test(header) && GEOHASH.test(text) ? 'geohash' : null;
}
