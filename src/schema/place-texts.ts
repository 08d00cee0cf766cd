import type { Separators } from './text-columns.js';

/** Columns that the duplicate rule compares, each joined; numbers as decimal text. */
export interface PlaceTexts extends Separators {
  rows: number;
  columns: Record<'names' | 'lats' | 'lngs' | 'cells', Buffer>;
  /**
   * Address key of each row as stored, `nothing` for rows with a place of their own; null when all rows have
   * one.
   */
  addressKeys: string | null;
}

/** A marker that a row duplicates beside an older one: none tells which of them the row means. */
export interface Alike {
  row: number;
  id: number;
}
