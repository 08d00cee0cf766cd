/** An element of a pattern: an escape, a class, an opening of a group, a number of times, or a character. */
const ELEMENT =
  /\\[pP]\{[^}]*\}|\\k<\w+>|\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.|\[\^?(?:[^\]\\]|\\.)*\]|\(\?<\w+>|\(\?<?[:=!]|\{\d+(?:,\d*)?\}|[\s\S]/gu;
const IS_UNBOUNDED = /^[*+]$|^\{\d+,\}$|^\{(?:\d+,)?\d{3,}\}$/;
const IS_OPTIONAL = /^[*?]$|^\{0/;
/** Characters of every kind that patterns tell apart. */
const CHARACTERS = [
  ...' \t\n"\'<>?{}[]():;,.=+-_/\\|&#%$!*@^~aA1zZsdhmxSNEenéßÄ°–’0\u00a0\u0301\u06aa\u4e2d\x01\x80\ufeff\u0e48\u200c',
  '\u{1f600}',
];
const MAX_WINDOW = 5;

interface Piece {
  /** Characters that match it, one or two. */
  readonly samples: readonly string[];
  /** Texts that must stand before it, by its first samples. */
  readonly head: string;
  isOptional: boolean;
  isRepeated: boolean;
}

/** A text that is repeated behind what leads to it. */
export interface Repeat {
  readonly head: string;
  readonly unit: string;
}

/**
 * Texts that may make a pattern slow: runs of its own pieces around each that is repeated without a bound,
 * with and without those that may be left out, and each piece alone. Empty for a pattern that repeats
 * nothing.
 */
export function repeatsOf(pattern: RegExp): Repeat[] {
  const pieces = piecesOf(pattern);
  const repeats = new Map<string, Repeat>();
  const add = (head: string, unit: string): void => {
    for (const before of ['', head]) repeats.set(`${before}\0${unit}`, { head: before, unit });
  };
  for (const center of pieces.filter((piece) => piece.isRepeated)) {
    for (const { samples } of pieces) add(center.head, samples[0]!);
    for (const list of [pieces, pieces.filter((piece) => !piece.isOptional || piece === center)])
      for (const unit of unitsAround(list, list.indexOf(center))) add(center.head, unit);
  }
  return [...repeats.values()];
}

function* unitsAround(pieces: readonly Piece[], at: number): Generator<string> {
  for (let length = 1; length <= MAX_WINDOW; length++)
    for (let start = Math.max(0, at - length + 1); start <= at; start++)
      for (const nth of [0, 1])
        yield pieces
          .slice(start, start + length)
          .map(({ samples }) => samples[nth] ?? samples[0]!)
          .join('');
}

function piecesOf({ source, flags }: RegExp): Piece[] {
  const pieces: Piece[] = [];
  const open: { start: number; head: string }[] = [];
  let head = '';
  /** Index of the first piece of the last element. */
  let last = 0;
  for (const [element] of source.matchAll(ELEMENT)) {
    if (element.startsWith('(')) open.push({ start: pieces.length, head });
    else if (element === '|') head = open.at(-1)?.head ?? '';
    else if (element === ')') last = open.pop()?.start ?? 0;
    else if (IS_UNBOUNDED.test(element) || IS_OPTIONAL.test(element))
      for (const piece of pieces.slice(last)) {
        piece.isRepeated ||= IS_UNBOUNDED.test(element);
        piece.isOptional ||= IS_OPTIONAL.test(element);
      }
    else {
      const samples = samplesOf(element, flags);
      if (samples.length === 0) continue;
      last = pieces.length;
      pieces.push({ samples, head, isOptional: false, isRepeated: false });
      head += samples[0]!;
    }
  }
  return pieces;
}

function samplesOf(element: string, flags: string): string[] {
  if (/^(?:[$^?]|\\[bBk\d]|\{)/.test(element)) return [];
  if (element.length === 1 && element !== '.') return [element];
  const matching = new RegExp(`^(?:${element})$`, flags.replace(/[gy]/g, ''));
  const found = CHARACTERS.filter((character) => matching.test(character));
  const word = found.find((character) => /\w/.test(character));
  return [...new Set([...found.slice(0, 1), word ?? found.at(-1) ?? ''])].filter((sample) => sample !== '');
}
