import type { TextShape } from '../scene.js';

/** Position of a label relative to its point. */
export type LabelPosition =
  | 'right'
  | 'left'
  | 'above'
  | 'below'
  | 'center'
  | 'aboveRight'
  | 'belowRight'
  | 'aboveLeft'
  | 'belowLeft';

/** A text that asks for a place on the map. */
export interface LabelCandidate {
  /** Any text: control characters are removed, and a text that is too long ends in an ellipsis. */
  text: string;
  /** The point that it names. */
  xPt: number;
  yPt: number;
  /** Room of the symbol to each side of the point, above it and below it. */
  symbol: { sidePt: number; abovePt: number; belowPt: number };
  /** The first one that is free is taken. */
  positions: readonly LabelPosition[];
  style: LabelStyle;
  /**
   * Tells whether it is shown at the position where symbols cover the least of it, where no position is free,
   * and across borders of areas.
   */
  isMajor?: boolean;
  /** Largest share of a major label that symbols may take. Left out: a third. */
  mostCovered?: number;
  /**
   * Room for a text of a height, whose middle takes the place of the point; null: none. Left out: the map's.
   */
  roomFor?: (heightPt: number) => { xPt: number; yPt: number; widthPt: number } | null;
}

export interface LabelStyle {
  sizePt: number;
  weight: 400 | 700;
  italic: boolean;
  color: string;
  halo: TextShape['halo'];
  /** Space added between letters; 0: none. */
  letterSpacingPt: number;
  /** Room that is kept free around the label's box. */
  paddingPt: number;
  /** Largest number of lines. Left out: one. */
  lines?: 1 | 2;
}

export interface PlacedLabel<C extends LabelCandidate = LabelCandidate> {
  candidate: C;
  /** The first line. */
  shape: TextShape;
  /** All lines. */
  shapes: readonly TextShape[];
}
