import t from 'tap';
import { previewColumns } from '../../../src/import/dry-run/preview-columns.js';
import type { ColumnMapping } from '../../../src/schema/job.js';

const column = (some: Partial<ColumnMapping>): ColumnMapping => ({
  ...{ index: 0, header: 'H', field: null, how: 'custom', confidence: 1 },
  ...some,
});
const samplesOf = (...cells: string[]): string[] =>
  previewColumns(
    [column({})],
    cells.map((cell) => [cell]),
  )[0]!.samples;

t.test('a column shows its first three different values, blank cells left out', async (t) => {
  t.same(samplesOf('', ' a ', 'a', 'b', '  ', 'c', 'd'), ['a', 'b', 'c']);
  t.same(samplesOf('', ' '), []);
  t.same(samplesOf(), []);
});

t.test('long values are cut', async (t) => {
  t.same(samplesOf('x'.repeat(60), 'y'.repeat(61)), ['x'.repeat(60), `${'y'.repeat(60)}…`]);
  t.ok(samplesOf(`${'z'.repeat(59)}😀`)[0]!.isWellFormed());
});

t.test('of thousands of columns with long names the last are told briefly', async (t) => {
  const header = 'Ä'.repeat(300);
  const mapping = Array.from({ length: 5000 }, (_, index) => column({ index, header }));
  const shown = previewColumns(mapping, [Array(5000).fill('€'.repeat(60))]);
  t.match(shown[0], { header, samples: ['€'.repeat(60)] });
  t.match(shown.at(-1), { header: `${'Ä'.repeat(40)}…`, samples: [] });
  t.ok(Buffer.byteLength(JSON.stringify(shown)) < 4 << 20);
});

t.test('each column shows its own values, rows of any length', async (t) => {
  const shown = previewColumns(
    [column({ index: 2 }), column({ index: 0 })],
    [['a', 'b', 'c'], ['d'], ['e', 'f', 'g']],
  );
  t.same(
    shown.map(({ samples }) => samples),
    [
      ['c', 'g'],
      ['a', 'd', 'e'],
    ],
  );
});

t.test('each column has a reason, and a second-best reading or none', async (t) => {
  const second_best = { field: 'city', probability: 0.3 };
  const shown = previewColumns(
    [column({ how: 'exact', field: 'zip' }), column({ how: 'inferred', why: 'so it seems', second_best })],
    [],
  );
  t.match(shown, [
    { why: 'the header is the name of the field', second_best: null },
    { why: 'so it seems', second_best },
  ]);
});
