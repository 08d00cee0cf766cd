import type { AddressQuery, Place, Unplaced } from '../../src/geo/gazetteer/place.js';
import { type Measurement, report } from '../table.js';
import { kmBetween, type Locate } from './accuracy.js';
import { type ListedTown, readLists } from './listed-towns.js';
import { addressesOf, WRITINGS, type WrittenAddress } from './whole-addresses.js';

const NOTHING: AddressQuery = { street: '', city: '', county: '', state: '', country: '', zip: '' };
const WRONG_KM = 100;
/** A whole address is placed as its columns are where both lie this near to each other. */
const SAME_KM = 25;
/** Shares of the placed over 100 km off, and of all that are refused, by country: 0..1. */
const GOALS: Readonly<Record<string, readonly [wrong: number, refused: number]>> = {
  FR: [0.003, 0.25],
  ES: [0.003, 0.25],
  IT: [0.003, 0.25],
};

const isPlaced = (answer: Place | Unplaced): answer is Place => !('code' in answer);

/**
 * Prints how towns of lists that the build does not read, and whole addresses of 23 countries, are placed.
 * Correctness, not time.
 */
export function reportOwnLists(locate: Locate): void {
  const { withCodes, american } = readLists();
  for (const [country, towns] of withCodes)
    reportTowns(
      `postal code, town and country of ${country}`,
      towns,
      ({ name, zip }) => locate({ ...NOTHING, city: name, zip, country }, null),
      GOALS[country]!,
    );
  for (const [size, towns] of american)
    for (const part of ['city', 'street'] as const)
      reportTowns(
        `"City ST" of towns ${size} of the United States in the column of ${part === 'city' ? 'cities' : 'streets'}`,
        towns,
        ({ name, state }) => locate({ ...NOTHING, [part]: `${name} ${state}` }, null),
        [0.0005, 0.005],
      );
  reportWholeAddresses(locate);
}

function reportTowns(
  what: string,
  towns: readonly ListedTown[],
  answerOf: (town: ListedTown) => Place | Unplaced,
  [wrongGoal, refusedGoal]: readonly [number, number],
): void {
  const counts = { refused: 0, wrong: 0, silent: 0 };
  const wrong: string[] = [];
  for (const town of towns) {
    const answer = answerOf(town);
    if (!isPlaced(answer)) counts.refused++;
    else if (kmBetween(answer, town) > WRONG_KM) {
      counts.wrong++;
      if (answer.contradiction === null) counts.silent++;
      wrong.push(`${town.name} ${town.zip || town.state}: ${Math.round(kmBetween(answer, town))} km`);
    }
  }
  const placed = towns.length - counts.refused;
  const of = `of ${placed.toLocaleString('en')} placed`;
  report(`places: ${what}`, [
    share('over 100 km off', counts.wrong / placed, `${of} (goal at most ${wrongGoal * 100})`),
    share('over 100 km off without a note', counts.silent / placed, of),
    share('refused', counts.refused / towns.length, `(goal at most ${refusedGoal * 100})`),
  ]);
  for (const line of wrong.slice(0, 20)) process.stdout.write(`    ${line}\n`);
}

const share = (name: string, value: number, unit: string): Measurement => ({
  name,
  value: value * 100,
  unit: `% ${unit}`,
});

/** Whole addresses beside the same parts in columns of their own. */
function reportWholeAddresses(locate: Locate): void {
  const missed: string[] = [];
  const measurements = WRITINGS.map((writing): Measurement => {
    const addresses = addressesOf(writing).filter((address) =>
      isPlaced(bySplit(locate, address, writing.code)),
    );
    const others = addresses.filter((address) => !isPlacedAlike(locate, address, writing.code));
    missed.push(...others.map(({ whole }) => whole.replaceAll('\n', ' ⏎ ')));
    const value = 1 - others.length / addresses.length;
    return share(writing.code, value, `of ${addresses.length} (goal at least 97)`);
  });
  report('places: whole addresses placed where their columns are', measurements);
  for (const line of missed) process.stdout.write(`    ${line}\n`);
}

/** @param country default country of an address that names none */
const bySplit = (locate: Locate, { parts }: WrittenAddress, country: string): Place | Unplaced =>
  locate({ ...NOTHING, ...parts }, parts.country === '' ? country : null);

export function isPlacedAlike(locate: Locate, address: WrittenAddress, country: string): boolean {
  const { whole, parts } = address;
  const split = bySplit(locate, address, country);
  const answer = locate({ ...NOTHING, street: whole }, parts.country === '' ? country : null);
  if (!isPlaced(split) || !isPlaced(answer)) return false;
  return kmBetween(answer, { lat: split.lat, lon: split.lng }) <= SAME_KM;
}
