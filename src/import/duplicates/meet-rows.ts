import { KEY_WORDS } from '../../markers/duplicate-key.js';
import type { Match } from '../../schema/match.js';
import type { Alike, PlaceTexts } from '../../schema/place-texts.js';
import { placeTextsOf } from '../prepare/places.js';
import type { MetBlock, PreparedBlock } from '../prepare/prepare-block.js';
import { type MapKeys, markersOfCode } from './map-keys.js';

/** Finds markers by place, as `findMarkers`. */
export type Find = (
  places: PlaceTexts,
  nowMs: number | undefined,
  without: Match | null,
  alike?: Alike[],
) => Promise<Float64Array>;

/**
 * Markers that rows meet; of an import that matches by code, those of rows without one are met by place:
 * first those that have none, either.
 * @param alike gets the ids of further markers that rows met by place duplicate; absent: nobody asks
 * @returns ids as from `findMarkers`
 */
export async function meetRows(
  find: Find,
  prepared: PreparedBlock & Pick<MetBlock, 'existing'>,
  match: Match | null,
  nowMs?: number,
  alike?: number[],
): Promise<Float64Array> {
  const { coded = null, existing, rows } = prepared;
  const further: Alike[] | undefined = alike && [];
  if (match === null || existing === null) {
    const met = await find(placeTextsOf(prepared), nowMs, null, further);
    for (const { id } of further ?? []) alike!.push(id);
    return met;
  }
  const isCoded = coded?.every((is) => is === 1) ?? rows === 0;
  if (isCoded) return existing;
  const found = await find(placeTextsOf(prepared), nowMs, match, further);
  for (const { row, id } of further ?? []) if (coded?.[row] !== 1) alike!.push(id);
  return found.map((id, row) => {
    if (coded?.[row] === 1) return existing[row]!;
    return id > 0 ? id : existing[row]! || id;
  });
}

/**
 * Markers that the rejected rows of a block mean: that with their code or, where they have none, that at
 * their place.
 * @param codes of an import that matches by code
 * @returns ids as `Decision.metByRefused`
 */
export async function meetRejected(
  find: Find,
  { rejectedRows = null }: Pick<PreparedBlock, 'rejectedRows'>,
  { match = null, codes = null }: { match?: Match | null | undefined; codes?: MapKeys | null },
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
    const alike: Alike[] = [];
    met.push(...(await find(places, nowMs, null, alike)));
    if (match !== null) met.push(...(await find(places, nowMs, match, alike)));
    for (const { id } of alike) met.push(id);
  }
  return [...met.filter((id) => id > 0), ...(untold > 0 ? [-untold] : [])];
}
