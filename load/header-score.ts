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

class Counts {
  readonly right = new Map<Label, number>();
  readonly wrong = new Map<Label, number>();
  readonly missed = new Map<Label, number>();

  add(got: Label, wanted: Label): void {
    if (got === wanted) {
      count(this.right, got);
      return;
    }
    count(this.wrong, got);
    count(this.missed, wanted);
  }

  precision(field: Label): number {
    return ratio(this.right.get(field) ?? 0, this.wrong.get(field) ?? 0);
  }

  f1(fields: readonly Label[]): number {
    const sum = (counts: ReadonlyMap<Label, number>): number =>
      fields.reduce((total, field) => total + (counts.get(field) ?? 0), 0);
    return ratio(2 * sum(this.right), sum(this.wrong) + sum(this.missed));
  }

  fields(): Label[] {
    const all = new Set([...this.right.keys(), ...this.wrong.keys(), ...this.missed.keys()]);
    return [...all].filter((label) => label !== 'custom' && label !== 'ignore');
  }
}

const count = (counts: Map<Label, number>, label: Label): void => {
  counts.set(label, (counts.get(label) ?? 0) + 1);
};
const ratio = (part: number, rest: number): number => (part + rest === 0 ? 1 : part / (part + rest));

/** Infers the columns of each row and compares them with the labels. */
export function scoreHeaders(
  labelled: readonly LabelledHeaders[],
  infer: (table: InferenceInput) => Pick<InferenceResult, 'columns'> = (table) => inferColumns(table),
): HeaderScores {
  const all = new Counts();
  const byLanguage = new Map<string, Counts>();
  const support = new Map<Label, number>();
  const wrongRows: string[] = [];
  for (const row of labelled) {
    const got = infer(row).columns.map(({ label }) => label);
    const wanted = acceptedLabels(row, got);
    const own = byLanguage.get(row.lang) ?? new Counts();
    byLanguage.set(row.lang, own);
    for (const [index, label] of got.entries()) {
      all.add(label, wanted[index]!);
      own.add(label, wanted[index]!);
      count(support, row.labels[index]!);
    }
    if (got.some((label, index) => label !== wanted[index])) wrongRows.push(row.id);
  }
  const core = all.fields().filter((field) => (support.get(field) ?? 0) >= CORE_SUPPORT);
  const languages = [...byLanguage].map(([lang, counts]) => [lang, counts.f1(counts.fields())] as const);
  languages.sort(([, a], [, b]) => a - b);
  return {
    rows: labelled.length,
    columns: labelled.reduce((sum, { headers }) => sum + headers.length, 0),
    macroF1: core.reduce((sum, field) => sum + all.f1([field]), 0) / Math.max(1, core.length),
    microF1: all.f1(all.fields()),
    exactRows: labelled.length === 0 ? 0 : 1 - wrongRows.length / labelled.length,
    wrongRows,
    byLanguage: new Map(languages),
    precision: new Map(core.map((field) => [field, all.precision(field)])),
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
  infer: (table: InferenceInput) => Pick<InferenceResult, 'columns'> = (table) => inferColumns(table),
): Reliability[] {
  const given = labelled.flatMap((row) => {
    const { columns } = infer(row);
    const wanted = acceptedLabels(
      row,
      columns.map(({ label }) => label),
    );
    return columns.map(({ label, confidence }, index) => ({
      confidence,
      label,
      isRight: label === wanted[index],
    }));
  });
  return BOUNDS.slice(1).flatMap((to, at) => {
    const from = BOUNDS[at]!;
    const some = given.filter(
      ({ label, confidence }) =>
        label !== 'custom' && label !== 'ignore' && confidence >= from && confidence < to,
    );
    if (some.length === 0) return [];
    const mean = (numberOf: (one: (typeof some)[number]) => number): number =>
      some.reduce((sum, one) => sum + numberOf(one), 0) / some.length;
    return [
      {
        from,
        to: Math.min(1, to),
        columns: some.length,
        confidence: mean(({ confidence }) => confidence),
        right: mean(({ isRight }) => Number(isRight)),
      },
    ];
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
