/** A palette: a file of this folder, and a line of the list in `palette-colors.ts`. */
export interface PaletteData {
  /** Value of `extended_colors` of a map. */
  readonly isExtended: boolean;
  /**
   * Names and fills (sRGB) in the order in which new categories take them. A name has one fill in all
   * palettes.
   */
  readonly colors: readonly (readonly [name: string, fill: string])[];
}
