import { cut, quote } from '../../base/cut.js';
import { badRequest } from '../../base/errors.js';
import type { Threads } from '../../base/threads/thread-pool.js';
import { readNumber } from '../../format/cells/number.js';
import type { Geodata } from '../../geo/geodata.js';
import { GeodataPlacer } from '../../geo/placer.js';
import { isRegion } from '../../geo/regions/region-type.js';
import type { InferRequest } from '../../recognise/inference.js';
import { type InferenceService, inferWithFallback } from '../../recognise/inferrer.js';
import type { RememberedColumn } from '../../schema/header-memory.js';
import { REGION_CODE, UTM_PARTS } from '../../schema/import-fields.js';
import type { ColumnMapping } from '../../schema/job.js';
import type { CatalogField } from '../../world/demographics/field.js';
import { explicitMapping, remapColumns } from '../columns/mapping.js';
import { type Recognisers, recogniseColumns } from '../columns/recognise.js';
import { findRegionCodes } from '../columns/region-code-column.js';
import { saysWhere } from '../columns/table-of-places.js';
import { displacedFields } from '../enrich/watched.js';
import { type BulkMeta, completeOptions, type ImportOptions, readCrs, shownOptions } from '../options.js';
import { defaultNotes, namelessNotes } from '../report/default-notes.js';
import { displacedNotes } from '../report/displaced-notes.js';
import { headlessNotes, lostRowsNotes, mayBeHeadless, mergedDownNotes } from '../report/lost-rows-notes.js';
import { radiusNotes } from '../report/radius-notes.js';
import { likelyAxesNotes } from '../rows/likely-axes.js';
import type { ImportTask, PlannedChoropleth } from '../task.js';
import type { ReceivedUpload } from '../upload/receive.js';
import {
  askLikelySystems,
  checkJson,
  inferColumns,
  inferTable,
  sampleCustomFields,
  sampleRows,
} from './on-threads.js';
import { planEnrichment } from './plan-enrichment.js';
import { PLACES, refuseUnplaced, type UnplacedSystem, unreadSystemNotes } from './refuse-unplaced.js';

export interface PlanServices extends Partial<InferenceService> {
  path: string;
  threads: Threads;
  workers: number;
  /** Names of places are evidence of what columns hold. */
  geodata: Geodata;
  /**
   * How the account has confirmed to read this header row; null or absent when it has not, or auto_map is
   * false.
   */
  memory?: readonly RememberedColumn[] | null;
  /**
   * How the import read its columns whose rows are tried again, and what of that is to change; absent: the
   * upload is new.
   */
  earlier?: { mapping: readonly ColumnMapping[]; changes: Pick<BulkMeta, 'column_mapping' | 'ignore'> };
  /** Demographic fields that there are; default: none. */
  catalog?: readonly CatalogField[];
}

export interface PlannedImport {
  task: ImportTask;
  /** Notes for the client on how the columns were read. */
  notes: string[];
  /** Names of options and members that the import does not read. */
  unread: readonly string[];
}

/**
 * Fields that no custom field of a JSON marker can become: every marker has a name, and batches refuse the
 * others (docs/decisions.md#json-batches).
 */
const NOT_FROM_CUSTOM_FIELDS = new Set<string>([
  'name',
  'color',
  'radius',
  'house_number',
  'full_address',
  'lat_lng',
  'geohash',
  ...UTM_PARTS,
]);
const MAX_CUSTOM_FIELDS = 5000;

/**
 * Judges a received upload as a whole and settles how it is read: everything that is answered with 400
 * instead of a job.
 * @throws AppError BAD_REQUEST
 */
export async function planImport(
  upload: ReceivedUpload,
  meta: BulkMeta,
  services: PlanServices,
): Promise<PlannedImport> {
  const options = completeOptions(meta);
  const planned = await (upload.format === 'json'
    ? planJson(upload, meta, options, services)
    : planCsv(upload, meta, options, services));
  const explicit = services.earlier && explicitMapping(planned.task.mapping);
  const shown = explicit && Object.keys(explicit).length > 0 ? { ...meta, column_mapping: explicit } : meta;
  return { ...planned, task: { ...planned.task, shownOptions: shownOptions(shown, upload.format) } };
}

/** The mapping of an earlier import with the changes, for markers of a type that may have areas. */
function changedMapping(
  { mapping, changes }: NonNullable<PlanServices['earlier']>,
  { auto_map, marker_type = 'pin' }: BulkMeta,
): ColumnMapping[] {
  const changed = remapColumns(mapping, { columnMapping: changes.column_mapping, ignore: changes.ignore });
  return auto_map === false ? changed : findRegionCodes(changed, marker_type);
}

async function planCsv(
  upload: ReceivedUpload,
  meta: BulkMeta,
  options: ImportOptions,
  { path, threads, geodata, memory = null, earlier, catalog = [], ...inference }: PlanServices,
): Promise<PlannedImport> {
  const { askService, onInferrerFailure = () => {} } = inference;
  const { format, encoding, delimiter, blocks, receivingMs, columns, sheet, isMarked } = upload;
  const block = blocks[0] ?? null;
  const sample = { path, block, plan: { encoding, delimiter } };
  const firstRows = () => sampleRows(threads, sample, columns.length);
  const infer = (request: InferRequest) =>
    inferWithFallback(
      [
        ...(askService
          ? [
              {
                ask: async () => askService(request, await firstRows()),
                noteOnFailure: 'The header inferrer did not answer; the built-in one read the columns.',
              },
            ]
          : []),
        {
          ask: () => inferColumns(threads, sample, request, geodata),
          noteOnFailure: 'The columns were read by the patterns of their names alone.',
        },
      ],
      request,
      onInferrerFailure,
    );
  const names = columns.map((column) => column.name);
  const headers = columns.map((column) => (column.unnamed ? '' : column.original));
  const enrichment = planEnrichment(meta, catalog, names);
  const {
    mapping: recognised,
    notes,
    unprovedAxes = [],
    loneAxis,
    likelyAxes,
  } = earlier
    ? { mapping: changedMapping(earlier, meta), notes: [] }
    : await recogniseColumns({ names, headers }, meta, { memory, infer, sample: firstRows });
  const likely: UnplacedSystem['likely'] = (rows, columns) => {
    const column = recognised.find(({ field }) => field === 'country')?.index ?? -1;
    const country = rows.find((row) => row[column])?.[column] ?? options.defaultCountry;
    return askLikelySystems(threads, { points: pointsIn(rows, columns), country, geodata });
  };
  const needsPoints = !earlier && !isRegion(options.markerType);
  if (needsPoints) {
    const system = readCrs(meta.crs);
    await refuseUnplaced(unprovedAxes, recognised, firstRows, loneAxis, { system, likely });
  }
  refuseLaterHeader(upload, recognised);
  const mapping = tellKeptCode(recognised, options.markerType);
  refuseLostColumn(enrichment.choropleth, mapping);
  refuseUnreadCode(options, mapping, meta);
  const unnamed = columns.filter((column) => column.unnamed).map((column) => column.index);
  const read = {
    ...{ format, encoding, delimiter, blocks, receivingMs },
    ...(sheet !== undefined && { sheet }),
    ...(isMarked && { isMarked }),
  };
  const task = { ...read, mapping, unnamed, options, ...(likelyAxes && { likelyAxes }), ...enrichment };
  const told = [
    ...lostRowsNotes(upload),
    ...mergedDownNotes(upload, mapping),
    ...(!earlier && mayBeHeadless(mapping)
      ? headlessNotes({ headers, rows: await firstRows(), names: new GeodataPlacer(geodata).names })
      : []),
    ...notes,
    ...displacedNotes(task),
    ...radiusNotes(mapping, options),
    ...defaultNotes(mapping, meta),
    ...namelessNotes(task),
    ...(needsPoints ? await unreadSystemNotes(unprovedAxes, recognised, firstRows, likely) : []),
    ...(likelyAxes ? likelyAxesNotes(mapping, likelyAxes, await firstRows(), PLACES) : []),
  ];
  return { task, notes: told, unread: unreadOf(meta) };
}

/** Rows of a sample by which systems are judged. */
const JUDGED_ROWS = 20;

/** Pairs of numbers in two columns. */
const pointsIn = (
  rows: readonly (readonly string[])[],
  columns: readonly number[],
): readonly (readonly [number, number])[] =>
  rows
    .slice(0, JUDGED_ROWS)
    .map((row) => columns.map((index) => readNumber((row[index] ?? '').trim())) as [number, number])
    .filter((pair) => !pair.some(Number.isNaN));

/** @throws AppError BAD_REQUEST where no column says where rows are, and a later row may be the header */
function refuseLaterHeader({ table, columns }: ReceivedUpload, mapping: readonly ColumnMapping[]): void {
  const later = table?.laterHeader ?? null;
  // Guesses of columns by values alone say nothing where they stand above and below a header.
  const known = later?.isLikelier ? mapping.filter(({ how }) => how !== 'inferred') : mapping;
  if (later === null || saysWhere(known)) return;
  const { row } = later;
  const names = columns.slice(0, 4).map(({ name }) => JSON.stringify(name.slice(0, 40)));
  throw badRequest(
    `No column of the header, row ${table!.headerRow} (${names.join(', ')}${columns.length > 4 ? ', …' : ''}), says where the rows are, and row ${row} looks like a header: upload again with header_row=${row}, or with header_row=${table!.headerRow} to keep this one`,
  );
}

async function planJson(
  upload: ReceivedUpload,
  meta: BulkMeta,
  options: ImportOptions,
  { path, threads, workers, geodata, earlier, catalog = [], onInferrerFailure = () => {} }: PlanServices,
): Promise<PlannedImport> {
  const { format, encoding, delimiter, blocks, receivingMs } = upload;
  const enrichment = planEnrichment(meta, catalog, null);
  const unread = new Set<string>(unreadOf(meta));
  // A few at a time: every waiting task would hold its arguments.
  for (let i = 0; i < blocks.length; i += workers) {
    const some = blocks.slice(i, i + workers);
    for (const names of await Promise.all(some.map((block) => checkJson(threads, path, block))))
      for (const name of names) unread.add(name);
  }
  if (meta.crs !== undefined) unread.add('crs');
  if (meta.auto_map !== true)
    for (const option of ['column_mapping', 'ignore'] as const) if (meta[option]) unread.add(option);
  const task = {
    format,
    encoding,
    delimiter,
    mapping: [],
    unnamed: [],
    options,
    blocks,
    receivingMs,
    ...enrichment,
  };
  if (meta.auto_map !== true || blocks.length === 0)
    return { task, notes: displacedNotes(task), unread: [...unread] };
  if (earlier) {
    const mapping = changedMapping(earlier, meta);
    refuseMappedCode(options, mapping);
    return {
      task: { ...task, mapping: tellKeptCode(mapping, options.markerType) },
      notes: [],
      unread: [...unread],
    };
  }
  const { headers, rows, unplaced } = await sampleCustomFields(threads, path, blocks[0]!, MAX_CUSTOM_FIELDS);
  const infer: Recognisers['infer'] = (request) =>
    inferWithFallback(
      [
        {
          ask: () => inferTable(threads, request, rows, geodata),
          noteOnFailure: 'The custom fields were read by the patterns of their names alone.',
        },
      ],
      { ...request, taken: [...request.taken, ...NOT_FROM_CUSTOM_FIELDS] },
      onInferrerFailure,
    );
  const recognised = await recogniseColumns({ names: headers, headers }, meta, {
    memory: null,
    infer,
    sample: async () => rows,
  });
  refuseMappedCode(options, recognised.mapping);
  const { likelyAxes } = recognised;
  const mapping = tellKeptCode(recognised.mapping.map(keepCustom), options.markerType);
  const mapped = { ...task, mapping, ...(likelyAxes && { likelyAxes }) };
  const told = [
    ...recognised.notes,
    ...displacedNotes(mapped),
    ...(likelyAxes ? likelyAxesNotes(mapping, likelyAxes, unplaced, PLACES) : []),
  ];
  return { task: mapped, notes: told, unread: [...unread] };
}

const keepCustom = (column: ColumnMapping): ColumnMapping =>
  column.how === 'ignored' || (column.field !== null && NOT_FROM_CUSTOM_FIELDS.has(column.field))
    ? { index: column.index, header: column.header, field: null, how: 'custom', confidence: 1 }
    : column;

/** A code of an area is a custom field of rows whose marker type has no area. */
function tellKeptCode(mapping: ColumnMapping[], markerType: string): ColumnMapping[] {
  const isMixed = mapping.some(({ field }) => field === 'marker_type');
  if (isRegion(markerType) && !isMixed) return mapping;
  return mapping.map((column): ColumnMapping => {
    if (column.field !== REGION_CODE) return column;
    if (isMixed)
      return { ...column, why: 'also kept as a custom field: rows may be of types without an area' };
    const { index, header } = column;
    const why = `markers of type ${markerType} have no area that a code names`;
    return { index, header, field: null, how: 'custom', confidence: 1, why };
  });
}

/** Numbers to break at leave nothing for classes and method to say; `keep` may find no ranges. */
function unreadOf(meta: BulkMeta): string[] {
  const { choropleth } = meta;
  const ofClasses = Array.isArray(choropleth?.breaks)
    ? (['classes', 'method'] as const).flatMap((name) =>
        choropleth[name] === undefined ? [] : [`choropleth.${name}`],
      )
    : [];
  const ofMissing = (['missing_tolerance', 'confirm'] as const).filter(
    (name) => meta.missing !== 'delete' && meta[name] !== undefined,
  );
  return [...ofClasses, ...ofMissing];
}

/**
 * Refuses to class areas by a column that is no custom field: the values are read from the markers.
 * @throws AppError BAD_REQUEST
 */
function refuseLostColumn(choropleth: PlannedChoropleth | null, mapping: readonly ColumnMapping[]): void {
  if (!choropleth?.aggregate || !('column' in choropleth.source)) return;
  const { column } = choropleth.source;
  const read = mapping.find(({ header }) => header === column);
  if (read === undefined || read.how === 'custom') return;
  if (read.field !== null && displacedFields({ choropleth }).includes(read.field)) return;
  throw badRequest(
    `choropleth.aggregate needs ${quote(column, 60)} as a custom field; it is ${read.field === null ? 'ignored' : `read as ${read.field}`}: rename the column`,
  );
}

/** Columns that a message lists. */
const SHOWN_COLUMNS = 20;

/** @throws AppError BAD_REQUEST where no column holds the code by which rows are to find their markers */
function refuseUnreadCode(options: ImportOptions, mapping: readonly ColumnMapping[], meta: BulkMeta): void {
  const { match = null } = options;
  if (match === null || mapping.length === 0) return;
  refuseMappedCode(options, mapping);
  const isThere = mapping.some(({ header, field, how }) =>
    match.column === 'extras' ? field === match.name : header === match.name && how !== 'ignored',
  );
  if (isThere) return;
  const headers = mapping.slice(0, SHOWN_COLUMNS).map(({ header }) => quote(header, 60));
  const more = mapping.length > SHOWN_COLUMNS ? ` and ${mapping.length - SHOWN_COLUMNS} more` : '';
  const advice =
    match.column === 'extras'
      ? 'no column is read as location_code: name it with column_mapping, such as {"location_code":"Shop no."}, or match by field:<name of a column>'
      : `there is no column ${quote(match.name, 60)} that becomes a custom field`;
  throw badRequest(`match=${cut(meta.match!, 60)}: ${advice}; the file has ${headers.join(', ')}${more}`);
}

/**
 * @throws AppError BAD_REQUEST where the custom field with the code is read as something else, or left out
 */
function refuseMappedCode({ match = null }: ImportOptions, mapping: readonly ColumnMapping[]): void {
  if (match?.column !== 'custom_fields') return;
  const column = mapping.find(({ header }) => header === match.name);
  if (column === undefined || column.how === 'custom') return;
  const name = quote(match.name, 60);
  if (column.field === null)
    throw badRequest(`match names ${name}, which ignore leaves out: take it from one of them`);
  throw badRequest(
    column.field === 'location_code'
      ? `${name} is read as location_code: match by location_code`
      : `match needs ${name} as a custom field, and it is read as ${column.field}: rename the column, or name another one`,
  );
}
