import fc from 'fast-check';
import t from 'tap';
import { CsvBlockCutter } from '../../src/format/csv-blocks.js';
import { parseRecords } from '../../src/format/records.js';
import { numberByRows, rowsOf, TallRowCollector } from '../../src/format/tall-rows.js';

t.test('records have the numbers of their rows, however long these are and the file is cut', async () => {
  const row = fc.record({ gap: fc.nat({ max: 3 }), lineEnds: fc.nat({ max: 3 }) });
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 60 }),
      (given, targetBytes) => {
        const tall = new TallRowCollector();
        const expected: number[] = [];
        let csv = '';
        let at = 0;
        for (const { gap, lineEnds } of given) {
          at += gap + 1;
          expected.push(at);
          csv += `${'\n'.repeat(gap)}"${at}${'\n'.repeat(lineEnds)}"\n`;
          if (lineEnds > 0) tall.add(at, lineEnds);
        }
        const bytes = Buffer.from(csv);
        const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: 2, targetBytes });
        const blocks = numberByRows([...cutter.push(bytes), ...cutter.finish()], tall.runs);
        const found = blocks.flatMap((block) => {
          const rowAt = rowsOf(block);
          const text = bytes.toString('utf8', block.startByte, block.endByte);
          return parseRecords(text, { delimiter: ',', firstLine: block.firstLine }).lines.map(rowAt);
        });
        return found.join() === expected.slice(1).join();
      },
    ),
    { numRuns: 500 },
  );
});
