import t from 'tap';
import { copyText, unescapeCopyText } from '../../../src/format/cells/copy-text.js';
import { jsonString } from '../../../src/format/cells/json-string.js';

t.test('an empty text is null', async (t) => {
  t.equal(copyText(''), '\\N');
});

t.test('what COPY takes for structure is escaped', async (t) => {
  t.equal(copyText('a\tb\nc\rd\\e'), 'a\\tb\\nc\\rd\\\\e');
  t.equal(copyText('\\N'), '\\\\N');
  for (const [character, escaped] of [
    ['\t', '\\t'],
    ['\n', '\\n'],
    ['\r', '\\r'],
    ['\\', '\\\\'],
  ] as const) {
    t.equal(copyText(`a${character}b`), `a${escaped}b`, 'each by itself');
  }
});

t.test('what COPY TO writes is read, backslashes before letters too', async (t) => {
  t.equal(unescapeCopyText('plain'), 'plain');
  t.equal(unescapeCopyText('\\b\\f\\n\\r\\t\\v\\\\'), '\b\f\n\r\t\v\\');
  t.equal(unescapeCopyText('C:\\\\new\\\\table'), 'C:\\new\\table');
});

t.test('JSON strings are what JSON.stringify makes', async (t) => {
  for (const text of ['', 'plain', 'a"b', 'back\\slash', 'tab\t', 'é', '😀', '\u2028']) {
    t.equal(JSON.parse(jsonString(text)), text);
  }
});

t.test('a lone surrogate, which PostgreSQL refuses, becomes the replacement character', async (t) => {
  t.equal(jsonString('a\ud800b'), '"a\ufffdb"');
});
