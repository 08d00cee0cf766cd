import { nameKey } from '../../geo/gazetteer/name-key.js';

/** "Frankfurt am Main", "Neustadt an der Weinstraße", "Weiden in der Oberpfalz". */
const GERMAN_BESIDE = /^(.+?) (am|an der|an dem|im|in der|in|bei|ob der|vor der|auf) (\S.*)$/;
const GERMAN_SPEAKING: ReadonlySet<string> = new Set(['DE', 'AT', 'CH', 'LI', 'LU']);
const DIGRAPHS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', æ: 'ae' };

/** Spellings of keyboards without these letters: "Muenchen", "Aalborg". */
function withDigraphs(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüøåæ]/g, (letter) => DIGRAPHS[letter]!);
}

/** Spellings that follow from the name itself. */
function* writingsOf(name: string, country: string): Generator<string> {
  yield name;
  // "Hawaiʻi" is one word, "L’Aquila" may be two.
  yield name.replace(/['’‘`´ʻʼ]/g, ' ');
  const [beforeBracket] = name.split(' (');
  if (beforeBracket && beforeBracket !== name) yield beforeBracket;
  if (name.includes('/')) yield* name.split('/');
  if (country === 'PH' && name.endsWith(' City')) yield name.slice(0, -' City'.length);
  if (GERMAN_SPEAKING.has(country)) yield* germanWritings(name);
}

/** "Frankfurt/Main", "Frankfurt a.M.", "Frankfurt a. d. Oder", "Frankfurt". */
function* germanWritings(name: string): Generator<string> {
  const [, town, preposition, beside] = GERMAN_BESIDE.exec(name) ?? [];
  const [, bracketed, inBrackets] = /^(.+) \((.+)\)$/.exec(name) ?? [];
  if (bracketed && inBrackets) {
    yield `${bracketed} an der ${inBrackets}`;
    yield `${bracketed} a d ${inBrackets}`;
  }
  if (!town || !preposition || !beside) return;
  yield town;
  yield `${town} ${beside}`;
  const letters = [...preposition.split(' ').map((word) => word[0]), beside[0]].join(' ');
  yield `${town} ${letters}`;
  yield `${town} ${letters.slice(0, -2)} ${beside}`;
}

/** Keys of a name, at most a dozen. */
export function keysOf(name: string, country: string): Set<string> {
  const keys = new Set<string>();
  for (const writing of writingsOf(name, country)) {
    keys.add(nameKey(writing));
    keys.add(nameKey(withDigraphs(writing)));
  }
  keys.delete('');
  return keys;
}
