import { readCoordinatePair } from '../../format/cells/coordinate-pair.js';

/** True for a cell that the import would read as both coordinates of a place. Whole degrees place nothing: `12, 40`. */
export const isCoordinatePair = (text: string): boolean => /\d[.,]\d|[°º]/.test(text) && isPair(text);

/** True for a pair with two decimals at least, which is hardly an accident under any header. */
export const isPrecisePair = (text: string): boolean => /\d[.,]\d\d|[°º]/.test(text) && isPair(text);

/** O may be east or west, and both give a pair here; the headers decide when rows are read. */
const isPair = (text: string): boolean => readCoordinatePair(text, 'east') !== null;
