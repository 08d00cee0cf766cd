/**
 * Ramps of nine colours of the standard palette, chosen by CIELAB lightness: a sequential ramp goes from
 * light to dark, a diverging ramp from dark through light to dark. White is left out, as it is hard to see on
 * a light map.
 */
const RAMPS = {
  blues: [
    'seafoam',
    'sky blue',
    'cerulean',
    'medium blue',
    'blue',
    'electric blue',
    'sapphire',
    'ultramarine',
    'navy',
  ],
  greens: [
    'pale green',
    'bright green',
    'apple green',
    'jade',
    'green',
    'moss green',
    'teal',
    'dark gray',
    'black',
  ],
  purples: [
    'pink',
    'light violet',
    'rose violet',
    'slate blue',
    'plum',
    'purple',
    'byzantium',
    'indigo',
    'navy',
  ],
  browns: ['amber', 'khaki', 'light brown', 'dusty red', 'olive', 'chestnut', 'brown', 'maroon', 'burgundy'],
  'yellow-blue': [
    'yellow',
    'bright green',
    'turquoise',
    'dark turquoise',
    'cerulean',
    'medium blue',
    'blue',
    'sapphire',
    'navy',
  ],
  'yellow-red': [
    'yellow',
    'amber',
    'orange',
    'strawberry',
    'red',
    'raspberry',
    'byzantium',
    'maroon',
    'burgundy',
  ],
  'red-blue': [
    'maroon',
    'chestnut',
    'red',
    'shrimp',
    'yellow',
    'sky blue',
    'medium blue',
    'sapphire',
    'navy',
  ],
  'purple-green': [
    'indigo',
    'purple',
    'rose violet',
    'pink',
    'yellow',
    'bright green',
    'apple green',
    'green',
    'teal',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RampName = keyof typeof RAMPS;
export const RAMP_NAMES = Object.keys(RAMPS) as RampName[];
export const DEFAULT_RAMP: RampName = 'yellow-red';
/** Ramps that diverge from the middle. */
export const DIVERGING: readonly RampName[] = ['red-blue', 'purple-green'];

/**
 * Palette colours for a number of classes: evenly spaced in the ramp, both ends included.
 * @param classes 1 to 9
 */
export function rampColors(ramp: RampName, classes: number): string[] {
  const colors: readonly string[] = RAMPS[ramp];
  const last = colors.length - 1;
  if (classes === 1) return [colors[last / 2]!];
  return Array.from({ length: classes }, (_, i) => colors[Math.round((i * last) / (classes - 1))]!);
}
