import fc from 'fast-check';
import t from 'tap';
import { copyText, escapeCopyText } from '../../../src/format/cells/copy-text.js';
import { readCopyLine, readCopyText } from '../../../src/import/prepare/copy-line.js';
import { runs } from '../../support/runs.js';

t.test('text for COPY is read back as it was', async () => {
  const odd = fc
    .array(fc.constantFrom('\\', '\t', '\n', '\r', 'n', 't', 'N', 'é', '😀'), { maxLength: 10 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(odd, fc.string({ unit: 'binary' })), (text) => {
      const isSame = readCopyText(escapeCopyText(text)) === text;
      return isSame && readCopyText(copyText(text)) === (text === '' ? null : text);
    }),
    { numRuns: runs(400, 2000) },
  );
});

t.test('a line is read by column, and no further than asked', async (t) => {
  t.same(readCopyLine('5\t7\ta\\tb\t\\N\trest', ['map_id', 'id', 'name', 'type']), {
    map_id: '5',
    id: '7',
    name: 'a\tb',
    type: null,
  });
});
