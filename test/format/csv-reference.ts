import { parse } from 'csv-parse/sync';
import type { RecordBatch } from '../../src/format/records.js';

/**
 * The records of a text as csv-parse reads them: cells are its own, lines follow from the bytes at which it
 * ends each record (its own line numbers count a CRLF inside quotes twice).
 * @throws CsvError on a quote without an end
 */
export function readWithCsvParse(text: string, delimiter: string, firstLine = 1): RecordBatch {
  const bytes = Buffer.from(text);
  const cells: string[][] = [];
  const lines: number[] = [];
  let line = firstLine;
  let end = 0;
  parse(bytes, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (record: string[], context) => {
      // From the end of the last record: empty lines that csv-parse skipped, then the record.
      const source = bytes.toString('utf8', end, context.bytes);
      end = context.bytes;
      const skipped = /^[\r\n]*/.exec(source)![0];
      const isBlank = record.every((cell) => /^[ \t]*$/.test(cell));
      if (!isBlank) {
        cells.push(record);
        lines.push(line + countLineEnds(skipped));
      }
      line += countLineEnds(source);
      return null;
    },
  });
  return { cells, lines };
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
