import { isExportHeader } from '../../format/exported-file.js';
import { type Projector, projectorOf as projectorOfSystem } from '../../geo/crs/systems.js';
import type { InferRequest } from '../../recognise/inference.js';
import type { InferredColumns } from '../../recognise/inferrer.js';
import type { SecondMeaning } from '../../recognise/second-best.js';
import type { RememberedColumn } from '../../schema/header-memory.js';
import type { ColumnMapping } from '../../schema/job.js';
import { readCrs } from '../options.js';
import {
  joinAxes,
  type LoneAxis,
  loneAxisOf,
  mayHaveAxisParts,
  tellLoneAxis,
  withoutLoneAxis,
} from './axis-parts.js';
import { ignoreErrorColumns } from './error-column.js';
import { findGrid, findProjected, mayHaveGrid, mayHaveOtherAxes, otherAxesNotes } from './grid-columns.js';
import { keptCustom, mapColumns } from './mapping.js';
import { findRegionCodes } from './region-code-column.js';
import { applyMemory } from './remembered-mapping.js';

export interface Recognition {
  mapping: ColumnMapping[];
  notes: string[];
  /** See `InferenceAnswer`. */
  unprovedAxes?: readonly number[];
  /** See `InferenceAnswer`; both columns are custom fields. */
  likelyAxes?: readonly [lat: number, lng: number];
  /** Axis that has no partner, and was not read for that. */
  loneAxis?: LoneAxis;
}

/** Options of an import in which the client says how columns are read. */
export interface ColumnOptions {
  column_mapping?: Readonly<Record<string, string | number>>;
  ignore?: readonly string[];
  auto_map?: boolean;
  marker_type?: string;
  crs?: string;
}

export interface Recognisers {
  /** How the account has confirmed to read this header row; null when it has not. */
  memory: readonly RememberedColumn[] | null;
  /** Never fails. */
  infer(request: InferRequest): Promise<InferredColumns>;
  /** The first rows. */
  sample(): Promise<readonly (readonly string[])[]>;
}

/** null: coordinates are degrees. */
const projectorOf = (crs: string | undefined): Projector | null => {
  const system = readCrs(crs);
  return system === null ? null : projectorOfSystem(system);
};

const SWAPPED =
  'Latitudes and longitudes seem to be swapped: the columns were read the other way round than their names say.';
const SEEMS_SWAPPED =
  'Latitudes and longitudes seem to be swapped; the columns were read as their names say. Map them with column_mapping if that is wrong.';

/**
 * Decides how every column is read, in this order (docs/decisions.md#recognition): explicit mapping and
 * ignore, exact names, header memory, headers of region codes, inferrer, custom fields.
 * @param names of the columns, unique; `''` in `headers` where the file has none
 * @throws AppError BAD_REQUEST as `mapColumns`
 */
export async function recogniseColumns(
  columns: { names: readonly string[]; headers: readonly string[] },
  meta: ColumnOptions,
  recognisers: Recognisers,
): Promise<Recognition> {
  const { mapping, ...recognised } = await recognise(columns, meta, recognisers);
  return { ...recognised, mapping: mapping.map(keptCustom) };
}

async function recognise(
  { names, headers }: { names: readonly string[]; headers: readonly string[] },
  meta: ColumnOptions,
  { memory, infer, sample }: Recognisers,
): Promise<Recognition> {
  let named = ignoreErrorColumns(
    mapColumns({ headers: names, columnMapping: meta.column_mapping, ignore: meta.ignore }),
  );
  // An export says itself what its columns are.
  if (isExportHeader(names)) return { mapping: named, notes: [] };
  if (memory !== null) return { mapping: applyMemory(named, memory), notes: [] };
  if (meta.auto_map !== false) named = findRegionCodes(named, meta.marker_type ?? 'pin');
  const open = named.filter(({ how }) => how === 'custom').map(({ index }) => index);
  if (open.length === 0 || meta.auto_map === false) return { mapping: named, notes: [] };
  const taken = named.flatMap(({ field }) => (field === null ? [] : [field]));
  const inferred = await infer({ headers, open, taken });
  const { unprovedAxes = [], likelyAxes } = inferred;
  const recognised = applyInference(named, inferred);
  if (mayHaveAxisParts(names)) {
    const { mapping, notes } = joinAxes(recognised.mapping, await sample());
    Object.assign(recognised, { mapping, notes: [...recognised.notes, ...notes] });
  }
  const projector = projectorOf(meta.crs);
  const projected =
    projector === null ? null : findProjected(recognised.mapping, await sample(), unprovedAxes, projector);
  if (projected !== null) recognised.mapping = projected;
  else if (mayHaveGrid(names)) {
    const { mapping, notes } = findGrid(recognised.mapping, await sample());
    Object.assign(recognised, { mapping, notes: [...recognised.notes, ...notes] });
  }
  if (mayHaveOtherAxes(names))
    recognised.notes = [...recognised.notes, ...otherAxesNotes(recognised.mapping, await sample())];
  const loneAxis = loneAxisOf(recognised.mapping);
  if (loneAxis === null) {
    const areKept = likelyAxes?.every((index) => recognised.mapping[index]?.how === 'custom');
    return {
      ...recognised,
      ...(unprovedAxes.length > 0 && { unprovedAxes }),
      ...(areKept && { likelyAxes }),
    };
  }
  const mapping = withoutLoneAxis(recognised.mapping, loneAxis);
  return {
    mapping,
    notes: [...recognised.notes, `${tellLoneAxis(loneAxis)}: map it with column_mapping.`],
    unprovedAxes,
    ...(!mapping.some(({ field }) => field === loneAxis.axis) && { loneAxis }),
  };
}

/** Only columns that nothing has decided are touched; each field is given once. */
export function applyInference(mapping: readonly ColumnMapping[], inferred: InferredColumns): Recognition {
  const { columns, houseNumber, swapped, how } = inferred;
  const emptyAxes = (inferred.emptyAxes ?? []).filter((index) => mapping[index]?.how === 'exact');
  const notes = [...inferred.notes, ...(emptyAxes.length > 0 ? [emptyNote(mapping, emptyAxes)] : [])];
  const given = mapping.map((column): ColumnMapping => {
    if (!emptyAxes.includes(column.index)) return column;
    const { index, header } = column;
    return { index, header, field: null, how: 'custom', confidence: 1, why: 'nothing is in it' };
  });
  const taken = new Set(given.map(({ field }) => field));
  const read = given.map((column): ColumnMapping => {
    const found = columns[column.index];
    if (column.how !== 'custom' || found === undefined || emptyAxes.includes(column.index)) return column;
    const { label, confidence, why, secondBest } = found;
    const second = secondBest && { second_best: readingOf(secondBest) };
    if (column.index === houseNumber?.number && taken.has('street')) {
      return { ...column, field: 'house_number', how, confidence, why: 'stands beside the street' };
    }
    if (label === 'ignore') return { ...column, how: 'ignored', confidence, why };
    if (label === 'custom' || taken.has(label)) return { ...column, confidence, why, ...second };
    taken.add(label);
    return { ...column, field: label, how, confidence, why, ...second };
  });
  return swapped ? exchangeAxes(read, notes) : { mapping: read, notes };
}

function emptyNote(mapping: readonly ColumnMapping[], emptyAxes: readonly number[]): string {
  const [lat, lng] = emptyAxes.map((index) => JSON.stringify(mapping[index]!.header));
  return `${lat} and ${lng} are empty, so that the coordinates are read from other columns. Map them with column_mapping if that is wrong.`;
}

const readingOf = ({ label, probability }: SecondMeaning) => ({
  field: label === 'custom' ? null : label,
  probability,
});

/** Exchanges axes that were guessed; axes that a header says exactly stay, however odd the values are. */
function exchangeAxes(mapping: ColumnMapping[], notes: readonly string[]): Recognition {
  const axes = mapping.filter(({ field }) => field === 'lat' || field === 'lng');
  if (axes.some(({ how }) => how !== 'inferred' && how !== 'pattern')) {
    return { mapping, notes: [...notes, SEEMS_SWAPPED] };
  }
  const exchanged = mapping.map((column): ColumnMapping => {
    if (!axes.includes(column)) return column;
    return { ...column, field: column.field === 'lat' ? 'lng' : 'lat', why: 'the values are the other axis' };
  });
  return { mapping: exchanged, notes: [...notes, SWAPPED] };
}
