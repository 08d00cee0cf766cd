/**
 * A picture before it is a file: shapes in drawing order, written by `svg` for PNG and by `pdf` alike, so
 * that both agree. Coordinates and sizes are points (1/72 inch) from the page's upper left corner, y down.
 * Everything lies within the page or is cut at its edge before it gets here: a shape with opacity wholly
 * outside the canvas ends the process that rasters it (https://github.com/thx/resvg-js/issues/287).
 */
export interface Scene {
  widthPt: number;
  heightPt: number;
  /** For the file's metadata. */
  title: string;
  /** How many of the last shapes are texts around the map: title, legend and footer. Left out: none. */
  textsAround?: number;
  /**
   * A raster takes 50 ms for each run of paths after texts or markers, so shapes that do not overlap stand
   * together by kind.
   */
  shapes: Shape[];
}

export type Shape = PathShape | PinsShape | TextShape | ImageShape;

/** `#rrggbb`, opacity 0 to 1. */
export interface Paint {
  color: string;
  opacity: number;
}

export interface Stroke extends Paint {
  widthPt: number;
  /** Lengths of dashes and gaps. */
  dashPt?: readonly number[];
  /** Ends of lines. Left out: they end at their last point. */
  cap?: 'round';
}

export interface PathShape {
  kind: 'path';
  /** SVG path data of absolute M, L, C and Z with at most two decimals; filled by the even-odd rule. */
  d: string;
  /** Fills by the nonzero rule: areas that share a polygon, or overlap, are filled as one. */
  fillsUnion?: true;
  fill: Paint | null;
  stroke: Stroke | null;
}

/** Sign in the head of a pin (`symbols.ts`). */
export type PinSign =
  | 'disc'
  | 'triangle'
  | 'bar'
  | 'ring'
  | 'plus'
  | 'square'
  | 'post'
  | 'cross'
  | 'wedge'
  | 'pair'
  | 'diamond'
  | 'none';

/** Markers that look alike but for their colour and its sign; the last lies on top. */
export interface PinsShape {
  kind: 'pins';
  /** A pin's tip is at its place, a dot's centre. */
  symbol: 'pin' | 'dot';
  /** Height of a pin, diameter of a dot, without their white edge (`symbols.ts`). */
  sizePt: number;
  /** x, y, x, y, … */
  places: Float32Array;
  /** Index in `colors` of each place. */
  colorOf: Uint16Array;
  /** `#rrggbb` */
  colors: readonly string[];
  /** Sign in the heads of pins of each colour. Left out: discs. */
  signs?: readonly PinSign[];
}

export interface TextShape {
  kind: 'text';
  /** One line, any script, without control characters. */
  text: string;
  xPt: number;
  /** The baseline. */
  yPt: number;
  sizePt: number;
  weight: 400 | 700;
  italic: boolean;
  anchor: 'start' | 'middle' | 'end';
  color: string;
  /** The line is turned clockwise around its point. Left out: it is level. */
  turnDeg?: number;
  /** Added after each letter; the text is centred by its width with it. Left out: none. */
  letterSpacingPt?: number;
  /** A line along the outlines, drawn below the letters: half its width shows around them. */
  halo: { color: string; widthPt: number } | null;
}

export interface ImageShape {
  kind: 'image';
  xPt: number;
  yPt: number;
  widthPt: number;
  heightPt: number;
  mediaType: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
}
