import { readdirSync } from 'node:fs';
import t from 'tap';
import { fold } from '../../src/recognise/fold.js';
import { LANGUAGE_DATA, LANGUAGES } from '../../src/recognise/languages/index.js';
import type { LanguageData } from '../../src/recognise/languages/language.js';

t.test('each folder of a language is read, and there is a folder for each', async (t) => {
  const folders = readdirSync('src/recognise/languages', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  t.same([...LANGUAGES].sort(), folders.sort());
});

t.test('the words of a language are folded, as the texts are that they are compared with', async (t) => {
  for (const language of LANGUAGES) {
    const { headers, patterns, axes, values, footers, units }: LanguageData = LANGUAGE_DATA[language];
    for (const words of [headers, patterns, axes, values, footers, units])
      for (const [purpose, text] of Object.entries(words))
        t.equal(text, fold(text), `${language} ${purpose}`);
  }
});
