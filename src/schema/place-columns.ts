/** What the duplicate rule looks at, by column; numbers as decimal text. */
export interface PlaceColumns {
  names: string[];
  lats: string[];
  lngs: string[];
  cells: string[];
}
