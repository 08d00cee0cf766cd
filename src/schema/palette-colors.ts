import { extended } from './palettes/extended.js';
import type { PaletteData } from './palettes/palette-data.js';
import { standard } from './palettes/standard.js';

/** How their colours were chosen, and how well they can be told apart, is in docs/maps.md#the-palettes. */
const PALETTES = { standard, extended } as const satisfies Readonly<Record<string, PaletteData>>;
/** A map has one. */
export type PaletteName = keyof typeof PALETTES;
export const PALETTE_NAMES = Object.keys(PALETTES) as PaletteName[];

export interface PaletteColor {
  readonly name: string;
  /** sRGB, `#rrggbb`. */
  readonly fill: string;
  /** Black or white, whichever contrasts more with the fill: one of the two reaches 4.5:1 on any colour. */
  readonly text: string;
}

/** The colours of a map, in the order in which new categories draw them. */
export function paletteColors(palette: PaletteName): PaletteColor[] {
  return PALETTES[palette].colors.map(([name, fill]) => ({
    name,
    fill,
    text: relativeLuminance(fill) > EVEN_LUMINANCE ? '#000000' : '#ffffff',
  }));
}

export const colorNames = (palette: PaletteName): string[] => PALETTES[palette].colors.map(([name]) => name);

/** Value of `extended_colors` of a map. */
export const isExtended = (palette: PaletteName): boolean => PALETTES[palette].isExtended;

/** Fills (`#rrggbb`) of the names of all palettes. */
export const FILLS: ReadonlyMap<string, string> = new Map(
  PALETTE_NAMES.flatMap((palette) => PALETTES[palette].colors),
);

/** Luminance at which black and white text contrast alike: (y + 0.05) / 0.05 = 1.05 / (y + 0.05). */
const EVEN_LUMINANCE = Math.sqrt(1.05 * 0.05) - 0.05;

/** Relative luminance by WCAG 2. */
function relativeLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
