import { isAreaLayer, LAYERS, type Layer, NAMES } from '../../geo/streets/layers.js';
import { TileReader } from '../../geo/streets/tile-bytes.js';
import { LEVELS } from '../../geo/streets/tiles.js';
import { TOWN_METERS_PER_PT } from '../base-map/detail.js';
import { geoBoxOf } from '../base-map/geo-box.js';
import type { BaseMapStyle } from '../base-map/style.js';
import type { MapFrame, PageBox } from '../map-frame.js';
import { boxPath } from '../path-data.js';
import { PathWriter } from '../path-writer.js';
import type { Paint, Shape } from '../scene.js';
import { AreaWriter } from './area-writer.js';
import { layersAt, streetStyle, widthAt } from './street-style.js';

/** A layer of a tile, as it was stored. */
export interface StreetTile {
  readonly x: number;
  readonly y: number;
  /** Index of LAYERS. */
  readonly layer: number;
  readonly bytes: Uint8Array;
}

/** Which tiles a frame shows. */
export interface TilesOfFrame {
  readonly level: number;
  readonly columns: readonly number[];
  readonly bottom: number;
  readonly top: number;
  /** Layers by importance. */
  readonly layers: readonly number[];
}

/** Metres a point of the page from which on the coarser level is drawn. */
const COARSE_FROM_METERS_PER_PT = 25;
/**
 * Points of all lines and areas of a picture: 1.2 s of a core. The least important layers are left out where
 * there are more.
 */
export const MOST_POINTS = 250_000;
/** Edge on each side of a street. */
const CASING_PT = 0.35;
/** A narrower street has no edge. */
const LEAST_CASED_PT = 0.9;
const LEAST_WATER_PT2 = 0.5;
const LEAST_GREEN_PT2 = 1.5;
const levelAt = (metersPerPt: number): number => (metersPerPt < COARSE_FROM_METERS_PER_PT ? 0 : 1);

/** Width of the paper around the map that covers ends of lines. */
const AROUND_PT = 6;
const PAPER = { color: '#ffffff', opacity: 1 };

/** @returns null for the map of more than a town */
export function tilesOfFrame(frame: MapFrame, style: BaseMapStyle): TilesOfFrame | null {
  const { metersPerPt } = frame;
  if (metersPerPt >= TOWN_METERS_PER_PT || frame.insetLines !== '') return null;
  const box = geoBoxOf(frame);
  if (box === null || box.isAllAround) return null;
  const level = levelAt(metersPerPt);
  const { degrees } = LEVELS[level]!;
  const all = 360 / degrees;
  const columns: number[] = [];
  for (let x = Math.floor((box.west + 180) / degrees); x <= Math.floor((box.east + 180) / degrees); x++)
    columns.push(x % all);
  return {
    level,
    columns,
    bottom: Math.floor((box.south + 90) / degrees),
    top: Math.floor((box.north + 90) / degrees),
    layers: [...layersAt(streetStyle(style), metersPerPt), ...(level === 0 ? [NAMES] : [])],
  };
}

/** Streets, water and parks of tiles; edges of all streets below all streets, so that crossings are open. */
export function streetShapes(frame: MapFrame, tiles: readonly StreetTile[], style: BaseMapStyle): Shape[] {
  const { water, green, lines } = streetStyle(style);
  const { metersPerPt } = frame;
  const paths = new Map<Layer, string>();
  for (const layer of new Set(tiles.map((tile) => tile.layer)))
    if (layer < LAYERS.length) paths.set(LAYERS[layer]!, pathOf(frame, layer, tiles));
  const edges: Shape[] = [];
  const fills: Shape[] = [];
  // The least important lie below.
  for (const layer of LAYERS.toReversed()) {
    const line = lines[layer];
    const d = paths.get(layer) ?? '';
    if (line === undefined || d === '' || layer === 'river') continue;
    const widthPt = widthAt(line, metersPerPt);
    const hasEdge = widthPt >= LEAST_CASED_PT;
    if (line.casing !== null && hasEdge) edges.push(stroked(d, line.casing, widthPt + 2 * CASING_PT));
    fills.push(stroked(d, hasEdge ? line.fill : line.thin, widthPt));
  }
  const river = lines.river;
  const shapes = [
    ...filled(paths.get('green'), green),
    ...filled(paths.get('water'), water),
    ...(river && paths.get('river')
      ? [stroked(paths.get('river')!, river.fill, widthAt(river, metersPerPt))]
      : []),
    ...edges,
    ...fills,
  ];
  return shapes.length === 0 ? [] : [...shapes, paperAround(frame.map)];
}

const stroked = (d: string, { color, opacity }: Paint, widthPt: number): Shape => ({
  kind: 'path',
  d,
  fill: null,
  stroke: { color, opacity, widthPt: Math.round(widthPt * 100) / 100, cap: 'round' },
});

const filled = (d: string | undefined, fill: Paint | null): Shape[] =>
  d && fill ? [{ kind: 'path', d, fill, stroke: null, fillsUnion: true }] : [];

/** Covers the halves of wide lines that reach beyond the map. */
function paperAround({ xPt, yPt, widthPt, heightPt }: PageBox): Shape {
  const outer = {
    xPt: xPt - AROUND_PT,
    yPt: yPt - AROUND_PT,
    widthPt: widthPt + 2 * AROUND_PT,
    heightPt: heightPt + 2 * AROUND_PT,
  };
  const d = boxPath(outer) + boxPath({ xPt, yPt, widthPt, heightPt });
  return { kind: 'path', d, fill: PAPER, stroke: null };
}

function pathOf(frame: MapFrame, layer: number, tiles: readonly StreetTile[]): string {
  const { degrees } = LEVELS[levelAt(frame.metersPerPt)]!;
  const lines = new PathWriter(frame.projection);
  const areas = new AreaWriter(frame, LAYERS[layer] === 'water' ? LEAST_WATER_PT2 : LEAST_GREEN_PT2);
  for (const { x, y, layer: of, bytes } of tiles) {
    if (of !== layer) continue;
    const [west, south] = [x * degrees - 180, y * degrees - 90];
    const reader = new TileReader(bytes);
    while (reader.hasMore)
      if (isAreaLayer(layer))
        for (let left = reader.number(); left > 0 && reader.hasMore; left--)
          areas.ring(reader.line(west, south));
      else lines.line(reader.line(west, south));
  }
  return isAreaLayer(layer) ? areas.d : lines.d;
}
