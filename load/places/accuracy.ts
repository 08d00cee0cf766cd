import type { AddressQuery, Place, Unplaced } from '../../src/geo/gazetteer/place.js';
import { haversineTo, kmOf, originAt } from '../../src/geo/nearby/great-circle.js';
import { figure, report } from '../measure.js';
import { cellsOf, type LabelledAddress, queryOf, readAddresses, readTraps } from './labelled.js';
import { caughtBy } from './traps.js';

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

export function accuracyOf(judged: readonly Judged[]): Accuracy {
  const share = (of: (one: Judged) => boolean): number => judged.filter(of).length / judged.length;
  return {
    addresses: judged.length,
    within10Km: share(({ km }) => km !== null && km <= 10),
    within25Km: share(({ km }) => km !== null && km <= 25),
    refused: share(({ km }) => km === null),
    over100Km: share(({ km }) => km !== null && km > 100),
  };
}

/** Prints how well a geocoder places the labelled addresses, and each that is refused, far off or trapped. */
export function reportAccuracy(locate: Locate): void {
  const judged = judge(locate, readAddresses());
  const accuracy = accuracyOf(judged);
  const traps = readTraps();
  const caught = caughtBy(locate, traps);
  report('places: accuracy of the gazetteer on labelled addresses', [
    figure('addresses', accuracy.addresses, ''),
    figure('within 10 km', accuracy.within10Km * 100, '%'),
    figure('within 25 km', accuracy.within25Km * 100, '%'),
    figure('refused', accuracy.refused * 100, '%'),
    figure('wrong by over 100 km', accuracy.over100Km * 100, '% (goal under 0.5)'),
    figure('traps', traps.length, 'addresses that mislead'),
    figure('caught by', caught.length, 'of them'),
  ]);
  const misplaced = judged.filter(({ km }) => km === null || km > 25);
  for (const { address, answer, km } of misplaced)
    say(
      `${cellsOf(address)}: ${km === null ? 'refused' : `${Math.round(km)} km off`}, ${answerText(answer)}`,
    );
  for (const { trap, answer, fault } of caught)
    say(`${trap.kind}: ${cellsOf(trap)}: ${fault}, not ${trap.expect}; ${answerText(answer)}`);
}

const say = (line: string): void => void process.stdout.write(`    ${line}\n`);

function answerText(answer: Place | Unplaced): string {
  if ('code' in answer) return `${answer.code}: ${answer.message}`;
  const { lat, lng, country, precision, contradiction } = answer;
  return `${precision} at ${lat},${lng} ${country}${contradiction === null ? '' : `, noted: ${contradiction}`}`;
}
