import { readCoordinatePair } from '../../coordinate-pair.js';

/** Decimals or a sign of degrees: `12, 40` and `5 / 8` are no places. */
const PRECISE = /\d[.,]\d\d|[°º]/;

/** True for a cell that the import would read as both coordinates of a place. */
export const isCoordinatePair = (text: string): boolean =>
  PRECISE.test(text) && readCoordinatePair(text) !== null;
