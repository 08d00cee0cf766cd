import { readCoordinatePair } from '../../format/cells/coordinate-pair.js';

/** Four digits or more, minutes behind degrees, or a hemisphere: no accident either. */
const NOTATION = /[°º˚^]|deg|\d{4}|\d ?['’′´:-] ?\d|\d \d[^a-z]{0,30}[NSEWO]|"l(?:at|ng|on)/i;

/**
 * True for a cell that the import would read as both coordinates of a place. Whole degrees place nothing:
 * `12, 40`.
 */
export const isCoordinatePair = (text: string): boolean =>
  (/\d[.,]\d/.test(text) || NOTATION.test(text)) && isPair(text);

/** True for a pair with two decimals at least, which is hardly an accident under any header. */
export const isPrecisePair = (text: string): boolean =>
  (/\d[.,]\d\d/.test(text) || NOTATION.test(text)) && isPair(text);

/** O may be east or west, and both give a pair here; the headers decide when rows are read. */
const isPair = (text: string): boolean => readCoordinatePair(text, 'east') !== null;
