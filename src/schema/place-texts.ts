import type { TextColumns } from './text-columns.js';

/** Columns that the duplicate rule compares; numbers as decimal text. */
export interface PlaceTexts extends TextColumns<'names' | 'lats' | 'lngs' | 'cells'> {
  rows: number;
  /** Address key of each row as stored, `nothing` for rows with a place of their own; null when all rows have one. */
  addressKeys: string | null;
}
