import { type InferenceInput, inferColumns } from '../src/recognise/infer.js';
import { type LabelledHeaders, names, readLabelled, reliabilityOf, scoreHeaders } from './header-score.js';
import { figure, type Measurement, percentile, report } from './measure.js';

/** Path as seen from dist/load/, where this runs. */
const OWN = new URL('../../test/fixtures/headers/own.jsonl', import.meta.url);
const COLUMNS = 25;
const ROWS = 80;
const WARM_UP = 300;
const CALLS = 3_000;

/**
 * Quality and speed of the inference of columns, on the labelled headers of the tests and on a file named by
 * HEADERS.
 */
export async function benchHeaders(): Promise<void> {
  const own = await readLabelled(OWN);
  const measurements = accuracy('own', own);
  const other = process.env.HEADERS;
  if (other) {
    const further = await readLabelled(other);
    measurements.push(...accuracy(other, further), ...reliability(further));
  }
  report('headers', [...measurements, ...latency(own)]);
}

function accuracy(name: string, labelled: readonly LabelledHeaders[]): Measurement[] {
  const scores = scoreHeaders(labelled);
  const percent = (what: string, value: number, goal: string): Measurement =>
    figure(`${name}, ${what}`, 100 * value, `% (goal ${goal})`);
  return [
    figure(`${name}, header rows`, scores.rows, 'rows'),
    figure(`${name}, columns`, scores.columns, 'columns'),
    percent('macro-F1 of fields with 10 columns', scores.macroF1, '97'),
    percent('micro-F1', scores.microF1, '96'),
    percent('rows exactly right', scores.exactRows, '80'),
    ...[...scores.byLanguage].map(([language, score]) => percent(`micro-F1 of ${language}`, score, '92')),
    percent('lowest precision of a field', Math.min(...scores.precision.values()), '98'),
  ];
}

/** Share of right columns by the service's confidence. */
function reliability(labelled: readonly LabelledHeaders[]): Measurement[] {
  return reliabilityOf(labelled).map(({ from, to, columns, confidence, right }) => {
    const mean = `mean ${(100 * confidence).toFixed(1)} %`;
    return figure(`sure to ${from} to ${to} (${columns} columns, ${mean}), right`, 100 * right, '%');
  });
}

/** Wall time of one warm call, over tables assembled from the labelled columns. */
function latency(labelled: readonly LabelledHeaders[]): Measurement[] {
  const tables = buildTables(labelled);
  for (let call = 0; call < WARM_UP; call++) inferColumns(tables[call % tables.length]!);
  const times = Array.from({ length: CALLS }, (_, call) => {
    const start = performance.now();
    inferColumns(tables[call % tables.length]!);
    return performance.now() - start;
  });
  const what = `${COLUMNS} columns of ${ROWS} rows`;
  return [
    figure(`${what}, p50`, percentile(times, 0.5), 'ms'),
    figure(`${what}, p99`, percentile(times, 0.99), 'ms (goal 2)'),
  ];
}

function buildTables(labelled: readonly LabelledHeaders[]): InferenceInput[] {
  const columns = labelled.flatMap(({ headers, rows }) =>
    headers.map((header, index) => ({ header, cells: rows.map((row) => row[index] ?? '') })),
  );
  return Array.from({ length: Math.floor(columns.length / COLUMNS) }, (_, table) => {
    const part = columns.slice(table * COLUMNS, (table + 1) * COLUMNS);
    const rows = Array.from({ length: ROWS }, (_, row) => part.map(({ cells }) => cellOf(cells, row)));
    return { headers: part.map(({ header }) => header), rows, names };
  });
}

/** Repeats sample cells with small variations, so that a column has as many distinct values as rows. */
function cellOf(cells: readonly string[], row: number): string {
  const cell = cells[row % Math.max(1, cells.length)] ?? '';
  return cell === '' || row < cells.length ? cell : `${cell} ${row}`;
}
