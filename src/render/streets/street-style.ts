import { LAYERS, type Layer } from '../../geo/streets/layers.js';
import { type BaseMapStyle, MAP_STYLE } from '../base-map/style.js';
import type { Paint } from '../scene.js';

/** Look of a line: its fill, and the edge below it. */
export interface LineStyle {
  fill: Paint;
  /** null: none. */
  casing: Paint | null;
  /** Colour of a line that is too narrow for an edge: on white paper a white one would not be seen. */
  thin: Paint;
  /**
   * Width at 20 m a point of the page. It grows with the root of the scale: half as many metres, 1.4 times as
   * wide.
   */
  widthPt: number;
  /** Metres a point of the page beyond which the layer is left out. */
  upToMetersPerPt: number;
}

export interface StreetStyle {
  water: Paint | null;
  green: Paint | null;
  lines: Readonly<Partial<Record<Layer, LineStyle>>>;
}

const REFERENCE_METERS_PER_PT = 20;
/** Nearer maps are no wider: a street would cover its houses. */
const WIDEST_AT_METERS_PER_PT = 1.5;

/** Width of a line at a scale. */
export const widthAt = ({ widthPt }: LineStyle, metersPerPt: number): number =>
  widthPt * Math.sqrt(REFERENCE_METERS_PER_PT / Math.max(metersPerPt, WIDEST_AT_METERS_PER_PT));

const paint = (color: string, opacity = 1): Paint => ({ color, opacity });

const line = (
  widthPt: number,
  upToMetersPerPt: number,
  fill: string,
  casing: string | null,
  [fillOpacity, casingOpacity]: readonly [number, number] = [1, 1],
): LineStyle => ({
  fill: paint(fill, fillOpacity),
  casing: casing === null ? null : paint(casing, casingOpacity),
  thin: paint(casing === null || fillOpacity < 1 ? fill : casing, fillOpacity),
  widthPt,
  upToMetersPerPt,
});

/** Pale, so that pins of any colour stand out: roads that lead on are warm, others white with a grey edge. */
const ON_PAPER: StreetStyle['lines'] = {
  motorway: line(2.3, 60, '#f6d9a6', '#cfa968'),
  primary: line(1.9, 60, '#fae9c3', '#d3b987'),
  secondary: line(1.6, 60, '#fdf5dd', '#cfc3a4'),
  tertiary: line(1.35, 60, '#ffffff', '#cbc5b9'),
  minor: line(0.85, 40, '#ffffff', '#d8d3c9'),
  service: line(0.55, 9, '#ffffff', '#dad6cd'),
  path: line(0.3, 9, '#cfc6b8', null),
};
const ON_IMAGERY: StreetStyle['lines'] = {
  motorway: line(1.7, 60, '#ffe9b8', '#0d1b26', [0.9, 0.45]),
  primary: line(1.4, 60, '#fff3d6', '#0d1b26', [0.8, 0.4]),
  secondary: line(1.1, 60, '#ffffff', '#0d1b26', [0.7, 0.35]),
  tertiary: line(0.9, 40, '#ffffff', '#0d1b26', [0.6, 0.3]),
  minor: line(0.5, 14, '#ffffff', null, [0.5, 0]),
};

/**
 * Streets on the ground of a base map: on imagery lines alone; green areas only where water is blue, as any
 * hue may be a class of numbers.
 */
export function streetStyle({ water }: BaseMapStyle): StreetStyle {
  if (water === null) return { water: null, green: null, lines: ON_IMAGERY };
  const river: LineStyle = { fill: water, casing: null, thin: water, widthPt: 1.2, upToMetersPerPt: 60 };
  return {
    water,
    green: water.color === MAP_STYLE.water!.color ? paint('#e0e9d5') : null,
    lines: { ...ON_PAPER, river },
  };
}

/** Layers that a style shows at a scale, by importance: indexes of LAYERS. */
export const layersAt = ({ water, green, lines }: StreetStyle, metersPerPt: number): number[] =>
  LAYERS.flatMap((layer, at) => {
    if (layer === 'water') return water ? [at] : [];
    if (layer === 'green') return green ? [at] : [];
    const line = lines[layer];
    return line && metersPerPt < line.upToMetersPerPt ? [at] : [];
  });
