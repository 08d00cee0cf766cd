import type { TallRows } from '../../format/block.js';
import type { MergedDown, MergedHeader } from '../../format/workbook/sheet-findings.js';

/** Facts of a table that was written as CSV once all of it is read. Can cross threads. */
export interface ConvertedTable {
  /** Texts of the header cells, as many as there are columns; null: the header is one of the rows. */
  readonly header: readonly string[] | null;
  /** Columns that any row has; 0: the sheet is empty. */
  readonly width: number;
  readonly merged: readonly MergedHeader[];
  /** Cells that are merged over rows, and not filled down; absent: none. */
  readonly mergedDown?: readonly MergedDown[];
  /** Rows that take several lines of the CSV. */
  readonly tallRows: readonly TallRows[];
  /** Notes for the client. */
  readonly notes: readonly string[];
}

/** A file that a thread reads, open in the process. */
export interface SourceFile {
  readonly kind: 'workbook' | 'geojson';
  readonly fd: number;
  /** Directory for data that does not fit in memory. */
  readonly directory: string;
  /** Largest part, unpacked. */
  readonly maxPartBytes: number;
  readonly maxColumns: number;
  /** Sheets: the row of the header as the client says; null or absent: it is to be found. */
  readonly headerRow?: number | null;
  /** Tells whether values of merged cells are filled down. */
  readonly fillsMerged?: boolean;
  /** Headers that the client says to be of websites, photos or videos. */
  readonly linkHeaders?: readonly string[];
}

/** Messages to a thread that converts a file. The first `next` begins to read a sheet. */
export type ConversionRequest =
  | { readonly ask: 'sheets' }
  | { readonly ask: 'preview'; readonly sheet: number }
  | { readonly ask: 'count'; readonly sheet: number; readonly mostBytes: number }
  | { readonly ask: 'next'; readonly sheet: number };

/** The next bytes of the table, or what is known at its end. */
export type ConvertedPart = { readonly bytes: Uint8Array } | { readonly table: ConvertedTable };
