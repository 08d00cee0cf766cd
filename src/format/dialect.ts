import { type DeclaredDialect, NOTHING_DECLARED } from './declared-dialect.js';
import { beginsLikeExport } from './exported-file.js';

export interface Dialect {
  /** One ASCII character. */
  readonly delimiter: string;
  /**
   * Length in bytes of Excel's `sep=;` line at the very beginning, its line end included; 0 without one. It
   * is no record: hand it to CsvBlockCutter, which skips it but counts its line.
   */
  readonly preambleBytes: number;
}

/** Delimiters, in the order that decides a tie. */
const CANDIDATES: readonly string[] = [',', ';', '\t', '|'];
const MAX_RECORDS = 50;
/**
 * Delimiters that are always followed by a blank look like prose ("Austin, TX"): they lose what would be a
 * tie.
 */
const PROSE_FACTOR = 1 / 4;
/** Share of the records that the delimiter of the first one explains, below which that one may be a title. */
const MIN_SHARE = 0.5;
/** Share that the delimiter of a header below a title explains. */
const MIN_SHARE_BELOW = 0.8;
/** Records above such a header, records from it on, and its cells: lists in a single column have two, too. */
const MAX_ABOVE = 20;
const MIN_BELOW = 2;
const MIN_CELLS_BELOW = 3;

/**
 * Finds the delimiter from the first bytes of a file (64 KiB are plenty), read as ASCII: bytes above 0x7f are
 * text.
 *
 * The header decides what a delimiter has to explain: a candidate that is not in it is none. Each candidate
 * then reads the first records in its own way (quotes open at its cells only) and scores (share of bytes in
 * records with as many cells as the header)² × delimiters in the header. So a decimal comma (in rows but not
 * in the header) and commas in prose (here two, there none) lose, whereas one stray short row costs the true
 * delimiter little. Comma wins ties, and a file of one column is comma. Where the first record explains
 * little it may be a title: then a later one is the header.
 * @param complete whether `sample` is the whole file; otherwise its last record is taken for cut off
 * @param declared its delimiter need not be found; its other characters cannot be the delimiter
 */
export function detectDialect(
  sample: Buffer,
  complete: boolean,
  declared: DeclaredDialect = NOTHING_DECLARED,
): Dialect {
  const text = sample.toString('latin1');
  const { quote, comment } = declared;
  const others = [quote, declared.escape, comment];
  const candidates = CANDIDATES.filter((candidate) => !others.includes(candidate));
  const preamble = /^"?sep=([\t !#-/:-@[-`{-~])"?(?:\r\n|\n|\r|$)/i.exec(text);
  if (preamble !== null && !others.includes(preamble[1]!)) {
    return { delimiter: declared.delimiter ?? preamble[1]!, preambleBytes: preamble[0].length };
  }
  if (declared.delimiter !== null) return { delimiter: declared.delimiter, preambleBytes: 0 };
  // Its custom fields may be called anything, semicolons galore.
  if (beginsLikeExport(text)) return { delimiter: ',', preambleBytes: 0 };
  const records = comment === '' ? text : withoutLines(text, comment);
  const read = (records: string) => findDelimiter(records, candidates, quote, complete);
  const delimiter = read(records);
  const { remark, below } = remarksOf(records);
  if (remark === '' || below.trim() === '') return { delimiter, preambleBytes: 0 };
  const [cells, cellsBelow] = [remark, below].map(
    (part) => countCells(part, delimiter, quote, true)[0]?.cells ?? 0,
  );
  // A header whose first column is called # has as many cells as the rows.
  const isHeader = cells! > 1 && cells === cellsBelow;
  return { delimiter: isHeader ? delimiter : read(below), preambleBytes: 0 };
}

/**
 * The delimiter by which a file looks separated that lacks the declared one; null: it has that, or looks like
 * a single column.
 */
export function delimiterInstead(
  sample: Buffer,
  complete: boolean,
  declared: DeclaredDialect,
): string | null {
  if (declared.delimiter === null || sample.includes(declared.delimiter)) return null;
  const { delimiter } = detectDialect(sample, complete, { ...declared, delimiter: null });
  // Comma stands for a single column, too, whose cells may have commas: the header of a table has some.
  const [header] = sample.toString('latin1').split(/[\r\n]/, 1);
  return delimiter !== ',' || header!.includes(',') ? delimiter : null;
}

/** The last of the lines at the beginning that begin with #, and what stands below them. */
function remarksOf(text: string): { remark: string; below: string } {
  const [remarks] = /^(?:#[^\r\n]*[\r\n]+)*/.exec(text)!;
  return {
    remark: remarks
      .trimEnd()
      .split(/[\r\n]+/)
      .at(-1)!,
    below: text.slice(remarks.length),
  };
}

function findDelimiter(
  records: string,
  candidates: readonly string[],
  quote: string,
  complete: boolean,
): string {
  const counted = candidates.map((candidate) => countCells(records, candidate, quote, complete));
  const found = best(counted.map((records) => scoreDelimiter(records)));
  const isSure = found.score > 0 && explainsRecords(counted[found.index]!);
  const below = isSure ? null : best(counted.map((records) => scoreBelowTitle(records)));
  const { index } = below !== null && below.score > 0 ? below : found;
  return candidates[index]!;
}

/** The first of the highest scores. */
function best(scores: readonly number[]): { index: number; score: number } {
  const score = Math.max(...scores);
  return { index: scores.indexOf(score), score };
}

const withoutLines = (text: string, comment: string): string =>
  text
    .split(/\r\n|\n|\r/)
    .filter((line) => !line.startsWith(comment))
    .join('\n');

function scoreDelimiter(records: readonly CountedRecord[], first = 0): number {
  const header = records[first];
  if (header === undefined || header.cells === 1) return 0;
  const share = shareOf(records, first);
  return share * share * (header.cells - 1) * (isProse(records.slice(first)) ? PROSE_FACTOR : 1);
}

/**
 * A title or a note above the header has other delimiters, or none. The header may be the first of many
 * records with as many cells. Prose in one column never looks so, as its delimiters are followed by blanks;
 * nor do lists below a word, without a blank line between.
 */
function scoreBelowTitle(records: readonly CountedRecord[]): number {
  const first = records.findIndex(
    ({ cells }, at) =>
      at > 0 && at <= MAX_ABOVE && cells >= MIN_CELLS_BELOW && shareOf(records, at) >= MIN_SHARE_BELOW,
  );
  if (first === -1 || records.length < first + MIN_BELOW || isProse(records.slice(first))) return 0;
  if (!records[first]!.isApart && !records[0]!.hasBlank) return 0;
  return scoreDelimiter(records, first);
}

/** Share of the bytes, from a header on, in records with as many cells as that. */
function shareOf(records: readonly CountedRecord[], first: number): number {
  let bytes = 0;
  let matchingBytes = 0;
  for (const record of records.slice(first)) {
    bytes += record.length;
    if (record.closed && matches(record, records[first]!.cells)) matchingBytes += record.length;
  }
  return matchingBytes / bytes;
}

const explainsRecords = (records: readonly CountedRecord[]): boolean =>
  records.filter((record) => matches(record, records[0]!.cells)).length >= MIN_SHARE * records.length;

const isProse = (records: readonly CountedRecord[]): boolean =>
  records.every(({ proseDelimiters, cells }) => proseDelimiters === cells - 1);

/** Empty cells beyond the header (a delimiter at the end of each row) are common and harmless. */
function matches(record: CountedRecord, headerCells: number): boolean {
  return record.cells === headerCells || (record.cells > headerCells && record.filledCells <= headerCells);
}

interface CountedRecord {
  /** A blank line stands before it. */
  readonly isApart: boolean;
  /** It has more than a word. */
  readonly hasBlank: boolean;
  readonly length: number;
  readonly cells: number;
  /** Up to and including the last cell that is not blank. */
  readonly filledCells: number;
  /** Delimiters followed by a blank. */
  readonly proseDelimiters: number;
  /** False: the text ended inside quotes. */
  readonly closed: boolean;
}

/** The first records that are not empty in all their cells, read with the quoting of csv-cells.ts. */
function countCells(text: string, delimiter: string, quote: string, complete: boolean): CountedRecord[] {
  const records: CountedRecord[] = [];
  let start = 0;
  let lastEnd = 0;
  let cells = 1;
  let filledCells = 0;
  let proseDelimiters = 0;
  let inQuotes = false;
  let atCellStart = true;

  const endRecord = (end: number): void => {
    if (filledCells > 0)
      records.push({
        isApart: text.slice(lastEnd, start).replaceAll('\r\n', '\n').length > 1,
        hasBlank: text.slice(start, end).trim().includes(' '),
        length: end - start,
        cells,
        filledCells,
        proseDelimiters,
        closed: !inQuotes,
      });
    if (filledCells > 0) lastEnd = end;
    start = end + 1;
    cells = 1;
    filledCells = 0;
    proseDelimiters = 0;
    atCellStart = true;
  };

  for (let i = 0; i < text.length && records.length < MAX_RECORDS; i++) {
    const char = text[i]!;
    if (inQuotes) {
      if (char !== quote) continue;
      if (text[i + 1] === quote) i++;
      else inQuotes = false;
    } else if (char === '\n' || char === '\r') {
      endRecord(i);
    } else if (char === delimiter) {
      cells++;
      if (text[i + 1] === ' ' && text[i + 2] !== quote) proseDelimiters++;
      atCellStart = true;
    } else {
      inQuotes = atCellStart && char === quote;
      if (char === ' ' || char === '\t') continue;
      atCellStart = false;
      filledCells = cells;
    }
  }
  // A record that the sample cuts off says nothing, unless a quote that swallowed the rest did that, or it is
  // all.
  if (records.length < MAX_RECORDS && (complete || inQuotes || records.length === 0)) endRecord(text.length);
  return records;
}
