import { names } from '../../load/header-score.js';
import { inferColumns, type Label } from '../../src/recognise/infer.js';

/** The labels that a table gets: its first line has the headers, cells are separated by `|`. */
export function labelsOf(...lines: readonly string[]): Label[] {
  const [headers = [], ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  return inferColumns({ headers, rows, names }).columns.map(({ label }) => label);
}
