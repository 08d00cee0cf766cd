import { anyOf, type Language } from './languages/index.js';
import type { LevelClaim, Rank } from './reading.js';
import { roleCost } from './roles.js';
import type { Candidate } from './score.js';

export interface LevelChoice {
  readonly index: number;
  readonly score: number;
}
export interface LevelChoices {
  state?: LevelChoice;
  county?: LevelChoice;
  city?: LevelChoice;
}

/** Fields that other columns already have, so that the chain goes on below or beside them. */
export interface LevelContext {
  readonly language: Language | null;
  readonly fixed: ReadonlySet<string>;
}

interface Level {
  readonly index: number;
  readonly rank: number;
  readonly score: number;
  readonly word: string;
  readonly coded: boolean;
  /** No values at all. */
  readonly empty: boolean;
  /** Values are names or codes of first-level subdivisions. */
  readonly known: boolean;
}

const COUNTY_WORDS = new RegExp(`^(?:${anyOf(({ headers }) => headers.counties)})`);
const ESTADO = new RegExp(`^(?:${anyOf(({ headers }) => headers.statesOrStatuses)})$`);

/**
 * Chooses state, county and city among the columns that name an administrative level: the finest settlement
 * is the city, the highest subdivision the state, the next one the county (README of the labelled headers,
 * "Administrative levels"). At most one column each; the other levels stay custom.
 */
export function chooseLevels(candidates: readonly Candidate[], context: LevelContext): LevelChoices {
  const levels = dropRivals(
    candidates.flatMap((candidate) => readLevel(candidate)),
    context,
  );
  const choices: LevelChoices = {};
  const city = context.fixed.has('city') ? undefined : (bestOf(levels, 4) ?? bestOf(levels, 3));
  if (city) choices.city = city;
  const above = levels.filter((level) => level !== city && level.rank < 4);
  const ranks = [...new Set(above.map(({ rank }) => rank))].sort((a, b) => a - b);
  const chain = ranks.map((rank) => bestOf(above, rank)!);
  let state = context.fixed.has('state');
  let county = context.fixed.has('county');
  for (const level of chain) {
    const countyOnly = level.rank >= 3 || (level.rank === 2 && COUNTY_WORDS.test(level.word));
    if (!state && !countyOnly) {
      choices.state = level;
      state = true;
    } else if (!county && !level.coded && level.rank > 1) {
      // A municipality beside a settlement is only a county when a state stands above both.
      if (level.rank === 3 && !state && context.language !== 'nl') continue;
      choices.county = level;
      county = true;
    }
  }
  return choices;
}

function bestOf(levels: readonly Level[], rank: number): Level | undefined {
  let found: Level | undefined;
  for (const level of levels) if (level.rank === rank && (!found || level.score > found.score)) found = level;
  return found;
}

function readLevel({ index, reading, profile }: Candidate): Level[] {
  const claims: LevelClaim[] = [...reading.levels];
  if (
    claims.length === 0 &&
    reading.unknown &&
    profile.count > 1 &&
    profile.state >= 0.85 &&
    profile.averageLength > 4
  ) {
    claims.push({ rank: 1, strength: 0.6, word: '' });
  }
  return claims.flatMap(({ rank, strength, word }) => {
    const score = strength + voteOf(rank, word, { index, reading, profile }) - roleCost(reading.role);
    return score >= 0.5
      ? [
          {
            index,
            rank,
            score,
            word,
            coded: reading.coded,
            empty: profile.count === 0,
            known: Math.max(profile.state, profile.stateCode) >= 0.4,
          },
        ]
      : [];
  });
}

function voteOf(rank: Rank, word: string, { reading, profile: p }: Candidate): number {
  if (p.count === 0) return -0.05;
  if (p.url > 0.2 || p.email > 0.2 || p.pair > 0.5 || p.phone > 0.5 || p.averageLength > 60) return -2;
  const known = Math.max(p.state, p.stateCode);
  if (reading.coded) return known >= 0.6 && p.text > 0.6 ? 0.15 : -2;
  if (p.text < 0.5 || p.yesNo > 0.8) return -2;
  if (rank <= 2) {
    // The full name before its abbreviation.
    const short = p.averageLength <= 3 ? 0.03 : 0;
    if (ESTADO.test(word)) return known >= 0.4 ? 0.12 - short : -0.5;
    if (word === 'land') return p.state >= 0.4 ? 0.4 : -2;
    return known >= 0.4 ? 0.08 - short : p.country >= 0.7 && p.state < 0.4 ? -0.6 : -short;
  }
  if (p.fullAddress >= 0.5 || (p.street >= 0.6 && p.streetType >= 0.4 && p.streetNumber >= 0.3)) return -0.5;
  return p.averageLength < 2.5 ? -0.3 : 0.02;
}

/** Rules of single countries: which of two words for neighbouring ranks yields. */
function dropRivals(all: readonly Level[], { language, fixed }: LevelContext): Level[] {
  // Distinct words are few, columns may be thousands.
  const words = [...new Set(all.map(({ word }) => word))];
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  const otherSettlements = all.some(({ rank, word }) => rank === 4 && word !== 'locality');
  const firm = all.some(({ rank }) => rank === 1);
  const named = all.some(({ word }) => word !== '');
  const filled = all.some(({ rank, empty }) => rank >= 3 && !empty);
  const settled = fixed.has('city') || all.some(({ rank, word }) => rank >= 3 && !/^distri/.test(word));
  return all.flatMap((level): Level[] => {
    const { rank, word } = level;
    if (level.empty && rank >= 3 && filled) return [];
    // Argentina's departamento and partido, Ecuador's cantón lie within the provincia; a canton of
    // Switzerland within nothing.
    if (/^(?:departamento|dpto|partido|canton)/.test(word) && has(/^(?:provincia|prov)/) && !has(/^distri/))
      return [{ ...level, rank: 2.5 }];
    // `Region` beside a state is a sales or statistical region, except where it is the state.
    if (rank === 1.5) return firm || fixed.has('state') || !level.known ? [] : [{ ...level, rank: 1 }];
    // Values alone speak where no header names a level.
    if (word === '' && named) return [];
    if (
      /^region/.test(word) &&
      rank === 1 &&
      has(/^(?:estado|uf|comunidad|departamento|entidad|bundesland|kanton|province|provincie|state)/)
    )
      return [];
    // A borough in Berlin, a district above the communes in Austria.
    if (word === 'bezirk' && !has(/^gemeinde/)) return [];
    if (/^distri/.test(word)) {
      if (language === 'pt') return has(/^(?:uf|estado|siglauf)/) || fixed.has('state') ? [] : [level];
      if (language === 'es') return settled ? [] : [{ ...level, rank: 3 }];
      if (!settled) return [{ ...level, rank: 3 }];
      return (firm || fixed.has('state')) && !has(/^county/) ? [level] : [];
    }
    // Italian localities and frazioni are parts of the comune.
    if (rank === 4 && language === 'it' && has(/^comun/) && /^(?:local|fraz)/.test(word)) return [];
    if (rank === 4 && word === 'locality' && otherSettlements) return [];
    return [level];
  });
}
