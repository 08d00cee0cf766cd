import type { Place, Unplaced } from '../../src/geo/gazetteer/place.js';
import type { Measurement } from '../table.js';
import { report } from '../table.js';
import {
  type Accuracy,
  accuracyBy,
  accuracyOf,
  isRefused,
  isWrong,
  type Judged,
  judge,
  type Locate,
} from './accuracy.js';
import { cellsOf, readAddresses, readTraps } from './labelled.js';
import { caughtBy } from './traps.js';

/** Prints how well a geocoder places the labelled addresses, with every refused, wrong and trapped one. */
export function reportAccuracy(locate: Locate): void {
  const judged = judge(locate, readAddresses());
  const traps = readTraps();
  const caught = caughtBy(locate, traps);
  report('places: accuracy of the gazetteer on labelled addresses', [
    ...measurementsOf(accuracyOf(judged)),
    { name: 'traps', value: traps.length, unit: 'addresses that mislead' },
    { name: 'caught by', value: caught.length, unit: 'of them' },
  ]);
  printGroups(
    'by country',
    accuracyBy((address) => address.in, judged),
  );
  printGroups(
    'by kind',
    accuracyBy((address) => address.kind, judged),
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
  const percent = (name: string, share: number, goal = ''): Measurement => ({
    name,
    value: share * 100,
    unit: `%${goal}`,
  });
  return [
    { name: 'addresses', value: accuracy.addresses, unit: '' },
    percent('within 10 km', accuracy.within10Km),
    percent('within 25 km', accuracy.within25Km),
    percent('refused', accuracy.refused),
    percent('wrong by over 100 km', accuracy.over100Km, ' (goal under 0.5)'),
  ];
}

function printGroups(title: string, groups: readonly [string, Accuracy][]): void {
  process.stdout.write(`  ${title.padEnd(30)} rows  ≤10 km  ≤25 km  refused  >100 km\n`);
  for (const [name, { addresses, within10Km, within25Km, refused, over100Km }] of groups) {
    const shares = [within10Km, within25Km, refused, over100Km].map((share) =>
      `${(share * 100).toFixed(1)} %`.padStart(8),
    );
    process.stdout.write(`    ${name.padEnd(28)} ${String(addresses).padStart(4)}${shares.join('')}\n`);
  }
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
