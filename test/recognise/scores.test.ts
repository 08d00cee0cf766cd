import { existsSync } from 'node:fs';
import t from 'tap';
import { type LabelledHeaders, readLabelled, scoreHeaders } from '../../load/header-score.js';
import { LANGUAGES, type Language } from '../../src/recognise/languages/index.js';
import { KNOWN_MISTAKES, OWN } from '../support/labelled-headers.js';

/** Micro-F1 of the labelled headers by language, rounded down: a language is read no worse than before. */
const LEAST: Readonly<Record<Language, number>> = {
  en: 0.996,
  de: 0.997,
  fr: 1,
  es: 1,
  it: 0.997,
  pt: 0.997,
  nl: 1,
};

/** A sibling folder of the checkout may hold further labelled headers. */
const FURTHER = '../shared/data/headers/dev.jsonl';

t.test('the labelled headers are sound', async (t) => {
  const rows = await readLabelled(OWN);
  t.ok(rows.length >= 160);
  t.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
  for (const { id, headers, labels, rows: samples } of rows) {
    t.equal(labels.length, headers.length, id);
    t.ok(
      samples.every((cells) => cells.length === headers.length),
      id,
    );
  }
});

t.test('all columns of the labelled headers are found, but for mistakes that are known', async (t) => {
  const scores = scoreHeaders(await readLabelled(OWN));
  t.same(scores.wrongRows, KNOWN_MISTAKES);
  t.ok(scores.macroF1 >= 0.97, `macro-F1 ${scores.macroF1}`);
  t.ok(scores.microF1 >= 0.96, `micro-F1 ${scores.microF1}`);
  t.ok(scores.exactRows >= 0.9, `exact rows ${scores.exactRows}`);
  for (const language of LANGUAGES) {
    const score = scores.byLanguage.get(language) ?? 0;
    t.ok(score >= LEAST[language], `${language}: ${score}, not ${LEAST[language]}`);
  }
  for (const field of ['lat', 'lng', 'lat_lng', 'zip'] as const) {
    t.ok((scores.precision.get(field) ?? 1) >= 0.98, `precision of ${field}`);
  }
});

t.test(
  'columns of further labelled headers are found',
  { skip: existsSync(FURTHER) ? false : `${FURTHER} is not here` },
  async (t) => {
    const scores = scoreHeaders(await readLabelled(FURTHER));
    t.ok(scores.macroF1 >= 0.97, `macro-F1 ${scores.macroF1}`);
    t.ok(scores.microF1 >= 0.96, `micro-F1 ${scores.microF1}`);
    t.ok(scores.exactRows >= 0.9, `exact rows ${scores.exactRows}`);
  },
);

t.test('an allowed label and a group count as right', async (t) => {
  const row = {
    id: 'x',
    lang: 'en',
    headers: ['first', 'last', 'zip'],
    rows: [],
    labels: ['name', 'custom', 'custom'],
    alts: { 2: ['zip'] },
    groups: { name: [0, 1] },
  } satisfies LabelledHeaders;
  t.equal(scoreHeaders([row]).exactRows, 1);
  t.equal(scoreHeaders([{ ...row, alts: {} }]).exactRows, 0);
  t.equal(scoreHeaders([]).microF1, 1);
});
