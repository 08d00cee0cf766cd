import { readFile } from 'node:fs/promises';
import { GeodataPlacer } from '../src/geo/placer.js';
import {
  type InferenceInput,
  type InferenceResult,
  inferColumns,
  type Label,
} from '../src/recognise/infer.js';
import { loadGeodata } from '../src/world/geodata/load.js';

/** Names of places, as the service has them. */
export const { names } = new GeodataPlacer(await loadGeodata());

/** A header row with the labels that people gave its columns. */
export interface LabelledHeaders extends Pick<InferenceInput, 'names'> {
  readonly id: string;
  readonly lang: string;
  /** The repository and file it is from; absent for rows that were made by hand. */
  readonly source?: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly labels: readonly Label[];
  /** Further correct labels of a column, by its index. */
  readonly alts?: Readonly<Record<string, readonly Label[]>>;
  /** Columns of which exactly one must carry the field; the first is the main one. */
  readonly groups?: Readonly<Record<string, readonly number[]>>;
}

/** Reads labelled headers, one per line, as in test/fixtures/headers. */
export async function readLabelled(path: string | URL): Promise<LabelledHeaders[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => ({ ...(JSON.parse(line) as LabelledHeaders), names }));
}

/** Scores from 0 to 1. */
export interface HeaderScores {
  readonly rows: number;
  readonly columns: number;
  /** Mean F1 of the fields with at least `CORE_SUPPORT` columns. */
  readonly macroF1: number;
  readonly microF1: number;
  /** Share of rows with every column right. */
  readonly exactRows: number;
  /** Ids of the other rows. */
  readonly wrongRows: readonly string[];
  /** Micro-F1 by language, the worst first. */
  readonly byLanguage: ReadonlyMap<string, number>;
  readonly precision: ReadonlyMap<Label, number>;
}

/** Fields with fewer columns say little: one mistake is several points. */
const CORE_SUPPORT = 10;

type Infer = (table: InferenceInput) => Pick<InferenceResult, 'columns'>;

interface JudgedColumn {
  readonly got: Label;
  readonly confidence: number;
  /** The label that people gave it, and the one that is right beside the others that were inferred. */
  readonly given: Label;
  readonly wanted: Label;
}

/** Infers the columns of a row and compares them with the labels. */
function judge(row: LabelledHeaders, infer: Infer): JudgedColumn[] {
  const { columns } = infer(row);
  const labels = columns.map(({ label }) => label);
  const wanted = acceptedLabels(row, labels);
  return columns.map(({ label, confidence }, at) => {
    return { got: label, confidence, given: row.labels[at]!, wanted: wanted[at]! };
  });
}

const isRight = ({ got, wanted }: JudgedColumn): boolean => got === wanted;
const isField = (label: Label): boolean => label !== 'custom' && label !== 'ignore';
const ratio = (part: number, rest: number): number => (part + rest === 0 ? 1 : part / (part + rest));

/** F1 of some fields. */
function f1Of(columns: readonly JudgedColumn[], isCounted = isField): number {
  const right = columns.filter((column) => isRight(column) && isCounted(column.got)).length;
  const others = columns.filter((column) => !isRight(column));
  const wrong = others.filter(({ got }) => isCounted(got)).length;
  const missed = others.filter(({ wanted }) => isCounted(wanted)).length;
  return ratio(2 * right, wrong + missed);
}

function precisionOf(columns: readonly JudgedColumn[], field: Label): number {
  const inferred = columns.filter(({ got }) => got === field);
  const right = inferred.filter(isRight).length;
  return ratio(right, inferred.length - right);
}

export function scoreHeaders(
  labelled: readonly LabelledHeaders[],
  infer: Infer = inferColumns,
): HeaderScores {
  const rows = labelled.map((row) => ({ id: row.id, lang: row.lang, columns: judge(row, infer) }));
  const all = rows.flatMap(({ columns }) => columns);
  const fields = [...new Set(all.flatMap(({ got, wanted }) => [got, wanted]))].filter(isField);
  const core = fields.filter((field) => all.filter(({ given }) => given === field).length >= CORE_SUPPORT);
  const languages = [...new Set(rows.map(({ lang }) => lang))].map((lang) => {
    const columns = rows.filter((row) => row.lang === lang).flatMap((row) => row.columns);
    return [lang, f1Of(columns)] as const;
  });
  const wrongRows = rows.filter(({ columns }) => !columns.every(isRight)).map(({ id }) => id);
  const macroF1 = core.reduce((sum, field) => sum + f1Of(all, (one) => one === field), 0);
  return {
    rows: rows.length,
    columns: all.length,
    macroF1: macroF1 / Math.max(1, core.length),
    microF1: f1Of(all),
    exactRows: rows.length === 0 ? 0 : 1 - wrongRows.length / rows.length,
    wrongRows,
    byLanguage: new Map(languages.sort(([, a], [, b]) => a - b)),
    precision: new Map(core.map((field) => [field, precisionOf(all, field)])),
  };
}

/** Columns with a field whose confidence lies between two bounds. */
export interface Reliability {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
  /** Mean confidence that the service states. */
  readonly confidence: number;
  /** Share that is right: near the confidence when it is calibrated. */
  readonly right: number;
}

const BOUNDS = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.01];

export function reliabilityOf(
  labelled: readonly LabelledHeaders[],
  infer: Infer = inferColumns,
): Reliability[] {
  const given = labelled.flatMap((row) => judge(row, infer)).filter(({ got }) => isField(got));
  return BOUNDS.slice(1).flatMap((to, at) => {
    const from = BOUNDS[at]!;
    const some = given.filter(({ confidence }) => confidence >= from && confidence < to);
    if (some.length === 0) return [];
    const confidence = some.reduce((sum, one) => sum + one.confidence, 0) / some.length;
    const right = some.filter(isRight).length / some.length;
    return [{ from, to: Math.min(1, to), columns: some.length, confidence, right }];
  });
}

/** The labels of a row, replaced by accepted alternatives where inference gave these. */
function acceptedLabels({ labels, alts = {}, groups = {} }: LabelledHeaders, got: readonly Label[]): Label[] {
  const wanted = [...labels];
  for (const [field, columns] of Object.entries(groups)) {
    const carriers = columns.filter((column) => got[column] === field);
    const main = columns[0]!;
    if (carriers.length !== 1 || carriers[0] === main) continue;
    wanted[carriers[0]!] = field as Label;
    const other = got[main]!;
    wanted[main] = other === 'ignore' || alts[main]?.includes(other) ? other : 'custom';
  }
  for (const [column, others] of Object.entries(alts)) {
    const index = Number(column);
    if (others.includes(got[index]!)) wanted[index] = got[index]!;
  }
  return wanted;
}
