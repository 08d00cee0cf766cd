import { circlePath } from './path-data.js';
import type { PinsShape } from './scene.js';

/** Paint of a symbol's layer: white, the marker's colour, or that colour darker. */
export type SymbolPaint = 'white' | 'color' | 'shade';

/** Factor of each channel of the marker's colour in `shade`. */
export const SHADE = 0.62;

/** Opacity of areas: lines of the map show through, and neighbouring classes stay apart. */
export const AREA_OPACITY = 0.85;
/** Opacity of areas over imagery, whose dark and light parts would shift a colour to that of the next class. */
export const AREA_OPACITY_ON_IMAGERY = 0.95;
/** Opacity of areas that may overlap, as circles: three upon each other are as dark as one region. */
export const OVERLAPPING_OPACITY = 0.33;

export interface SymbolLayer {
  /** Path data for a symbol of 100 points at 0,0: absolute M, L, C and Z. */
  d: string;
  paint: SymbolPaint;
  /** Width of the line along the path, with round joins, in points of a symbol of 100; 0: the path is filled. */
  strokePt: number;
}

const DROP = 'M0 0C-6 -20 -34 -41 -34 -65C-34 -84 -19 -99 0 -99C19 -99 34 -84 34 -65C34 -41 6 -20 0 0Z';
/** Radius of the coloured disc in a dot of 100 points; the dot's lines lie around it. */
export const DOT_RADIUS_PT = 45;
const DOT = circlePath(0, 0, DOT_RADIUS_PT);

/**
 * Drawn in this order. A white edge keeps markers apart from the map and from each other, a darker line keeps those of one colour apart
 * where they overlap and pale ones from white paper.
 */
export const SYMBOLS: Readonly<Record<PinsShape['symbol'], readonly SymbolLayer[]>> = {
  pin: [
    { d: DROP, paint: 'white', strokePt: 14 },
    { d: DROP, paint: 'shade', strokePt: 6 },
    { d: DROP, paint: 'color', strokePt: 0 },
    { d: circlePath(0, -65, 13), paint: 'white', strokePt: 0 },
  ],
  dot: [
    { d: DOT, paint: 'white', strokePt: 22 },
    { d: DOT, paint: 'shade', strokePt: 10 },
    { d: DOT, paint: 'color', strokePt: 0 },
  ],
};

/** Reach of a symbol of 100 points from its place, with its white edge. */
export const SYMBOL_REACH_PT = {
  pin: { left: 41, right: 41, up: 106, down: 7 },
  dot: { left: 56, right: 56, up: 56, down: 56 },
} as const;

/** `#rrggbb`, darker as `SHADE` says. */
export function shadeOf(color: string): string {
  const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * SHADE));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The paint of a layer as `#rrggbb`. */
export const paintOf = (paint: SymbolPaint, color: string): string =>
  paint === 'white' ? '#ffffff' : paint === 'shade' ? shadeOf(color) : color;
