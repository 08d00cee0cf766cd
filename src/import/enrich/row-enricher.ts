import { ALL_TYPES, bitsOf } from '../../format/cells/field-types.js';
import { jsonString } from '../../format/cells/json-string.js';
import { type DecimalMark, MarkVotes, readMeasure } from '../../format/cells/measure.js';
import { DemographicColumn } from '../../geo/demographics/column.js';
import { isPartOfMarker } from '../../geo/demographics/level.js';
import { isRegion } from '../../geo/regions/region-type.js';
import { areaKeyOf } from '../choropleth/areas.js';
import { classOf, type ValueClass } from '../choropleth/classify.js';
import type { IncomingRow } from '../rows/incoming-row.js';
import type { ImportPlan, PlannedChoropleth, PlannedDemographic } from '../task.js';
import { type Regions, regionCodeOf } from './region-code.js';

/** How the rows of a choropleth are classed; decided over all of them, and the same for every block. */
export interface DecidedClasses {
  mark: DecimalMark;
  /** From low to high; none when no row has a number. */
  classes: ValueClass[];
  /** Rows that can become markers, and those of them without a number. */
  rows: number;
  numberless: number;
  /** Areas whose rows are of several classes; absent: none. */
  mixedAreas?: number;
  /** `breaks` is `keep`, and the map has no ranges to keep. */
  keepsNone?: true;
}

/** Demographic values and classes that a plan gives to rows, the same for every block of a run. */
export interface Enrichment {
  /** Memory of a `DemographicColumn` for each demographic field of the plan. */
  columns: readonly SharedArrayBuffer[];
  /** null: the plan has no choropleth, or its numbers are to be collected. */
  decided: DecidedClasses | null;
}

/**
 * The number of each row that can become a marker, NaN for none: with a decimal point, and with a decimal
 * comma where that differs.
 */
export interface Measures {
  points: Float64Array;
  /** null: the same. */
  commas: Float64Array | null;
  votes: { points: number; commas: number };
  /** The area of each row (`us_county/06075`), '' for none. */
  areas: string[];
}

/** Placeholder for rows that wait for the class of their area. */
const OPEN = { low: 0, label: '', color: '', rows: 0 };

/** Gives rows the values of their regions, and the class of their number. */
export class RowEnricher {
  readonly #demographics: readonly PlannedDemographic[];
  readonly #columns: DemographicColumn[];
  readonly #choropleth: PlannedChoropleth | null;
  readonly #decided: DecidedClasses | null;
  readonly #regions: Regions;
  /** `"label":` */
  readonly #jsonKeys: string[];
  readonly #valueless: number[];
  readonly #filled: Set<number> = new Set();
  readonly #values: string[] = [];
  readonly #points: number[] = [];
  readonly #commas: number[] = [];
  readonly #areas: string[] = [];
  readonly #votes = new MarkVotes();

  constructor(plan: ImportPlan, { columns, decided }: Enrichment, regions: Regions) {
    this.#demographics = plan.demographics ?? [];
    this.#columns = columns.map((column) => new DemographicColumn(column));
    this.#choropleth = plan.choropleth ?? null;
    this.#decided = decided;
    this.#regions = regions;
    this.#jsonKeys = this.#demographics.map(({ label }) => `${jsonString(label)}:`);
    this.#valueless = this.#demographics.map(() => 0);
  }

  /**
   * @param row placed; its own value of a field counts before the region's
   * @returns its class; null where it has none
   */
  enrich(row: IncomingRow): ValueClass | null {
    this.#attach(row);
    if (this.#choropleth === null) return null;
    const { source } = this.#choropleth;
    const text =
      'column' in source ? row.watched[this.#demographics.length]! : this.#values[source.demographic]!;
    if (this.#decided === null) {
      this.#points.push(readMeasure(text, '.'));
      this.#commas.push(readMeasure(text, ','));
      this.#areas.push(areaOf(row));
      this.#votes.see(text);
      return null;
    }
    if (this.#choropleth.aggregate !== undefined) return areaOf(row) === '' ? null : OPEN;
    const { mark, classes } = this.#decided;
    const value = readMeasure(text, mark);
    return Number.isNaN(value) || classes.length === 0 ? null : classes[classOf(classes, value)]!;
  }

  #attach(row: IncomingRow): void {
    let members = '';
    /** Level that `code` is of: fields of one level mostly stand together. */
    let level = '';
    let code = '';
    for (let i = 0; i < this.#demographics.length; i++) {
      this.#values[i] = row.watched[i]!;
      if (row.watched[i] !== '') continue;
      const field = this.#demographics[i]!;
      if (field.level !== level) {
        level = field.level;
        code = isPartOfMarker(field.level, row.type) ? '' : regionCodeOf(row, field.level, this.#regions);
      }
      const value = this.#columns[i]!.textOf(code);
      this.#values[i] = value;
      if (value === '') {
        this.#valueless[i]!++;
        continue;
      }
      this.#filled.add(i);
      members += `${members === '' ? '' : ','}${this.#jsonKeys[i]}${jsonString(value)}`;
    }
    if (members === '') return;
    const own = row.customFields;
    row.customFields = own === '' ? `{${members}}` : `${own.slice(0, -1)},${members}}`;
  }

  /** @param fieldTypes of the rows' own custom fields; those that were attached are added */
  finish(fieldTypes: [name: string, types: number][]): {
    valueless: number[];
    measures: Measures | null;
    /** Names of the fields that were attached. */
    attached: string[];
  } {
    const attached = Array.from(this.#filled, (i) => this.#demographics[i]!.label);
    for (const i of this.#filled) {
      const { label, type } = this.#demographics[i]!;
      const own = fieldTypes.find(([name]) => name === label);
      const bits = bitsOf(type === 'percent' ? 'number' : type);
      if (own) own[1] = (own[1] ?? ALL_TYPES) & bits;
      else fieldTypes.push([label, bits]);
    }
    const isOpen = this.#choropleth !== null && this.#decided === null;
    return { valueless: this.#valueless, measures: isOpen ? this.#measures() : null, attached };
  }

  #measures(): Measures {
    const points = Float64Array.from(this.#points);
    const differs = this.#commas.some((value, i) => !Object.is(value, points[i]));
    const { points: pointVotes, commas: commaVotes } = this.#votes;
    return {
      points,
      commas: differs ? Float64Array.from(this.#commas) : null,
      votes: { points: pointVotes, commas: commaVotes },
      areas: this.#areas,
    };
  }
}

/** The region that a row fills, whichever data set has it: `us_county/06075`. */
const areaOf = ({ type, regionSource }: Pick<IncomingRow, 'type' | 'regionSource'>): string =>
  isRegion(type) ? areaKeyOf(regionSource) : '';
