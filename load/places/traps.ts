import type { Place, Unplaced } from '../../src/geo/gazetteer/place.js';
import { kmBetween, type Locate } from './accuracy.js';
import { queryOf, type Trap } from './labelled.js';

/** A trap that caught a geocoder. */
export interface Caught {
  readonly trap: Trap;
  readonly answer: Place | Unplaced;
  readonly fault: string;
}

/** @returns traps without an allowed outcome, in the order given */
export const caughtBy = (locate: Locate, traps: readonly Trap[]): Caught[] =>
  traps.flatMap((trap) => {
    const answer = locate(queryOf(trap), trap.default_country ?? null);
    const fault = 'code' in answer ? faultOfRefusal(trap, answer) : faultOfPlace(trap, answer);
    return fault === null ? [] : [{ trap, answer, fault }];
  });

function faultOfRefusal({ expect, suggests }: Trap, { message }: Unplaced): string | null {
  if (expect === 'placed' || expect === 'state') return 'refused';
  const isSuggested = suggests?.some((name) => plain(message).includes(plain(name))) ?? true;
  return isSuggested ? null : `does not suggest ${suggests!.join(' or ')}`;
}

function faultOfPlace(trap: Trap, place: Place): string | null {
  if (trap.expect === 'refused') return 'placed';
  if (trap.expect === 'noted') return place.contradiction === null ? 'placed without a note' : null;
  const km = kmBetween(place, { lat: trap.lat!, lon: trap.lon! });
  if (km > trap.within_km!) return `${Math.round(km)} km off`;
  return trap.expect === 'state' && place.precision !== 'state' ? `placed as ${place.precision}` : null;
}

/** Letters alone, as a suggestion may be spelled otherwise. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
