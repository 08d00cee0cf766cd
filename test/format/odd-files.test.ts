import t from 'tap';
import { readUpload } from '../import/read-upload.js';
import { readWithCsvParse } from './csv-reference.js';
import { makeOddFiles } from './odd-files.js';

const files = makeOddFiles();
t.ok(files.length >= 300, `${files.length} odd files`);

for (const { name, bytes, charset, delimiter, cells, text } of files) {
  t.test(name, async (t) => {
    const reading = readUpload(bytes, charset, bytes.length > 4096 ? 1000 : 3);
    t.equal(reading.delimiter, delimiter);
    t.strictSame(reading.cells, cells, 'the table is what was written');
    const { cells: reference, lines } = readWithCsvParse(text, delimiter);
    t.strictSame([reading.cells, reading.lines], [reference, lines], 'csv-parse reads it alike');
  });
}
