import type { Block, LineRun, TallRows } from './block.js';

/** Gathers the rows that are longer than a line, in their order. */
export class TallRowCollector {
  readonly runs: [firstRow: number, rows: number, lineEnds: number][] = [];

  add(row: number, lineEnds: number): void {
    const run = this.runs.at(-1);
    if (run !== undefined && run[2] === lineEnds && row === run[0] + run[1]) run[1]++;
    else this.runs.push([row, 1, lineEnds]);
  }

  /** Takes back the last row that was added, if it is this one. */
  takeBack(row: number): void {
    const run = this.runs.at(-1);
    if (run !== undefined && run[0] + run[1] - 1 === row && --run[1] === 0) this.runs.pop();
  }
}

/**
 * Blocks of a sheet that was written as CSV, by rows instead of lines: each begins on a row, and knows which
 * of its rows have several lines.
 */
export function numberByRows(blocks: readonly Block[], tallRows: readonly TallRows[]): Block[] {
  const tall = tallRows.flatMap(([firstRow, rows, each]) =>
    Array.from({ length: rows }, (_, i) => [firstRow + i, each] as const),
  );
  let lineEnds = 0;
  let at = 0;
  /** Calls back for the tall rows that begin before a line. */
  const pass = (line: number, visit: (row: number, each: number) => void): void => {
    for (; at < tall.length && tall[at]![0] + lineEnds < line; at++) {
      const [row, each] = tall[at]!;
      visit(row, each);
      lineEnds += each;
    }
  };
  return blocks.map((block, i) => {
    pass(block.firstLine, () => {});
    const firstLine = block.firstLine - lineEnds;
    const own = new TallRowCollector();
    pass(blocks[i + 1]?.firstLine ?? Number.POSITIVE_INFINITY, (row, each) => own.add(row, each));
    return own.runs.length === 0 ? { ...block, firstLine } : { ...block, firstLine, tallRows: own.runs };
  });
}

/**
 * @returns the row for lines of a block's records, asked for in their order with the place of each in the
 * block: lines themselves where the file is no sheet, and those of the file that the records come from
 */
export function rowsOf({ tallRows = [], sourceLines }: Block): (line: number, place: number) => number {
  if (sourceLines !== undefined) return linesAt(sourceLines);
  let at = 0;
  let lineEnds = 0;
  return (line) => {
    for (let run = tallRows[at]; run !== undefined; run = tallRows[at]) {
      const [firstRow, rows, each] = run;
      const lines = line - firstRow - lineEnds;
      const before = Math.min(rows, Math.ceil(lines / (each + 1)));
      if (before < rows) return line - lineEnds - Math.max(0, before) * each;
      lineEnds += rows * each;
      at++;
    }
    return line - lineEnds;
  };
}

function linesAt(runs: readonly LineRun[]): (line: number, place: number) => number {
  let at = 0;
  let before = 0;
  return (_, place) => {
    for (; place >= before + runs[at]![1]; at++) before += runs[at]![1];
    const [firstLine] = runs[at]!;
    return firstLine && firstLine + place - before;
  };
}

/** Blocks whose records know their lines in the file that they come from. @param runs of all of them */
export function withSourceLines(blocks: readonly Block[], runs: readonly LineRun[]): Block[] {
  let at = 0;
  let taken = 0;
  return blocks.map((block) => {
    const sourceLines: LineRun[] = [];
    for (let left = block.records; left > 0; ) {
      const [firstLine, records] = runs[at]!;
      const some = Math.min(left, records - taken);
      sourceLines.push([firstLine && firstLine + taken, some]);
      left -= some;
      taken += some;
      if (taken === records) {
        at++;
        taken = 0;
      }
    }
    return { ...block, sourceLines };
  });
}
