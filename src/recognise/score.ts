import type { Profile } from './column.js';
import type { FieldLabel } from './labels.js';
import type { HeaderMeaning } from './reading.js';

/** A column with all that is known of it on its own. */
export interface Candidate {
  readonly index: number;
  readonly reading: HeaderMeaning;
  readonly profile: Profile;
}

/** Vote of values that exclude a field: no header outweighs it. */
const NO = -2;

/**
 * Fields need at least this score (header strength plus the vote of the values), else the column stays
 * custom.
 */
export const THRESHOLDS: Readonly<Partial<Record<FieldLabel, number>>> & { readonly default: number } = {
  default: 0.5,
  name: 0.4,
  category: 0.5,
  location_code: 0.55,
  lat: 0.55,
  lng: 0.55,
  lat_lng: 0.6,
  full_address: 0.6,
  color: 0.6,
  radius: 0.6,
};

/**
 * Header evidence plus value evidence for one field; below the threshold if the values rule the field out.
 */
export function scoreField(field: FieldLabel, { reading, profile }: Candidate): number {
  const strength = reading.fields.get(field) ?? (reading.unknown ? (UNKNOWN[field]?.(profile) ?? 0) : 0);
  if (strength === 0) return 0;
  if (profile.count === 0) return strength - 0.05;
  return strength + voteOf(field, profile, reading);
}

/** Tells whether the values of a column prove that it is not the field. */
export const isRuledOut = (field: FieldLabel, { reading, profile }: Candidate): boolean =>
  profile.count > 0 && voteOf(field, profile, reading) <= NO;

/** Fields that are known by their names alone have no votes. */
const voteOf = (field: FieldLabel, profile: Profile, reading: HeaderMeaning): number =>
  VOTES[field]?.(profile, reading) ?? 0;

/** Scores by values alone, for a column whose header is unknown or empty. */
const UNKNOWN: Partial<Record<FieldLabel, (profile: Profile) => number>> = {
  lat_lng: (p) => (p.precisePair >= 0.9 ? 0.8 : 0),
  full_address: (p) => (p.fullAddress >= 0.8 && p.street >= 0.6 && p.averageLength < 120 ? 0.62 : 0),
  street: (p) =>
    p.streetType >= 0.8 &&
    p.street >= 0.8 &&
    p.fullAddress < 0.3 &&
    p.averageLength < 60 &&
    p.organisation < 0.3 &&
    // `LOC-105`, `ST-12`
    p.code < 0.5
      ? 0.55
      : 0,
  country: (p) => (p.country >= 0.9 && p.averageLength > 3.5 && p.state < 0.5 ? 0.62 : 0),
  photo_url: (p) => (p.image >= 0.9 && p.url >= 0.9 ? 0.6 : 0),
  name: (p) =>
    p.organisation >= 0.6 && p.distinct >= 0.9 && p.text >= 0.95 && p.averageLength < 70 && p.street < 0.5
      ? 0.42
      : 0,
};

const degrees = (p: Profile, inRange: number): number => {
  if (inRange < 0.9 || p.date >= 0.9 || (p.postal >= 0.9 && p.degreesWithDecimals === 0)) return NO;
  return p.degreesWithDecimals >= 0.6 ? 0.1 : -0.05;
};

/** Sizes have few decimals; coordinates that are worth a column have four and more. */
const isSize = (p: Profile, { measure }: HeaderMeaning): boolean =>
  measure && (p.degreesWithDecimals < 0.6 || p.averageLength < 6);

/** Amount that the values add to the header's strength, or subtract from it. */
const VOTES: Readonly<Partial<Record<FieldLabel, (profile: Profile, reading: HeaderMeaning) => number>>> = {
  lat: (p, r) => (p.lngLetter >= 0.8 || isSize(p, r) ? NO : axisVote(p, r, degrees(p, p.longitude))),
  lng: (p, r) => (p.latLetter >= 0.8 || isSize(p, r) ? NO : axisVote(p, r, degrees(p, p.longitude))),
  lat_lng: (p) => (p.pair >= 0.6 ? 0.1 : NO),
  full_address: (p) => {
    if (p.fullAddress < 0.5 || p.url > 0.3 || p.email > 0.3) return NO;
    return 0.08 + Math.min(0.05, p.street * 0.05);
  },
  street: (p, r) => {
    if (p.text < 0.5 || p.email > 0.3 || p.url > 0.3 || p.pair > 0.5 || p.postal >= 0.8) return NO;
    if (p.fullAddress >= 0.5) return -0.05;
    // `A6`, `N302` are roads; a `Standort` may be anything, so that its values must be streets.
    if (p.averageLength < 4.5 && p.streetNumber >= 0.8) return -0.5;
    if (r.fields.has('lat_lng') && p.street < 0.5) return NO;
    return p.street >= 0.3 ? 0.06 : -0.02;
  },
  street2: (p) =>
    p.codeWithTown >= 0.5 || p.email > 0.3 || p.url > 0.3 || p.yesNo > 0.8 || p.fullAddress > 0.6 ? NO : 0,
  city: (p) => {
    if (p.text < 0.6 || p.pair > 0.5 || p.url > 0.2 || p.email > 0.2 || p.yesNo > 0.8) return NO;
    if (p.fullAddress >= 0.5 || (p.street >= 0.5 && p.streetNumber >= 0.3)) return -0.4;
    return p.averageLength > 45 ? -0.4 : 0.02;
  },
  state: (p) => {
    if (p.url > 0.2 || p.email > 0.2 || p.yesNo > 0.8 || p.averageLength > 60) return NO;
    if (p.state >= 0.4 || p.stateCode >= 0.6) return 0.12;
    return p.text < 0.5 ? -0.5 : 0;
  },
  county: (p) => (p.text < 0.5 || p.url > 0.2 || p.yesNo > 0.8 ? NO : 0.02),
  zip: (p) => {
    if (p.postal >= 0.5) return 0.08;
    return p.postal >= 0.2 && p.digits > 0 ? -0.1 : NO;
  },
  country: (p) => {
    if (p.country >= 0.5) return 0.08;
    if (p.digits > 0.5 || p.yesNo > 0.8 || p.url > 0.2 || p.phone > 0.5) return NO;
    return p.state >= 0.4 ? NO : p.country >= 0.2 ? -0.15 : -0.45;
  },
  name: (p) => {
    if (p.email > 0.3 || p.url > 0.4 || p.date > 0.5 || p.pair > 0.5 || p.image > 0.4) return NO;
    if (p.text < 0.5 || p.yesNo > 0.6 || p.averageLength > 120) return NO;
    if (p.fullAddress >= 0.6 && p.street >= 0.6) return -0.3;
    let vote = p.organisation >= 0.3 ? 0.04 : 0;
    if (p.count >= 2 && p.distinct < 0.5) vote -= 0.12;
    if (p.averageLength > 70) vote -= 0.15;
    if (p.averageLength < 2.5) vote -= 0.2;
    return vote;
  },
  category: (p) => {
    if (p.url > 0.2 || p.email > 0.2 || p.date > 0.5 || p.phone > 0.5 || p.fullAddress > 0.5 || p.pair > 0.5)
      return NO;
    if (p.yesNo > 0.9 || p.averageLength > 80) return -0.45;
    if (p.number > 0.8) return -0.45;
    return p.distinct < 0.7 ? 0.06 : 0;
  },
  color: (p) => (p.color >= 0.5 ? 0.08 : NO),
  radius: (p) => (p.number >= 0.9 ? 0.05 : NO),
  photo_url: (p) => {
    if (p.image >= 0.5) return 0.1;
    if (p.url >= 0.5) return 0;
    return p.count > 0 && p.image < 0.2 && p.url < 0.2 ? NO : -0.1;
  },
  photo_width: (p) => (p.number >= 0.9 ? 0 : NO),
  photo_height: (p) => (p.number >= 0.9 ? 0 : NO),
  videosite_id: (p) => (p.video >= 0.5 ? 0.1 : NO),
  video_width: (p) => (p.number >= 0.9 ? 0 : NO),
  video_height: (p) => (p.number >= 0.9 ? 0 : NO),
  expire: (p) => (p.date >= 0.5 ? 0.05 : NO),
  location_code: (p) => {
    if (p.code < 0.8 || p.distinct < 0.8 || p.averageLength > 24 || p.url > 0.2 || p.date > 0.5) return NO;
    return 0;
  },
  drive_time: (p) => (p.number >= 0.9 ? 0.05 : NO),
};

/** Headers that name no axis (`x`, `north`) need degrees with decimals; the rest is projected. */
function axisVote(p: Profile, reading: HeaderMeaning, vote: number): number {
  if (reading.axis === null || vote === NO) return vote;
  return p.degreesWithDecimals >= 0.6 ? 0.35 : NO;
}
