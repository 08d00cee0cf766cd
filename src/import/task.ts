import type { ColumnMapping } from '../schema/job.js';
import type { Block } from './block.js';
import type { SpoolEncoding } from './format/encoding.js';
import type { ImportOptions } from './options.js';

/** How the spool of an import is read; made when the upload is complete, the same for every block and every try. */
export interface ImportPlan {
  format: 'csv' | 'json';
  encoding: SpoolEncoding;
  /** '' for JSON. */
  delimiter: string;
  /** Empty for JSON. */
  mapping: ColumnMapping[];
  options: ImportOptions;
}

/** What a job of kind `bulk_import` is given; its upload lies at `spoolPath` of the job. */
export interface ImportTask extends ImportPlan {
  /** Columns with an empty header; those that turn out to be empty are not shown. */
  unnamed: number[];
  blocks: Block[];
  /** From the first byte of the upload to its last. */
  receivingMs: number;
}
