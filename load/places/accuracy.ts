import type { AddressQuery, Place, Unplaced } from '../../src/geo/gazetteer/place.js';
import { haversineTo, kmOf, originAt } from '../../src/geo/nearby/great-circle.js';
import { type LabelledAddress, queryOf } from './labelled.js';

/** Same signature as `Geocoder.locate`. */
export type Locate = (address: AddressQuery, defaultCountry: string | null) => Place | Unplaced;

/** An address with a geocoder's answer. */
export interface Judged {
  readonly address: LabelledAddress;
  readonly answer: Place | Unplaced;
  /** Distance from the true place; null: refused. */
  readonly km: number | null;
}

/** Shares of all addresses, 0..1. */
export interface Accuracy {
  readonly addresses: number;
  readonly within10Km: number;
  readonly within25Km: number;
  readonly refused: number;
  readonly over100Km: number;
}

export const judge = (locate: Locate, addresses: readonly LabelledAddress[]): Judged[] =>
  addresses.map((address) => {
    const answer = locate(queryOf(address), address.default_country ?? null);
    return { address, answer, km: 'code' in answer ? null : kmBetween(answer, address) };
  });

export const kmBetween = (place: Place, { lat, lon }: { lat: number; lon: number }): number =>
  kmOf(haversineTo(originAt(lat, lon), place.lat, place.lng));

export const isRefused = ({ km }: Judged): boolean => km === null;
export const isWrong = ({ km }: Judged): boolean => km !== null && km > 100;

export function accuracyOf(judged: readonly Judged[]): Accuracy {
  const share = (of: (one: Judged) => boolean): number => judged.filter(of).length / judged.length;
  return {
    addresses: judged.length,
    within10Km: share(({ km }) => km !== null && km <= 10),
    within25Km: share(({ km }) => km !== null && km <= 25),
    refused: share(isRefused),
    over100Km: share(isWrong),
  };
}

/** @returns accuracy of each group, the largest first, equal sizes by name */
export function accuracyBy(
  key: (address: LabelledAddress) => string,
  judged: readonly Judged[],
): [string, Accuracy][] {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) {
    const name = key(one.address);
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return [...groups]
    .sort(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1))
    .map(([name, group]) => [name, accuracyOf(group)]);
}
