import t from 'tap';
import { cleanText, LINE_CHARACTERS, WORD_CHARACTERS } from '../../../src/render/fonts/clean-text.js';
import { HOSTILE, SCRIPTS } from './fonts-of-build.js';

t.test('text of any script stays as it is', async (t) => {
  for (const text of Object.values(SCRIPTS)) t.equal(cleanText(text), text);
});

t.test('what cannot be seen goes, and blanks become one', async (t) => {
  t.equal(cleanText('\t a\n\nb\u2028\u00a0c '), 'a b c');
  t.equal(cleanText('a\0b\u0007\u009fc\ud800d\udfffe'), 'abcde');
  t.equal(cleanText('a\u202eb\u202c\u2066c\u2069\u200b\u00ad\ufeff'), 'abc');
  t.equal(cleanText('a \0 b'), 'a b', 'blanks beside it, too');
});

t.test('joiners stay: letters and emoji look different without', async (t) => {
  for (const text of ['👨‍👩‍👧', '❤\ufe0f', 'می\u200cخواهم']) t.equal(cleanText(text), text);
});

t.test('accents are composed, and a letter has three marks at most', async (t) => {
  t.equal(cleanText('e\u0301'), '\u00e9');
  t.equal(cleanText(`q${'\u0301'.repeat(50)}a`), `q${'\u0301'.repeat(3)}a`);
});

t.test('lines of over 1,000 characters and words of over 200 are cut, with an ellipsis', async (t) => {
  const line = cleanText('ab '.repeat(40_000));
  t.equal([...line].length <= LINE_CHARACTERS, true);
  t.equal(line.endsWith('ab…'), true);
  t.equal(cleanText('x'.repeat(WORD_CHARACTERS)), 'x'.repeat(WORD_CHARACTERS));
  t.equal(
    cleanText(`${'x'.repeat(WORD_CHARACTERS + 1)} y ${'😀'.repeat(300)}`),
    `${'x'.repeat(WORD_CHARACTERS)}… y ${'😀'.repeat(WORD_CHARACTERS)}…`,
  );
});

t.test('cleaning twice changes nothing', async (t) => {
  for (const text of HOSTILE) t.equal(cleanText(cleanText(text)), cleanText(text));
});
