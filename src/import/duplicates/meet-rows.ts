import type { Match } from '../../schema/match.js';
import type { PlaceTexts } from '../../schema/place-texts.js';
import { KEY_WORDS } from '../prepare/duplicate-key.js';
import { placesOf } from '../prepare/places.js';
import type { MetBlock, PreparedBlock } from '../prepare/prepare-block.js';
import { type MapCodes, markersOfCode } from './map-codes.js';

/** Finds markers by place. @param without markers that have such a code are left out; null: none are */
export type Find = (
  places: PlaceTexts,
  nowMs: number | undefined,
  without: Match | null,
) => Promise<Float64Array>;

/**
 * Markers that rows meet; of an import that matches by code, those of rows without one are met by place: first those that have none, either.
 * @returns ids as from `findMarkers`
 */
export async function meetRows(
  find: Find,
  prepared: PreparedBlock & Pick<MetBlock, 'existing'>,
  match: Match | null,
  nowMs?: number,
): Promise<Float64Array> {
  const { coded = null, existing, rows } = prepared;
  if (match === null || existing === null) return find(placesOf(prepared), nowMs, null);
  const isCoded = coded?.every((is) => is === 1) ?? rows === 0;
  if (isCoded) return existing;
  const found = await find(placesOf(prepared), nowMs, match);
  return found.map((id, row) => {
    if (coded?.[row] === 1) return existing[row]!;
    return id > 0 ? id : existing[row]! || id;
  });
}

/**
 * Markers that the rejected rows of a block mean: that with their code or, where they have none, that at their place.
 * @param codes of an import that matches by code
 * @returns ids as `Decision.metByRefused`
 */
export async function meetRejected(
  find: Find,
  { rejectedRows = null }: Pick<PreparedBlock, 'rejectedRows'>,
  { match = null, codes = null }: { match?: Match | null | undefined; codes?: MapCodes | null },
  nowMs?: number,
): Promise<number[]> {
  if (rejectedRows === null) return [];
  const { unsure, places } = rejectedRows;
  let { untold } = rejectedRows;
  const met: number[] = [];
  unsure.forEach((isUnsure, i) => {
    const ids = codes === null ? [] : markersOfCode(codes, rejectedRows.codes, KEY_WORDS * i);
    if (ids.length === 0) untold += isUnsure;
    met.push(...ids);
  });
  if (places.rows > 0) {
    met.push(...(await find(places, nowMs, null)));
    if (match !== null) met.push(...(await find(places, nowMs, match)));
  }
  return [...met.filter((id) => id > 0), ...(untold > 0 ? [-untold] : [])];
}
