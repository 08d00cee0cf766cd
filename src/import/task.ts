import type { Block } from '../format/block.js';
import type { SpoolEncoding } from '../format/encoding.js';
import type { DemographicLevel } from '../geo/demographics/level.js';
import { isRegion } from '../geo/regions/region-type.js';
import type { ColumnMapping } from '../schema/job.js';
import { isDriveTime } from '../schema/marker-terms.js';
import type { ValueField } from '../world/demographics/field.js';
import type { ClassConfig } from './choropleth/classify.js';
import type { Aggregate } from './choropleth/config.js';
import type { ImportOptions } from './options.js';

/** A demographic field that markers get, as the catalog had it when the upload was accepted. */
export interface PlannedDemographic extends ValueField {
  level: DemographicLevel;
}

/** Number by which markers are classed. */
export interface PlannedChoropleth extends ClassConfig {
  /** Name as the client gave it. */
  field: string;
  /** Absent: each row is classed by its own number. */
  aggregate?: Aggregate;
  breaks?: readonly number[] | 'keep';
  /** A column of the upload, in JSON a custom field; or one of the demographic fields of the plan. */
  source: { column: string } | { demographic: number };
}

/**
 * How the spool of an import is read; made when the upload is complete, the same for every block and every
 * try.
 */
export interface ImportPlan {
  format: 'csv' | 'json';
  encoding: SpoolEncoding;
  /** '' for JSON. */
  delimiter: string;
  /** Empty for JSON. */
  mapping: ColumnMapping[];
  options: ImportOptions;
  /** Custom fields that look like a latitude and a longitude; absent: none. */
  likelyAxes?: readonly [lat: number, lng: number];
  /** Absent: none, as for an upload of plain rows. */
  demographics?: PlannedDemographic[];
  choropleth?: PlannedChoropleth | null;
}

/** Input of a job of kind `bulk_import`; its upload lies in the spool, by the id of the job. */
export interface ImportTask extends ImportPlan {
  /** Columns with an empty header; those that turn out to be empty are not shown. */
  unnamed: number[];
  blocks: Block[];
  /** Name of the sheet that was read, of a workbook; its rows count instead of lines. */
  sheet?: string;
  /**
   * The upload began with a byte order mark, or was declared to be in another charset than UTF-8. Absent:
   * neither.
   */
  isMarked?: true;
  /** Id of the import whose rejected rows these are; absent: the upload is a client's. */
  retries?: string;
  /** Options as the job shows them; absent before the plan is complete. */
  shownOptions?: object;
  /** Time from the first byte of the upload to its last. */
  receivingMs: number;
}

/** The part of a task that says how rejected rows are read. */
export type KeptRows = Pick<ImportTask, 'format' | 'delimiter' | 'mapping' | 'unnamed' | 'sheet'>;

/**
 * Task that threads get with each block: without the other blocks, and without all that is told of thousands
 * of columns.
 */
export const planOf = ({ blocks: _, shownOptions: __, ...task }: ImportTask): ImportPlan => ({
  ...task,
  mapping: task.mapping.map(({ index, header, field, how, confidence }) => ({
    index,
    header,
    field,
    how,
    confidence,
  })),
});

/** Tells whether any row can be of a type whose area is a region. */
export const mayHaveAreas = ({ options, mapping }: Pick<ImportPlan, 'options' | 'mapping'>): boolean =>
  isRegion(options.markerType) || mapping.some(({ field }) => field === 'marker_type');

/** Tells whether any row can be of a drive-time type. */
export const mayHaveDriveTimes = ({ options, mapping }: Pick<ImportPlan, 'options' | 'mapping'>): boolean =>
  isDriveTime(options.markerType) || mapping.some(({ field }) => field === 'marker_type');
