/**
 * Names and fills (sRGB), in the order in which new categories draw them. How they were chosen, and how well they can be
 * told apart, is in docs/maps.md#the-palettes.
 */
const STANDARD: readonly (readonly [name: string, fill: string])[] = [
  ['red', '#fa081d'],
  ['blue', '#0b63f8'],
  ['green', '#2c9636'],
  ['orange', '#ff9324'],
  ['purple', '#89099f'],
  ['black', '#101010'],
  ['cyan', '#05c8fc'],
  ['pink', '#ffb4cc'],
  ['yellow', '#ffed00'],
  ['navy', '#012060'],
  ['teal', '#237370'],
  ['brown', '#7a3f1e'],
  ['gray', '#8a8a8a'],
  ['pale green', '#cdf1ad'],
  ['khaki', '#b6a76a'],
  ['raspberry', '#b70059'],
  ['rose violet', '#a268a4'],
  ['dark turquoise', '#00b0ae'],
  ['ultramarine', '#0000d1'],
  ['dark gray', '#5a5a5a'],
  ['light violet', '#9b91fd'],
  ['burgundy', '#551924'],
  ['olive', '#7e7200'],
  ['plum', '#754978'],
  ['amber', '#ffc856'],
  ['dusty red', '#b7665f'],
  ['maroon', '#770004'],
  ['rose pink', '#de72a7'],
  ['slate blue', '#765fbc'],
  ['seafoam', '#aaffdd'],
  ['chestnut', '#993d3e'],
  ['byzantium', '#771450'],
  ['fuchsia', '#da2596'],
  ['shrimp', '#fba58a'],
  ['moss green', '#697943'],
  ['light brown', '#c47d50'],
  ['strawberry', '#f25574'],
  ['jade', '#10a474'],
  ['cerulean', '#2c99c5'],
  ['medium blue', '#0082ee'],
  ['turquoise', '#05c9a7'],
  ['bright green', '#70f379'],
  ['apple green', '#71c23c'],
  ['sapphire', '#0046ba'],
  ['electric blue', '#4136ff'],
  ['indigo', '#4d0083'],
  ['sky blue', '#8ebade'],
  ['white', '#ffffff'],
];

/** Colours that only the extended palette has. */
const MORE: typeof STANDARD = [
  ['pale violet', '#e1d1fd'],
  ['forest green', '#15643d'],
  ['raisin', '#211023'],
  ['beige', '#e6dfbf'],
  ['petrol', '#345863'],
  ['graphite', '#3a363c'],
  ['dark brown', '#2e1f0e'],
  ['bottle green', '#294532'],
  ['stone', '#ada594'],
  ['magenta', '#e500e1'],
  ['espresso', '#270b05'],
  ['steel gray', '#64777d'],
  ['dark purple', '#1e003f'],
  ['rosy brown', '#b88f82'],
  ['blush', '#ffd5cf'],
  ['dark grape', '#4a2d61'],
  ['powder blue', '#b0d8e4'],
  ['dusty lavender', '#ada7b9'],
  ['eggplant', '#420032'],
  ['umber', '#59453e'],
  ['dusty purple', '#796d94'],
  ['pale blue', '#dde7ff'],
  ['sage', '#acc39a'],
  ['caramel', '#c49347'],
  ['ink blue', '#161d32'],
  ['lime', '#afe200'],
  ['dark olive', '#524b00'],
  ['pale teal', '#dbf1e8'],
  ['amethyst', '#a461f2'],
  ['pale yellow', '#fff9ad'],
  ['pale brown', '#dec8b6'],
  ['pewter', '#92a198'],
  ['mocha', '#907156'],
  ['cherry', '#d30535'],
  ['sea green', '#028555'],
  ['ash', '#bec5b9'],
  ['dusty green', '#78a385'],
  ['light teal', '#8abbb3'],
  ['dark violet', '#a90ae1'],
  ['slate', '#5b657d'],
  ['dark green', '#00420e'],
  ['chocolate', '#4e2d03'],
  ['silver', '#cfcbd0'],
  ['coffee', '#6c512e'],
  ['dark teal', '#004748'],
  ['dusty teal', '#669896'],
  ['taupe', '#847d69'],
  ['light cyan', '#baffff'],
  ['deep teal', '#003a4b'],
  ['mauve', '#b08397'],
  ['ruby', '#8a002f'],
  ['dusty pink', '#dda9a7'],
  ['tan', '#c4a281'],
  ['aqua', '#02e5f5'],
  ['denim', '#0d67a8'],
  ['gunmetal', '#232e2f'],
  ['celadon', '#8cdfa3'],
  ['dusty blue', '#8492b0'],
  ['redwood', '#915c4c'],
  ['viridian', '#587e6d'],
  ['dark pink', '#b3597a'],
  ['rosewood', '#764a4c'],
  ['copper', '#b17419'],
  ['mauve gray', '#92879f'],
  ['pumpkin', '#f36e00'],
  ['lavender', '#bfadf5'],
  ['thistle', '#d0b0c6'],
  ['glacier', '#6aafc3'],
  ['cornflower', '#769be4'],
  ['dark khaki', '#9a8742'],
  ['wine', '#5f3448'],
  ['light olive', '#96a658'],
  ['cerise', '#e41f6e'],
  ['sienna', '#a54422'],
  ['bubblegum', '#ff91d1'],
  ['neon yellow', '#eeff63'],
  ['boysenberry', '#924168'],
  ['cinnamon', '#c25e33'],
  ['key lime', '#c0ff7a'],
  ['lilac', '#dda7e4'],
  ['grass green', '#68a020'],
  ['deep magenta', '#b5109e'],
  ['peacock', '#087a8d'],
  ['burnt orange', '#b25b00'],
  ['tomato', '#f45a2c'],
  ['wisteria', '#aa8ad4'],
  ['steel blue', '#3f7fa3'],
  ['orchid', '#c779c5'],
  ['light orange', '#ffb562'],
  ['apricot', '#ffbf95'],
  ['dusty yellow', '#d0c776'],
  ['terracotta', '#d27862'],
  ['coral', '#ff8260'],
  ['light magenta', '#ff63e1'],
  ['heliotrope', '#dd75ff'],
  ['lime green', '#00db30'],
];

export interface PaletteColor {
  readonly name: string;
  /** sRGB, `#rrggbb`. */
  readonly fill: string;
  /** Black or white, whichever contrasts more with the fill: one of the two reaches 4.5:1 on any colour. */
  readonly text: string;
}

const rowsOf = (extended: boolean): typeof STANDARD => (extended ? [...STANDARD, ...MORE] : STANDARD);

/** The colours of a map, in the order in which new categories draw them. */
export function paletteColors(extended: boolean): PaletteColor[] {
  return rowsOf(extended).map(([name, fill]) => ({
    name,
    fill,
    text: relativeLuminance(fill) > EVEN_LUMINANCE ? '#000000' : '#ffffff',
  }));
}

export function paletteNames(extended: boolean): string[] {
  return rowsOf(extended).map(([name]) => name);
}

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
