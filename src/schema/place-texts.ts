import type { TextColumns } from './text-columns.js';

/** What the duplicate rule looks at, by column; numbers as decimal text. */
export interface PlaceTexts extends TextColumns<'names' | 'lats' | 'lngs' | 'cells'> {
  rows: number;
}
