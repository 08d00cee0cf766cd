import t from 'tap';
import { readHeader } from '../../../../src/import/columns/header/read-header.js';
import type { Reading } from '../../../../src/import/columns/header/reading.js';
import type { Word } from '../../../../src/import/columns/header/tokens.js';
import { CONCEPTS, type Concept } from '../../../../src/import/columns/header/vocabulary/concepts.js';
import { matchesKept } from './as-kept.js';

const READINGS = 'test/fixtures/headers/readings.txt';

/** A word of the vocabulary, or of none. */
function word(key: string, ...concepts: readonly Concept[]): Word {
  return { key, senses: concepts.length > 0 ? Object.assign(new Map(), { any: concepts }) : undefined };
}

/** Words that mean more than their concept, or something without one. */
const ODD_WORDS: readonly Word[] = [
  word('qwrt'),
  word('0'),
  word('1'),
  word('2'),
  word('3'),
  word('two'),
  word('wgs84'),
  word('full'),
  word('punto', 'kind'),
  word('categories', 'kind'),
  word('subtype', 'kind'),
  word('postal', 'zip'),
  word('customer', 'outlet'),
  word('to', 'date'),
  word('from', 'date'),
  word('what', 'flag'),
  word('principal', 'person', 'address'),
  word('position', 'kind', 'coordinates'),
];
const WORDS: readonly Word[] = [...CONCEPTS.map((concept) => word(concept, concept)), ...ODD_WORDS];

/** What a reading claims, without the words. */
function told({ fields, levels, words, role, ...flags }: Reading): string {
  const strength = (value: number): string => String(Number(value.toFixed(3)));
  const parts = [
    ...[...fields].map(([field, value]) => `${field} ${strength(value)}`),
    ...levels.map((level) => `level ${level.rank} ${strength(level.strength)} ${level.word}`),
    ...(role === 'neutral' ? [] : [`of ${role}`]),
    ...Object.entries(flags).flatMap(([flag, value]) =>
      value === true ? [flag] : value ? [`${flag} ${value}`] : [],
    ),
  ];
  return parts.join(', ') || 'nothing';
}

/** As in decided.test.ts: what headers of one word and of two are read as. Those that are read alike stand in one line. */
t.test('what headers of any two concepts are read as is as it was', async (t) => {
  const lines: string[] = [];
  for (const [at, first] of WORDS.entries()) {
    const alone = told(readHeader([first], null, new Set()));
    lines.push(`${first.key}: ${alone}`);
    const beside = new Map<string, string[]>();
    for (const second of WORDS.slice(at + 1)) {
      const outcome = told(readHeader([first, second], null, new Set()));
      beside.set(outcome, [...(beside.get(outcome) ?? []), second.key]);
    }
    for (const [outcome, keys] of beside) lines.push(`${first.key} + ${keys.join(' ')}: ${outcome}`);
  }
  matchesKept(t, READINGS, lines);
});
