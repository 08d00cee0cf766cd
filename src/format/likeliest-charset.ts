import iconv from 'iconv-lite';
import { ALPHABETS, IDEOGRAPHS, type Ideographs, KANJI, type NationalCharset } from './charset-letters.js';

/** Characters of two bytes whose probability was asked for. */
const pairs: { [charset in NationalCharset]?: Map<number, number> } = {};

/** Margin between logarithms of probabilities: another charset must be so much likelier than Windows-1252. */
const MARGIN = 4;
const WESTERN = 'windows-1252';
/**
 * Charsets of systems before Windows: they must be so much likelier than others, Shift_JIS included, which
 * uses the same bytes.
 */
const OLD: ReadonlySet<NationalCharset> = new Set(['cp866', 'iso-8859-5', 'macintosh']);
const OLD_MARGIN = 10;
/** Fewer different bytes from 0x80 on prove nothing. */
const MIN_DIFFERENT = 3;
/** So many bytes from 0x80 on of a sample are enough. */
const MOST_BYTES = 4000;

/** Probability that a letter of a Latin alphabet stands beside one of ASCII, and that one of another does. */
const BESIDE_LATIN = 0.95;
const BESIDE_OTHER = 0.03;
/** How likely texts are as usual and in capitals, and capitals in them. */
const CAPITALS = [
  [0.95, 0.12],
  [0.05, 0.95],
] as const;
/** Weight of each sign that all languages use. */
const SIGN = 0.003;
const SIGNS = '“”‘’„‚–—…€°§«»№·•®©™½²³µ\u00a0';
/** Weights of a letter of another language, and of signs that are no letters. */
const FOREIGN = 2e-4;
const NO_LETTER = 2e-5;
const NOTHING = 1e-7;
const LOG_NOTHING = Math.log(NOTHING);
/** Weight of a character of two bytes that few use. */
const RARE = 1e-6;
/** Weight of a byte of ASCII that is the second of a character. */
const ASCII = 1 / 10;

const isHigh = (byte: number | undefined): byte is number => byte !== undefined && byte >= 0x80;
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/**
 * The likeliest charset of text that is no UTF-8: the one under whose languages the bytes from 0x80 on, as
 * letters by themselves, are likeliest. Windows-1252 unless another is clearly likelier.
 */
export function likeliestCharset(sample: Buffer): NationalCharset {
  const counts = countBytes(sample);
  const most = Math.max(...singleByteTables().map((table) => scoreOf(counts, table)));
  let best: NationalCharset | null = null;
  let bestScore = most + MARGIN;
  for (const ideographs of IDEOGRAPHS) {
    const score = scoreOfPairs(sample, ideographs);
    if (score > bestScore) [best, bestScore] = [ideographs.charset, score];
  }
  return best ?? likeliestSingle(counts);
}

function likeliestSingle(counts: Float64Array): NationalCharset {
  const different = new Set([...counts.keys()].filter((at) => counts[at]! > 0).map((at) => at & 0x7f));
  if (different.size < MIN_DIFFERENT) return WESTERN;
  // One word may stand in all rows, and proves no more than a few words then.
  const damped = counts.map((count) => (count > 0 ? 1 + Math.log(count) : 0));
  let best: NationalCharset = WESTERN;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const table of singleByteTables()) {
    const score = scoreOf(damped, table) + (table.charset === WESTERN ? MARGIN : 0);
    if (score > bestScore) [best, bestScore] = [table.charset, score];
  }
  return best;
}

function scoreOf(counts: Float64Array, { prior, of }: ByteTable): number {
  let score = prior;
  for (const [at, count] of counts.entries()) if (count > 0) score += count * of[at]!;
  return score;
}

/** The first bytes from 0x80 on: by value, then by value where a letter of ASCII is beside them. */
function countBytes(sample: Buffer): Float64Array {
  const counts = new Float64Array(256);
  let seen = 0;
  for (let at = 0; at < sample.length && seen < MOST_BYTES; at++) {
    const byte = sample[at];
    if (!isHigh(byte)) continue;
    seen++;
    counts[byte - 0x80 + (isLetter(sample[at - 1]) || isLetter(sample[at + 1]) ? 0x80 : 0)]!++;
  }
  return counts;
}

interface ByteTable {
  readonly charset: NationalCharset;
  /** Logarithm of the probability that texts are written so. */
  readonly prior: number;
  /** Logarithm of the probability of each byte from 0x80 on, as `countBytes` counts them. */
  readonly of: Float64Array;
}

let tables: ByteTable[] | null = null;

/** Tables of each alphabet, in texts as usual and in capitals. */
function singleByteTables(): readonly ByteTable[] {
  tables ??= ALPHABETS.flatMap(({ charsets, isLatin, letters }) =>
    charsets.flatMap((charset) =>
      letters.flatMap((alphabet) =>
        CAPITALS.map(([prior, capitals]) => ({
          charset,
          prior: Math.log(prior) - (OLD.has(charset) ? OLD_MARGIN : 0),
          of: tableOf(charset, { alphabet, beside: isLatin ? BESIDE_LATIN : BESIDE_OTHER, capitals }),
        })),
      ),
    ),
  );
  return tables;
}

function tableOf(
  charset: NationalCharset,
  { alphabet, beside, capitals }: { alphabet: string; beside: number; capitals: number },
): Float64Array {
  const letters = Array.from(alphabet);
  const sum = letters.reduce((sum, _, rank) => sum + 1 / (rank + 2), 0);
  const bytes = Buffer.from(Array.from({ length: 0x80 }, (_, i) => 0x80 + i));
  const of = new Float64Array(0x100);
  for (const [i, char] of Array.from(iconv.decode(bytes, charset)).entries()) {
    const lower = char.toLowerCase();
    const rank = letters.indexOf(letters.includes(char) ? char : lower);
    const share = lower === char.toUpperCase() ? 1 : lower === char ? 1 - capitals : capitals;
    const p = rank >= 0 ? share / (rank + 2) / sum : otherThanLetters(char);
    const isBeside = /\p{L}/u.test(char) ? beside : 0.5;
    of[i] = Math.log(p * (1 - isBeside));
    of[i + 0x80] = Math.log(p * isBeside);
  }
  return of;
}

function otherThanLetters(char: string): number {
  if (SIGNS.includes(char)) return SIGN;
  if (/\p{L}/u.test(char)) return FOREIGN;
  return /[\ufffd\p{Cc}]/u.test(char) ? NOTHING : NO_LETTER;
}

/** Logarithm of the probability of the first characters of two bytes. */
function scoreOfPairs(sample: Buffer, ideographs: Ideographs): number {
  const known = pairs[ideographs.charset] ?? new Map<number, number>();
  pairs[ideographs.charset] = known;
  const isShiftJis = ideographs.charset === 'shift_jis';
  let score = 0;
  let seen = 0;
  for (let at = 0; at < sample.length && seen < MOST_BYTES; at++) {
    const lead = sample[at];
    if (!isHigh(lead)) continue;
    const isSingle = isShiftJis && lead >= 0xa1 && lead <= 0xdf;
    const trail = isSingle ? 0 : (sample[at + 1] ?? 0);
    const code = (lead << 8) | trail;
    const p = known.get(code) ?? Math.log(probabilityOf(lead, trail, ideographs));
    known.set(code, p);
    score += p;
    seen += isHigh(trail) ? 2 : 1;
    // Bytes that are no character end before its second byte, which may be the first of one.
    if (trail >= 0x40 && p > LOG_NOTHING) at++;
  }
  return score;
}

function probabilityOf(lead: number, trail: number, { charset, frequent, common }: Ideographs): number {
  const bytes = trail === 0 ? [lead] : [lead, trail];
  const char = iconv.decode(Buffer.from(bytes), charset);
  const isJapanese = frequent === KANJI;
  const isOne =
    Array.from(char).length === 1 && !/[\ufffd\p{Cc}\p{Co}]/u.test(char) && (trail === 0 || trail >= 0x40);
  if (!isOne) return NOTHING;
  const likely = ((): number => {
    if (/[\u3041-\u30fc]/.test(char)) return isJapanese ? 0.4 / 170 : RARE;
    if (/[\uff61-\uff9f]/.test(char)) return 1e-4;
    if (/[\u3000-\u3020\uff01-\uff5e]/.test(char)) return 0.04 / 100;
    if (frequent.includes(char)) return (isJapanese ? 0.35 : 0.6) / frequent.length;
    const isCommon =
      lead >= common[0] && lead <= common[1] && /[\p{Script=Han}\p{Script=Hangul}]/u.test(char);
    return isCommon ? (isJapanese ? 0.2 : 0.3) / 94 / (common[1] - common[0] + 1) : RARE;
  })();
  return isHigh(trail) || trail === 0 ? likely : likely / ASCII;
}
