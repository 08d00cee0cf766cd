import { quote } from '../../base/cut.js';
import { type Block, MAX_RECORD_BYTES } from '../../format/block.js';
import { expiryOf } from '../../format/cells/expire.js';
import { CsvCells } from '../../format/csv-cells.js';
import { utf8Of } from '../../format/encoding.js';
import { JsonCells } from '../../format/json-cells.js';
import { rowsOf } from '../../format/tall-rows.js';
import type { DrivePlaces, KnownDriveTimes } from '../../geo/drive-time/known-areas.js';
import { NO_DRIVE_TIMES } from '../../geo/drive-time/known-areas.js';
import type { AddressQuery } from '../../geo/gazetteer/place.js';
import type { Geodata } from '../../geo/geodata.js';
import type { Placer } from '../../geo/placer.js';
import {
  notingAddresses,
  type ServicePlaces,
  withServicePlaces,
} from '../../geo/street-level/service-places.js';
import { KEY_WORDS } from '../../markers/duplicate-key.js';
import type { ColumnMapping } from '../../schema/job.js';
import { isArea } from '../../schema/marker-terms.js';
import type { Placed } from '../../schema/placed.js';
import type { RemovedMembers } from '../../schema/removed-members.js';
import { type Enrichment, type Measures, RowEnricher } from '../enrich/row-enricher.js';
import { keptFields, watchedColumns, watchedFields } from '../enrich/watched.js';
import { addressColumns } from '../place/address-columns.js';
import { RowDriveTimes } from '../place/drive-times.js';
import { type PlacedRow, placeRow, type RowPlacing } from '../place/place-row.js';
import { placerOf } from '../place/placer-of.js';
import { PlacingClock } from '../place/placing-clock.js';
import { countKept, countPlaced, zeroPlacedCounts } from '../place/placing-counts.js';
import { CsvRowReader } from '../rows/csv-row.js';
import { emptyRow, type IncomingRow, RowDefect, TEXT } from '../rows/incoming-row.js';
import { JsonRowReader } from '../rows/json-row.js';
import { likelyAxesDefect } from '../rows/likely-axes.js';
import { RejectionCollector, type Rejections } from '../rows/rejections.js';
import type { ImportPlan } from '../task.js';
import { type BlockMemory, memoryFor } from './block-memory.js';
import { KeyCollector } from './key-collector.js';
import { LineCollector } from './line-collector.js';
import { NamesOfRows } from './names-of-rows.js';
import { csvCodeReader, jsonCodeReader, type RejectedRows, RejectedRowsCollector } from './rejected-rows.js';
import { RowFlags } from './row-flags.js';
import { StyleCollector } from './style-collector.js';

/**
 * Categories with their explicit colours, by column: what the legend must decide before rows can be written.
 * As objects, 5,500 of them took four times as long to cross threads (3.9 and 1.1 ms to write and read).
 */
export interface RowStyles {
  categories: (string | null)[];
  colors: (string | null)[];
}

/**
 * The rows of a block that can become markers, by column. `lines` holds one line of COPY text a row, with
 * every column but category and colour, and with room for these; `complete-lines.ts` completes it.
 */
export interface PreparedBlock {
  lines: Uint8Array;
  /**
   * For each row the index of its line end, and of the first byte of the next row. Spaces between them, which
   * COPY passes over before a number, leave room for a style.
   */
  lineEnds: Uint32Array;
  rows: number;
  /** Record of the upload and line of the file for each row. */
  records: Uint32Array;
  fileLines: Uint32Array;
  /** KEY_WORDS words for each row: name and place, or the code by which the import matches. */
  keys: Uint32Array;
  /** 1 for each row whose key is its code; null or absent: none. */
  coded?: Uint8Array | null;
  /**
   * Keys of rows whose place is only that of their postal code, city, state or country; null: the block has
   * none.
   */
  branches: Branches | null;
  /** Index into the columns of `styles` for each row. */
  styleOf: Uint32Array;
  styles: RowStyles;
  /** Row -> members that it removes from its marker; null: no row removes any. Overwriting imports only. */
  removed: ReadonlyMap<number, RemovedMembers> | null;
  /** 1 for each row whose country is implied, not its own; null: no row. Overwriting imports only. */
  impliesCountry: Uint8Array | null;
  /** 1 for each circle whose radius is implied, not its own; null: no row. Overwriting imports only. */
  impliesRadius: Uint8Array | null;
  /** 1 for each row that is an area without a pin. */
  areas: Uint8Array;
  /** For each row what it does to its marker, as a hash (`writtenHash`). */
  written: Float64Array;
  /** 1 for each row that has expired; null: none has. */
  expired: Uint8Array | null;
  placed: Placed;
  /**
   * Addresses that a geocoding service is to be asked for, by `addressKey`; then this is not what the block
   * comes to.
   */
  addressesToLookUp: ReadonlyMap<string, AddressQuery>;
  /**
   * Places whose drive-time areas are to be looked up; then, too, this is not what the block comes to. Empty
   * while addresses are addressesToLookUp, which say where places are.
   */
  driveTimesToDraw: DrivePlaces;
  /**
   * Time of placing the rows that needed more than their coordinates, estimated from a sample
   * (`PlacingClock`).
   */
  placingMs: number;
  rejections: Rejections;
  /**
   * Codes and places by which rejected rows tell their markers; null: none is rejected, or the import deletes
   * no missing markers.
   */
  rejectedRows?: RejectedRows | null;
  /** A rejected record may hide further rows, of which nothing is known. Absent: none does. */
  hidesRows?: boolean;
  /** Custom field -> bits of the types its values fit. */
  fieldTypes: [name: string, types: number][];
  /** Names of these that are demographic fields, attached by the import; the catalog says their types. */
  attachedFields: string[];
  /** Rows without a value, for each demographic field of the plan. */
  valueless: number[];
  /** The numbers that the rows are to be classed by; null unless that is still to be decided. */
  measures: Measures | null;
}

/** Keys that tell rows apart which share a name and a vague place, by column. */
export interface Branches {
  /** `address_key` as it is stored; 0 for each row that has a place of its own. */
  addressKeys: Float64Array;
  /** KEY_WORDS words for each row that has none: name, place and address. */
  keys: Uint32Array;
}

export interface PrepareContext {
  plan: ImportPlan;
  mapId: number;
  /** Record i becomes marker firstMarkerId + i. */
  firstMarkerId: number;
  palette: ReadonlySet<string>;
  /** KEY_WORDS random words of this run: who writes the upload does not know where its keys will lie. */
  seed: Uint32Array;
  /** The moment of this run that decides which rows have expired; absent: none has. */
  nowMs?: number;
  /** The same for all blocks of a run, though areas be replaced meanwhile. */
  geodata: Geodata;
  /** Where the plan has demographic fields or a choropleth. */
  enrichment?: Enrichment;
  /**
   * Answers of the geocoding service for the block's addresses; `ask`: these are to be noted; absent: no
   * service.
   */
  servicePlaces?: ServicePlaces | 'ask';
  /** Areas for rows of drive-time types; absent: there is nothing to draw areas on. */
  driveTimes?: KnownDriveTimes;
}

/** A prepared block that has looked at the map, and what both took. */
export interface MetBlock extends PreparedBlock {
  /**
   * For each row the id of the marker that it duplicates (see `duplicates/decide.ts`); null: not looked for.
   */
  existing: Float64Array | null;
  /**
   * Markers that its rejected rows mean, as `Decision.metByRefused`, and those beside `existing` that its
   * rows could mean as well.
   */
  metBeside?: readonly number[];
  /** Shared memory that it lies in; null or absent: it has its own. */
  memory?: BlockMemory | null;
  /**
   * From questions to their answers, of a geocoding service or for areas of drive times; absent: nothing was
   * asked.
   */
  lookingUpMs?: number;
  /** Time of preparing, without `placingMs`. */
  parsingMs: number;
  meetingMs: number;
}

/**
 * Answer of a thread in place of a block: addresses or, when these are known, drive times to look up first.
 */
export type LookUpsToMake = Pick<PreparedBlock, 'addressesToLookUp' | 'driveTimesToDraw'>;

/** @returns null: the block is what it comes to */
export const lookUpsToMake = ({
  addressesToLookUp,
  driveTimesToDraw,
}: PreparedBlock): LookUpsToMake | null =>
  addressesToLookUp.size + driveTimesToDraw.size > 0 ? { addressesToLookUp, driveTimesToDraw } : null;

/**
 * Bytes of a block -> rows ready to be deduplicated and written. Pure: the same bytes give the same result on
 * every thread and at every try.
 * @param bytes none when the block is oversize; what is read of them is written over
 * @param memory that the result lies in
 */
export function prepareBlock(
  bytes: Buffer,
  block: Block,
  context: PrepareContext,
  memory: BlockMemory = memoryFor(block),
): PreparedBlock {
  const { plan } = context;
  const rows = new RowCollector(block, context, memory);
  if (block.oversize) {
    const size = block.endByte - block.startByte;
    const message = `the record has ${size} bytes, more than the limit of ${MAX_RECORD_BYTES}`;
    rows.reject(0, rowsOf(block)(block.firstLine, 0), new RowDefect('record_too_long', message));
    rows.rejected?.addUnread();
    return rows.finish([]);
  }
  if (plan.format === 'json') {
    const reader = new JsonRowReader(plan.mapping, watchedFields(plan), keptFields(plan));
    const cells = new JsonCells(utf8Of(bytes, plan.encoding), reader.names);
    const fieldOf = ({ header }: ColumnMapping): string => reader.fieldText(cells, header);
    const read = tellingAxes(plan, (row) => reader.read(cells, row), fieldOf);
    const readCode = jsonCodeReader(plan, reader.names);
    const codeOf = (): string => readCode(cells);
    for (let i = 0; cells.advance(); i++) if (!rows.add(i, 0, read, codeOf)) reader.types.takeBackRow();
    return rows.finish([...reader.types.ofFields]);
  }
  const { milesPerRadiusUnit, crs = null } = plan.options;
  const reader = new CsvRowReader(
    plan.mapping,
    milesPerRadiusUnit,
    watchedColumns(plan),
    keptFields(plan),
    crs,
  );
  const { delimiter } = plan;
  const cells = new CsvCells(utf8Of(bytes, plan.encoding), { delimiter, ...block });
  const rowAt = rowsOf(block);
  const textOf = ({ index }: ColumnMapping): string => cells.text(index);
  const read = tellingAxes(plan, (row) => reader.read(cells, row), textOf);
  const readCode = csvCodeReader(plan);
  const codeOf = (): string => readCode(cells);
  for (let offset = 0; cells.advance(); offset++) {
    cells.restoreFormulas();
    if (!rows.add(offset, rowAt(cells.line, offset), read, codeOf)) reader.types.takeBackRow();
  }
  return rows.finish([...reader.types.ofFields]);
}

/**
 * Reads rows, and tells of columns that look like coordinates where a row has none.
 * @param textOf the cell of a column, or the custom field, of the record that was read
 */
function tellingAxes(
  { likelyAxes, mapping }: ImportPlan,
  read: (row: IncomingRow) => void,
  textOf: (column: ColumnMapping) => string,
): (row: IncomingRow) => void {
  if (!likelyAxes) return read;
  return (row) => {
    read(row);
    if (Number.isNaN(row.lat)) row.unread ??= likelyAxesDefect(textOf, likelyAxes, mapping);
  };
}

/** Codes of one record that may be several rows. */
const HIDE_ROWS: ReadonlySet<string> = new Set(['quote_unclear', 'record_too_long']);

const NOTHING_NOTED: ReadonlyMap<string, AddressQuery> = new Map();

function placerFor(placer: Placer, servicePlaces: PrepareContext['servicePlaces']) {
  if (servicePlaces === 'ask') return notingAddresses(placer);
  const knowing = servicePlaces === undefined ? placer : withServicePlaces(placer, servicePlaces);
  return { placer: knowing, noted: NOTHING_NOTED };
}

class RowCollector {
  readonly #enricher: RowEnricher | null;
  readonly #block: Block;
  readonly #context: PrepareContext;
  readonly #row: IncomingRow = emptyRow();
  readonly #placing: RowPlacing;
  readonly #names: NamesOfRows;
  readonly #placed = zeroPlacedCounts();
  readonly #addressesToLookUp: ReadonlyMap<string, AddressQuery>;
  readonly #rejections = new RejectionCollector();
  #hidesRows = false;
  readonly #styles: StyleCollector;
  readonly #records: Uint32Array;
  readonly #fileLines: Uint32Array;
  readonly #keys: KeyCollector;
  readonly #expired: RowFlags;
  readonly #removed = new Map<number, RemovedMembers>();
  readonly #impliesCountry: RowFlags;
  readonly #impliesRadius: RowFlags;
  readonly #styleOf: Uint32Array;
  readonly #areas: Uint8Array;
  readonly #written: Float64Array;
  #rows = 0;
  readonly #lines: LineCollector;
  /** null: nobody asks which markers rejected rows mean. */
  readonly rejected: RejectedRowsCollector | null;
  /** How the row that is being read was placed; null: it is not. */
  #placedRow: PlacedRow | null = null;

  constructor(block: Block, context: PrepareContext, memory: BlockMemory) {
    this.#block = block;
    this.#context = context;
    const { plan, geodata, servicePlaces, driveTimes = NO_DRIVE_TIMES, enrichment } = context;
    const known = placerOf(geodata);
    const { placer, noted } = placerFor(known, servicePlaces);
    this.#addressesToLookUp = noted;
    this.#names = new NamesOfRows(plan, known.areas);
    this.#placing = {
      options: plan.options,
      placer,
      known: servicePlaces === 'ask' ? known : placer,
      columns: addressColumns(plan),
      driveTimes: new RowDriveTimes(plan, driveTimes),
      clock: new PlacingClock(),
    };
    this.#enricher = enrichment ? new RowEnricher(plan, enrichment, known.regions) : null;
    let at = 8 * block.records;
    this.#written = new Float64Array(memory.columns, 0, block.records);
    const column = (numbers: number): Uint32Array => {
      const from = at;
      at += 4 * numbers;
      return new Uint32Array(memory.columns, from, numbers);
    };
    const { records } = block;
    this.#records = column(records);
    this.#fileLines = column(records);
    this.#styleOf = column(records);
    const lineEnds = column(2 * records);
    this.#lines = new LineCollector(context.mapId, Buffer.from(memory.lines), lineEnds);
    this.#keys = new KeyCollector(context, column(KEY_WORDS * records));
    this.#areas = new Uint8Array(memory.columns, at, records);
    this.rejected = (plan.options.missing ?? null) === null ? null : new RejectedRowsCollector();
    this.#styles = new StyleCollector(context.seed[0]!);
    this.#expired = new RowFlags(records);
    this.#impliesCountry = new RowFlags(records);
    this.#impliesRadius = new RowFlags(records);
  }

  /**
   * @param codeOf reads the code of a row that is rejected
   * @returns whether the row is kept
   */
  add(offset: number, line: number, read: (row: IncomingRow) => void, codeOf: () => string): boolean {
    this.#placedRow = null;
    try {
      read(this.#row);
      this.#accept(offset, line, this.#row);
      return true;
    } catch (error) {
      if (!(error instanceof RowDefect)) throw error;
      if (error.isExchanged) this.#placed.exchanged.rejected++;
      this.reject(offset, line, error);
      const addressKey = this.#keys.addressKeyOf(this.#row, this.#placedRow);
      this.rejected?.add(codeOf(), this.#row, addressKey, error.code, this.#context.seed);
      return false;
    }
  }

  reject(offset: number, line: number, defect: RowDefect): void {
    if (HIDE_ROWS.has(defect.code)) this.#hidesRows = true;
    this.#rejections.add(this.#block.firstRecord + offset, line, defect);
  }

  #accept(offset: number, line: number, row: IncomingRow): void {
    const { palette, nowMs = Number.NEGATIVE_INFINITY } = this.#context;
    if (row.isEmpty(TEXT.name) && !this.#names.mayBeEmpty)
      throw new RowDefect('name_missing', 'the name is empty');
    const placed = placeRow(row, this.#placing);
    this.#placedRow = placed;
    if (row.isEmpty(TEXT.name)) row.name = this.#names.nameOf(row, placed);
    const color = this.#colorOf(row, palette);
    const expiresAt = this.#expiryOf(row);
    const ranged = this.#enricher?.enrich(row) ?? null;
    const record = this.#block.firstRecord + offset;
    const addressKey = this.#keys.addressKeyOf(row, placed);
    const styles = this.#styles;
    const style = ranged ? styles.numberOf(ranged.label, ranged.color) : styles.numberOfRow(row, color);
    const at = this.#rows++;
    const markerId = this.#context.firstMarkerId + record;
    this.#written[at] = this.#lines.add(markerId, row, expiresAt, addressKey, styles.lanesOf(style));
    this.#lines.end(at, styles.roomOf(style));
    countPlaced(this.#placed, placed, line || record);
    countKept(this.#placed, row.kept);
    this.#records[at] = record;
    this.#fileLines[at] = line;
    this.#styleOf[at] = style;
    this.#areas[at] = isArea(row.type) ? 1 : 0;
    this.#keys.add(at, row, addressKey);
    if (this.#context.plan.options.onDuplicate === 'overwrite') this.#keepOverwriting(at, row);
    if (expiresAt !== '' && Date.parse(expiresAt) <= nowMs) {
      this.#expired.set(at);
      this.#placed.expired++;
    }
  }

  /** @returns '' for none @throws RowDefect color_unknown */
  #colorOf(row: IncomingRow, palette: ReadonlySet<string>): string {
    const color = row.isEmpty(TEXT.color) ? '' : row.color.toLowerCase();
    if (color === '' || palette.has(color)) return color;
    if (row.keepUnsuited('color')) return '';
    const message = `${quote(row.color, 40)} is not a colour of the palette`;
    throw new RowDefect('color_unknown', message, this.#columnOf('color'));
  }

  /** @returns '' for none @throws RowDefect expire_invalid */
  #expiryOf(row: IncomingRow): string {
    const expiresAt = row.isEmpty(TEXT.expire) ? '' : expiryOf(row.expire);
    if (expiresAt !== null) return expiresAt;
    if (row.keepUnsuited('expire')) return '';
    const message = `expire ${quote(row.expire, 40)} is not a date`;
    throw new RowDefect('expire_invalid', message, this.#columnOf('expire'));
  }

  /** Header of a field's column, for JSON without one the member of that name. */
  #columnOf(field: 'color' | 'expire'): string | null {
    const { format, mapping } = this.#context.plan;
    return mapping.find((column) => column.field === field)?.header ?? (format === 'json' ? field : null);
  }

  /**
   * Keeps removed members, and an implied country or radius, which count only where the row meets a marker.
   */
  #keepOverwriting(at: number, { removed, impliesCountry, impliesRadius }: IncomingRow): void {
    if (removed !== null) this.#removed.set(at, removed);
    if (impliesCountry) this.#impliesCountry.set(at);
    if (impliesRadius) this.#impliesRadius.set(at);
  }

  /** @throws Error when the block does not hold the records that were counted in it */
  finish(fieldTypes: [string, number][]): PreparedBlock {
    const rows = this.#rows;
    const found = rows + this.#rejections.rows;
    if (found !== this.#block.records) {
      throw new Error(`${found} records were read of the ${this.#block.records} that the upload had there`);
    }
    const { valueless = [], measures = null, attached = [] } = this.#enricher?.finish(fieldTypes) ?? {};
    return {
      ...this.#lines.finish(rows),
      rows,
      records: this.#records.subarray(0, rows),
      fileLines: this.#fileLines.subarray(0, rows),
      ...this.#keys.finish(rows),
      styleOf: this.#styleOf.subarray(0, rows),
      styles: this.#styles.styles,
      removed: this.#removed.size === 0 ? null : this.#removed,
      impliesCountry: this.#impliesCountry.finish(rows),
      impliesRadius: this.#impliesRadius.finish(rows),
      areas: this.#areas.subarray(0, rows),
      written: this.#written.subarray(0, rows),
      expired: this.#expired.finish(rows),
      placed: this.#placed,
      addressesToLookUp: this.#addressesToLookUp,
      driveTimesToDraw: this.#addressesToLookUp.size > 0 ? new Map() : this.#placing.driveTimes.noted,
      placingMs: this.#placing.clock.ms,
      rejections: this.#rejections.finish(),
      ...(this.#hidesRows && { hidesRows: true }),
      rejectedRows: this.#rejections.rows === 0 ? null : (this.rejected?.finish() ?? null),
      fieldTypes,
      attachedFields: attached,
      valueless,
      measures,
    };
  }
}
