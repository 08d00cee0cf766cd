import { contrast } from './contrast.js';
import { circlePath, rounded } from './path-data.js';
import type { PinSign, PinsShape } from './scene.js';

/** Paint of a symbol's layer: white, the marker's colour, or that colour darker and very dark. */
export type SymbolPaint = 'white' | 'color' | 'shade' | 'deep';

/** Factors of each channel of the marker's colour. */
export const SHADES = { shade: 0.62, deep: 0.3 } as const;

/** Opacity of areas: lines of the map show through, and neighbouring classes stay apart. */
export const AREA_OPACITY = 0.85;
/**
 * Opacity of areas over imagery, whose dark and light parts would shift a colour to that of the next class.
 */
export const AREA_OPACITY_ON_IMAGERY = 0.95;
/** Opacity of areas that may overlap, as circles: three upon each other are as dark as one region. */
export const OVERLAPPING_OPACITY = 0.33;

export interface SymbolLayer {
  /** Path data for a symbol of 100 points at 0,0: absolute M, L, C and Z. */
  d: string;
  paint: SymbolPaint;
  /**
   * Width of the line along the path, with round joins, in points of a symbol of 100; 0: the path is filled.
   */
  strokePt: number;
}

const DROP = 'M0 0C-6 -20 -34 -41 -34 -65C-34 -84 -19 -99 0 -99C19 -99 34 -84 34 -65C34 -41 6 -20 0 0Z';
/** Radius of the coloured disc in a dot of 100 points; the dot's lines lie around it. */
export const DOT_RADIUS_PT = 45;
const DOT = circlePath(0, 0, DOT_RADIUS_PT);

/**
 * Drawn in this order. A white edge keeps markers apart from the map and from each other, a darker line keeps
 * those of one colour apart where they overlap and pale ones from white paper.
 */
const SYMBOLS: Readonly<Record<PinsShape['symbol'], readonly SymbolLayer[]>> = {
  pin: [
    { d: DROP, paint: 'white', strokePt: 14 },
    { d: DROP, paint: 'shade', strokePt: 6 },
    { d: DROP, paint: 'color', strokePt: 0 },
  ],
  dot: [
    { d: DOT, paint: 'white', strokePt: 22 },
    { d: DOT, paint: 'shade', strokePt: 10 },
    { d: DOT, paint: 'color', strokePt: 0 },
  ],
};

/** A ring of points around the middle of a pin's head. */
const inHead = (...points: readonly [x: number, y: number][]): string =>
  `${points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y - 65)}`).join('')}Z`;
const bars = (turn: (x: number, y: number) => [number, number], width: number, length: number): string => {
  const [w, l] = [width / 2, length / 2];
  const arm: [number, number][] = [
    [-w, -l],
    [w, -l],
    [w, -w],
  ];
  // Four times the arm, each a quarter of a turn on.
  return inHead(
    ...[0, 1, 2, 3].flatMap((quarters) =>
      arm.map(([x, y]) => {
        let corner: [number, number] = [x, y];
        for (let i = 0; i < quarters; i++) corner = [-corner[1], corner[0]];
        return turn(...corner);
      }),
    ),
  );
};
const box = (x: number, y: number): string => inHead([-x, -y], [x, -y], [x, y], [-x, y]);

/**
 * Signs in the heads of pins by which readers tell categories apart without their colours; in the order in
 * which colours take them, neighbours as different as they can be.
 */
const SIGNS = {
  disc: circlePath(0, -65, 14),
  triangle: inHead([0, -19], [19, 13], [-19, 13]),
  bar: box(19, 6.5),
  /** A line. */
  ring: circlePath(0, -65, 14),
  plus: bars((x, y) => [x, y], 11, 38),
  square: box(15, 15),
  post: box(6.5, 19),
  cross: bars((x, y) => [Math.SQRT1_2 * (x - y), Math.SQRT1_2 * (x + y)], 10, 42),
  wedge: inHead([0, 19], [19, -13], [-19, -13]),
  pair: circlePath(-11, -65, 8.5) + circlePath(11, -65, 8.5),
  diamond: inHead([0, -21], [21, 0], [0, 21], [-21, 0]),
  /** For markers without a category. */
  none: '',
} as const satisfies Readonly<Record<PinSign, string>>;
export const PIN_SIGNS = Object.keys(SIGNS).filter((sign) => sign !== 'none') as PinSign[];

/** Contrast of white on a colour below which a sign is dark. */
const LEAST_CONTRAST = 3;
/** Tells whether the sign in a head of this colour is dark. */
export const hasDarkSign = (color: string): boolean => contrast('#ffffff', color) < LEAST_CONTRAST;

/** Layers of a symbol in drawing order. @param sign in the head of a pin, dark on a pale one */
export function layersOf(
  symbol: PinsShape['symbol'],
  sign: PinSign = 'disc',
  isDark = false,
): readonly SymbolLayer[] {
  if (symbol === 'dot' || sign === 'none') return SYMBOLS[symbol];
  return [
    ...SYMBOLS.pin,
    { d: SIGNS[sign], paint: isDark ? 'deep' : 'white', strokePt: sign === 'ring' ? 10 : 0 },
  ];
}

/** Reach of a symbol of 100 points from its place, with its white edge. */
export const SYMBOL_REACH_PT = {
  pin: { left: 41, right: 41, up: 106, down: 7 },
  dot: { left: 56, right: 56, up: 56, down: 56 },
} as const;

/** `#rrggbb`, darker as `SHADES` says. */
export function shadeOf(color: string, shade: keyof typeof SHADES = 'shade'): string {
  const channels = [1, 3, 5].map((at) =>
    Math.round(Number.parseInt(color.slice(at, at + 2), 16) * SHADES[shade]),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The paint of a layer as `#rrggbb`. */
export const paintOf = (paint: SymbolPaint, color: string): string =>
  paint === 'white' ? '#ffffff' : paint === 'color' ? color : shadeOf(color, paint);
