import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SkippedRow, SkipReason } from '../../src/schema/skipped-row.js';

/** A file as people send it, and what a careful person says of its rows (test/fixtures/layouts/README.md). */
export interface Layout {
  readonly name: string;
  readonly csv: string;
  readonly headerRow: number;
  readonly groupRow: number | null;
  readonly skipped: readonly SkippedRow[];
  /** Lines on which the rows with data begin. */
  readonly dataLines: readonly number[];
  /** Names of the columns; null: the layout does not say. */
  readonly names: readonly string[] | null;
}

const REASONS: Readonly<Record<string, SkipReason>> = {
  T: 'title',
  N: 'note',
  E: 'empty',
  U: 'unit',
  S: 'total',
  F: 'footer',
  R: 'repeated_header',
};

export function readLayouts(folder: string): Layout[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return files.flatMap((file) => {
    const [, ...parts] = readFileSync(join(folder, file), 'utf8').split(/^== /m);
    return parts.map((part) => readLayout(`${file.replace('.txt', '')}: `, part));
  });
}

function readLayout(prefix: string, part: string): Layout {
  const [name = '', ...marked] = part.trimEnd().split('\n');
  const lines: string[] = [];
  const skipped: SkippedRow[] = [];
  const dataLines: number[] = [];
  let names: string[] | null = null;
  let row = 0;
  let headerRow = 0;
  let groupRow: number | null = null;
  for (const line of marked) {
    const mark = line[0] ?? '.';
    const text = line.slice(2);
    if (mark === '=') {
      names = text.split('|');
      continue;
    }
    lines.push(text);
    if (mark !== '|') row++;
    if (mark === 'H') headerRow = row;
    else if (mark === 'G') groupRow = row;
    else if (mark === 'D') dataLines.push(lines.length);
    else if (REASONS[mark] !== undefined) skipped.push({ row, reason: REASONS[mark] });
    else if (mark !== '|' && mark !== '.') throw new Error(`${name}: ${JSON.stringify(line)} has no mark`);
  }
  return {
    name: prefix + name,
    csv: `${lines.join('\n')}\n`,
    headerRow,
    groupRow,
    skipped,
    dataLines,
    names,
  };
}
