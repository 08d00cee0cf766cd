import { quote } from './cut.js';

const MAX_LENGTH = 60;
/** Share of the letters that a misspelling may change. */
const MAX_SHARE = 0.34;

/** Letters and digits, as `dryRun`, `dry-run` and `dry_run` have the same. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[\s_.-]+/g, '');

/** The candidate that a misspelt name was likely to be; null: none is near. */
export function nearName(name: string, candidates: Iterable<string>): string | null {
  if (name.length > MAX_LENGTH) return null;
  const word = plainName(name);
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length * MAX_SHARE)) + 1;
  if (word.length < 2) return null;
  for (const candidate of candidates) {
    if (candidate === name || candidate.length > MAX_LENGTH) continue;
    const distance = editDistance(word, plainName(candidate));
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

/**
 * @returns how a name is told that differs from one of `names` only in case, blanks, `_`, `-` or `.`; null
 * for a name itself and any other
 */
export function spellingsOf(names: Iterable<string>): (name: string) => string | null {
  const known = new Map(Array.from(names, (name) => [plainName(name), name]));
  return (name) => {
    const right = name.length > MAX_LENGTH ? undefined : known.get(plainName(name));
    return right === undefined || right === name ? null : right;
  };
}

/** Goes on in a message: the near name, or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>, before = '; ', after = ''): string {
  const near = nearName(name, candidates);
  return near === null ? '' : `${before}did you mean ${quote(near)}?${after}`;
}

/** Letters to add, remove, replace or exchange with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
