import type { Paint, Stroke } from '../scene.js';
import { AREA_OPACITY, AREA_OPACITY_ON_IMAGERY } from '../symbols.js';

/** A name's letters. */
export interface NameStyle {
  sizePt: number;
  weight: 400 | 700;
  italic: boolean;
  color: string;
  /** Letter spacing of a name in capitals; null: the name keeps its case. */
  capitals: { letterSpacingPt: number } | null;
}

export interface Halo {
  color: string;
  widthPt: number;
}

/** Style of the base map. `null`: not drawn. */
export interface BaseMapStyle {
  water: Paint | null;
  land: Paint | null;
  graticule: Stroke | null;
  coast: Stroke | null;
  /** Lakes are filled as water and have the coast's outline, thinner. */
  lakeShore: Stroke | null;
  river: Stroke | null;
  /** Strokes, drawn one over the other. */
  countryBorder: readonly Stroke[];
  /** Strokes on maps of a continent or more. */
  countryBorderFar: readonly Stroke[];
  stateBorder: readonly Stroke[];
  countyBorder: readonly Stroke[];
  /** Strokes of state borders that lie above areas of any colour. */
  stateAboveAreas: readonly Stroke[];
  /** Style of a map that shows a single country, with insets. */
  countryAlone: { around: Paint | null; neighbours: Paint | null; outline: readonly Stroke[] };
  halo: { land: Halo; water: Halo };
  /** `#rrggbb`: colour of the ground below areas; over imagery, a typical colour of land. */
  belowAreas: string;
  /** Opacity of areas that do not overlap. */
  areaOpacity: number;
  townDot: { color: string; ring: string };
  /** `capital` is that of a country. */
  names: Record<'ocean' | 'lake' | 'country' | 'state' | 'capital' | 'city' | 'town', NameStyle>;
}

const solid = (color: string, widthPt: number, opacity = 1): Stroke => ({ color, opacity, widthPt });

/**
 * A cool grey-blue, light enough that blue pins stand out on it, dark enough that a coast shows without its
 * line.
 */
const WATER = '#d3e1e9';
/**
 * A warm near-white: any of the palette's colours stands out on it, in print too, where paper is as white.
 */
const LAND = '#f6f4ee';
/** Water's hue, darker: a coast is the water's edge and not a border. */
const COAST = '#9db7c6';
/** Between water and coast, since a line on land looks lighter than an area. */
const RIVER = '#b7cedb';
/** Mauve grey: no palette colour and no water has it, so a border is read as a border. */
const COUNTRY_BORDER = '#9a8f9b';
const STATE_BORDER = '#bdb4ba';
const COUNTY_BORDER = '#dcd6d6';
/** Names of places: dark, but lighter than a pin's own label, which is #1f2328. */
const TOWN_NAME = '#55555c';
const CAPITAL_NAME = '#48484f';
/** Names of areas are larger and therefore paler. */
const COUNTRY_NAME = '#80788a';
const STATE_NAME = '#a39ba3';
const WATER_NAME = '#7396ab';

const name = (
  sizePt: number,
  color: string,
  {
    weight = 400,
    italic = false,
    letterSpacingPt = 0,
  }: Partial<NameStyle & { letterSpacingPt: number }> = {},
): NameStyle => ({
  sizePt,
  color,
  weight,
  italic,
  capitals: letterSpacingPt > 0 ? { letterSpacingPt } : null,
});

export const MAP_STYLE: BaseMapStyle = {
  water: { color: WATER, opacity: 1 },
  land: { color: LAND, opacity: 1 },
  graticule: solid('#c3d4de', 0.3),
  coast: solid(COAST, 0.45),
  lakeShore: solid(COAST, 0.3),
  river: solid(RIVER, 0.55),
  // A pale band under the line, as in printed atlases: it stays visible where a river runs along the border.
  countryBorder: [solid('#e8e2e6', 1.8), solid(COUNTRY_BORDER, 0.55)],
  countryBorderFar: [solid('#b3a9b3', 0.4)],
  stateBorder: [solid(STATE_BORDER, 0.45)],
  countyBorder: [solid(COUNTY_BORDER, 0.35)],
  stateAboveAreas: [solid('#ffffff', 1.5, 0.7), solid('#5f5a60', 0.6)],
  // Neighbours are land without borders or names.
  countryAlone: {
    around: { color: WATER, opacity: 1 },
    neighbours: { color: '#e9eae8', opacity: 1 },
    outline: [solid(COAST, 0.5)],
  },
  // The ground's own colour: letters have no visible frame, and lines stop before them.
  halo: { land: { color: LAND, widthPt: 1.1 }, water: { color: WATER, widthPt: 0.9 } },
  belowAreas: LAND,
  areaOpacity: AREA_OPACITY,
  townDot: { color: '#ffffff', ring: '#7a757d' },
  names: {
    ocean: name(9, WATER_NAME, { italic: true, letterSpacingPt: 0 }),
    lake: name(6.5, WATER_NAME, { italic: true }),
    country: name(8, COUNTRY_NAME, { letterSpacingPt: 1.1 }),
    state: name(6.2, STATE_NAME, { letterSpacingPt: 0.8 }),
    capital: name(8, CAPITAL_NAME, { weight: 700 }),
    city: name(7.5, TOWN_NAME),
    town: name(6.5, TOWN_NAME),
  },
};

/** Grey water, of no hue that a class of numbers may have, and grey lines. */
const GREY_WATER = '#dcdfe1';
const GREY_COAST = '#a9b0b5';
const GREY_NAME = '#858e94';

/** The map below classes of numbers, where blue water would look like a class. */
export const CLASSES_STYLE: BaseMapStyle = {
  ...MAP_STYLE,
  water: { color: GREY_WATER, opacity: 1 },
  graticule: solid('#ced2d5', 0.3),
  coast: solid(GREY_COAST, 0.45),
  lakeShore: solid(GREY_COAST, 0.3),
  river: solid('#c3c9cd', 0.55),
  countryAlone: {
    ...MAP_STYLE.countryAlone,
    around: { color: GREY_WATER, opacity: 1 },
    outline: [solid(GREY_COAST, 0.5)],
  },
  halo: { ...MAP_STYLE.halo, water: { color: GREY_WATER, widthPt: 0.9 } },
  names: {
    ...MAP_STYLE.names,
    ocean: { ...MAP_STYLE.names.ocean, color: GREY_NAME },
    lake: { ...MAP_STYLE.names.lake, color: GREY_NAME },
  },
};

const LIGHT = '#ffffff';
/** Darker than the Blue Marble's sea, for contrast around a light line over deserts, ice and clouds. */
const DARK = '#0d1b26';

/** Over imagery: borders and names alone, light with dark around them. */
export const SATELLITE_STYLE: BaseMapStyle = {
  water: null,
  land: null,
  graticule: null,
  coast: null,
  lakeShore: null,
  river: null,
  countryBorder: [solid(DARK, 1.8, 0.35), solid(LIGHT, 0.7, 0.85)],
  countryBorderFar: [solid(DARK, 1.2, 0.3), solid(LIGHT, 0.45, 0.8)],
  stateBorder: [solid(DARK, 1.3, 0.25), solid(LIGHT, 0.4, 0.6)],
  countyBorder: [],
  stateAboveAreas: [solid(DARK, 1.6, 0.4), solid(LIGHT, 0.6, 0.9)],
  countryAlone: { around: null, neighbours: null, outline: [solid(DARK, 1.6, 0.3), solid(LIGHT, 0.6, 0.8)] },
  halo: { land: { color: DARK, widthPt: 1.2 }, water: { color: DARK, widthPt: 1 } },
  // Fields and woods of the Blue Marble.
  belowAreas: '#57523c',
  areaOpacity: AREA_OPACITY_ON_IMAGERY,
  townDot: { color: LIGHT, ring: DARK },
  names: {
    ...MAP_STYLE.names,
    ocean: name(9, '#cfe3f1', { italic: true }),
    lake: name(6.5, '#cfe3f1', { italic: true }),
    country: name(8, '#f4f1e6', { letterSpacingPt: 1.1 }),
    state: name(6.2, '#e3dfd2', { letterSpacingPt: 0.8 }),
    capital: name(8, LIGHT, { weight: 700 }),
    city: name(7.5, LIGHT),
    town: name(6.5, LIGHT),
  },
};

/** Beside streets a border at 1:10 million would lie on the wrong side of some. */
export const withoutBorders = (style: BaseMapStyle): BaseMapStyle => ({
  ...style,
  countryBorder: [],
  stateBorder: [],
  countyBorder: [],
});
