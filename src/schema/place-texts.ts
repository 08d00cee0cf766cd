import type { TextColumns } from './text-columns.js';

/** What the duplicate rule looks at, by column; numbers as decimal text. */
export interface PlaceTexts extends TextColumns<'names' | 'lats' | 'lngs' | 'cells'> {
  rows: number;
  /** As stored, a text for each row, `nothing` for those that have a place of their own; null: all have. */
  addressKeys: string | null;
}
