import type { AddressQuery } from '../../src/geo/gazetteer/place.js';
import { germanZips, towns, usZips } from './places-of-packages.js';

const NOTHING: AddressQuery = { street: '', city: '', county: '', state: '', country: '', zip: '' };

/** Languages of country names; other rows have a code. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
const NAMES = LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region' }));

/**
 * Addresses with postal codes, in random order: in the US, two of five with ZIP+4, and in Germany. Nearly all
 * are different.
 * @param random numbers from 0 to 1
 * @param germanShare share of German ones
 */
export function zipQueries(random: () => number, count: number, germanShare = 1 / 6): AddressQuery[] {
  const american = usZips();
  const german = germanZips();
  return Array.from({ length: count }, () => {
    const { zip, country } = pick(random, random() < germanShare ? german : american);
    const plus4 = country === 'US' && random() < 0.4 ? `-${1000 + Math.floor(random() * 8999)}` : '';
    return {
      ...NOTHING,
      street: streetOf(random),
      zip: zip + plus4,
      country: spelledCountry(random, country),
    };
  });
}

/**
 * Addresses with towns, spelled as people do: half as in the gazetteer, others without accents or in one
 * case; three of four with a state. Towns are in random order, and repeat only after all were used.
 */
export function cityQueries(random: () => number, count: number): AddressQuery[] {
  const shuffled = towns();
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return Array.from({ length: count }, (_, row) => {
    const { name, state, country } = shuffled[row % shuffled.length]!;
    return {
      ...NOTHING,
      street: streetOf(random),
      city: spelled(random, name),
      state: random() < 0.75 ? spelled(random, state) : '',
      country: spelledCountry(random, country),
    };
  });
}

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

const streetOf = (random: () => number): string => `${1 + Math.floor(random() * 9999)} Main Street`;

function spelled(random: () => number, name: string): string {
  const how = random();
  if (how < 0.5) return name;
  if (how < 0.7) return name.normalize('NFD').replace(/\p{Mark}/gu, '');
  return how < 0.85 ? name.toUpperCase() : name.toLowerCase();
}

function spelledCountry(random: () => number, country: string): string {
  return random() < 0.5 ? country : (pick(random, NAMES).of(country) ?? country);
}
