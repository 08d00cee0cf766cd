import type { AddressQuery, Place, Unplaced } from '../../src/geo/gazetteer/place.js';
import { haversineTo, kmOf, originAt } from '../../src/geo/nearby/great-circle.js';
import { alignedLines, figure, type Measurement, report } from '../measure.js';
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

const isRefused = ({ km }: Judged): boolean => km === null;
const isWrong = ({ km }: Judged): boolean => km !== null && km > 100;

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

/** Prints how well a geocoder places the labelled addresses, with every refused, wrong and trapped one. */
export function reportAccuracy(locate: Locate): void {
  const judged = judge(locate, readAddresses());
  const traps = readTraps();
  const caught = caughtBy(locate, traps);
  report('places: accuracy of the gazetteer on labelled addresses', [
    ...measurementsOf(accuracyOf(judged)),
    figure('traps', traps.length, 'addresses that mislead'),
    figure('caught by', caught.length, 'of them'),
  ]);
  for (const group of ['country', 'kind'] as const)
    printGroups(
      `by ${group}`,
      accuracyBy((address) => address[group === 'country' ? 'in' : group], judged),
    );
  const listFar = (title: string, isListed: (one: Judged) => boolean): void =>
    printList(
      title,
      judged.filter(isListed).map(({ address, answer, km }) => {
        return `${cellsOf(address)}: ${Math.round(km!)} km, ${answerText(answer)}`;
      }),
    );
  listFar('more than 100 km off', isWrong);
  listFar('25 to 100 km off', (one) => one.km !== null && one.km > 25 && !isWrong(one));
  printList(
    'refused',
    judged.filter(isRefused).map(({ address, answer }) => `${cellsOf(address)}: ${answerText(answer)}`),
  );
  printList(
    'caught by a trap',
    caught.map(({ trap, answer, fault }) => {
      return `${trap.kind}: ${cellsOf(trap)}: ${fault}, not ${trap.expect}; ${answerText(answer)}`;
    }),
  );
}

function measurementsOf(accuracy: Accuracy): Measurement[] {
  return [
    figure('addresses', accuracy.addresses, ''),
    figure('within 10 km', accuracy.within10Km * 100, '%'),
    figure('within 25 km', accuracy.within25Km * 100, '%'),
    figure('refused', accuracy.refused * 100, '%'),
    figure('wrong by over 100 km', accuracy.over100Km * 100, '% (goal under 0.5)'),
  ];
}

function printGroups(title: string, groups: readonly [string, Accuracy][]): void {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const rows = groups.map(([name, { addresses, within10Km, within25Km, refused, over100Km }]) => [
    `  ${name}`,
    String(addresses),
    ...[within10Km, within25Km, refused, over100Km].map(percent),
  ]);
  const header = [title, 'rows', '≤10 km', '≤25 km', 'refused', '>100 km'];
  for (const line of alignedLines([header, ...rows])) process.stdout.write(`  ${line}\n`);
}

function printList(title: string, lines: readonly string[]): void {
  process.stdout.write(`  ${title}: ${lines.length || 'none'}\n`);
  for (const line of lines) process.stdout.write(`    ${line}\n`);
}

function answerText(answer: Place | Unplaced): string {
  if ('code' in answer) return `${answer.code}: ${answer.message}`;
  const { lat, lng, country, precision, contradiction } = answer;
  return `${precision} at ${lat},${lng} ${country}${contradiction === null ? '' : `, noted: ${contradiction}`}`;
}
