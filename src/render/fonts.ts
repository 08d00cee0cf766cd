/** Faces that the service brings along. Nothing of the machine's own fonts is used. */
export interface Fonts {
  /**
   * A line of text in pieces of one face each. What no face has becomes U+25A1 (a visible box); control
   * characters, lone surrogates and more than a few combining marks on one letter are gone.
   */
  runs(text: string, weight: 400 | 700, italic: boolean): FontRun[];
  /** Advance of the whole line. */
  widthPt(text: string, sizePt: number, weight: 400 | 700): number;
}

export interface FontRun {
  text: string;
  face: FontFace;
}

/** A TrueType or OpenType file of the build. */
export interface FontFace {
  /** Family as it stands in the file's name table, which is how a renderer finds it. */
  family: string;
  weight: 400 | 700;
  italic: boolean;
  /** Absolute path. */
  file: string;
}
