import type { Profile } from './column.js';
import type { FieldLabel } from './labels.js';
import type { Candidate } from './score.js';

/** Characters of a header that a reason quotes. */
const MAX_HEADER = 40;

/** Words for one value of a field, where they are others than its name. */
const WORDS: Readonly<Partial<Record<FieldLabel, string>>> = {
  street2: 'second address line',
  city: 'town',
  zip: 'postal code',
  lat: 'latitude',
  lng: 'longitude',
  color: 'colour',
  expire: 'expiry date',
  photo_url: 'picture address',
  photo_width: 'picture width',
  photo_height: 'picture height',
  videosite_id: 'video id',
  full_address: 'whole address',
  lat_lng: 'pair of coordinates',
};

const wordsOf = (field: FieldLabel): string => WORDS[field] ?? field.replaceAll('_', ' ');

/** Measure that has the share of values which suit the field, and what these are. */
const VALUES: Readonly<Partial<Record<FieldLabel, readonly [keyof Profile, string]>>> = {
  street: ['street', 'look like streets'],
  state: ['state', 'are names of states'],
  zip: ['postal', 'are postal codes'],
  country: ['country', 'are countries'],
  lat: ['latitude', 'are degrees'],
  lng: ['longitude', 'are degrees'],
  lat_lng: ['pair', 'are pairs of degrees'],
  full_address: ['fullAddress', 'are whole addresses'],
  photo_url: ['image', 'are pictures'],
  color: ['color', 'are colours'],
  expire: ['date', 'are dates'],
};

/** The same of values that the gazetteer knows. */
const NAMES: Readonly<Partial<Record<FieldLabel, readonly [keyof Profile, string]>>> = {
  city: ['knownTown', 'are names of towns'],
  county: ['knownCounty', 'are names of counties'],
  state: ['knownState', 'are names of states'],
  zip: ['knownPostalCode', 'are postal codes that exist'],
};

const LEVELS: ReadonlySet<FieldLabel> = new Set(['city', 'county', 'state']);

/** Why a column holds a field, for people. */
export function fieldReason(field: FieldLabel, header: string, candidate: Candidate): string {
  return `${headerOf(field, header, candidate)}; ${valuesOf(field, candidate.profile)}`;
}

/** Why a column that may hold a field does not get it. */
export const lostReason = (field: FieldLabel): string => `another column fits better as ${wordsOf(field)}`;

function headerOf(field: FieldLabel, header: string, { reading }: Candidate): string {
  if (header.trim() === '') return 'it has no header';
  const quoted = JSON.stringify(header.trim().slice(0, MAX_HEADER));
  const isRead = reading.fields.has(field) || (LEVELS.has(field) && reading.levels.length > 0);
  if (isRead) return `header ${quoted} says ${wordsOf(field)}`;
  return reading.unknown
    ? `header ${quoted} says nothing`
    : `headers like ${quoted} mostly mean ${wordsOf(field)}`;
}

function valuesOf(field: FieldLabel, profile: Profile): string {
  const { count } = profile;
  if (count === 0) return 'no values to check';
  for (const told of [NAMES[field], VALUES[field]]) {
    if (told === undefined) continue;
    const [measure, what] = told;
    const fitting = Math.min(count, Math.round(count * profile[measure]));
    if (fitting > 0) return `${fitting} of ${count} different values ${what}`;
  }
  return 'nothing in the values speaks against it';
}
