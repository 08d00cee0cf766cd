import type { TextShape } from '../scene.js';

/** Where a label stands about its point. */
export type LabelPosition = 'right' | 'left' | 'above' | 'below' | 'center';

/** A text that asks for a place on the map. */
export interface LabelCandidate {
  /** Any text: control characters go, what is too long ends in an ellipsis. */
  text: string;
  /** The point that it names. */
  xPt: number;
  yPt: number;
  /** What the symbol takes to the right and left of the point, above and below it. */
  symbol: { sidePt: number; abovePt: number; belowPt: number };
  /** The first one that is free is taken. */
  positions: readonly LabelPosition[];
  style: LabelStyle;
}

export interface LabelStyle {
  sizePt: number;
  weight: 400 | 700;
  italic: boolean;
  color: string;
  halo: TextShape['halo'];
  /** Between letters; 0: as the font has it. */
  letterSpacingPt: number;
  /** Room that is kept free around it, beyond its box. */
  paddingPt: number;
  /** Left out: one. */
  lines?: 1 | 2;
}

export interface PlacedLabel<C extends LabelCandidate = LabelCandidate> {
  candidate: C;
  /** Its first line. */
  shape: TextShape;
  /** All of its lines. */
  shapes: readonly TextShape[];
}
