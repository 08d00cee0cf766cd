import type { Feature, Position } from 'geojson';
import { isInRingOf } from '../geo/base-map/is-in-rings.js';
import { LINE_UNITS_PER_DEGREE, type LineLayer } from '../geo/base-map/line-layer.js';
import { type MapNames, NAME_KINDS, type NameKind } from '../geo/base-map/names.js';
import { cutRingAt } from '../geo/cut-ring.js';
import type { BaseMapLayers } from '../render/base-map/base-map-files.js';
import { boxOfTile, latOf, lngOf, type TileAddress } from './tile-place.js';

/** Layers of a base tile with their features. */
export type FeaturesByLayer = Readonly<Record<string, readonly Feature[]>>;

/** West, south, east, north in 1e-5 degrees. */
type Box = readonly [number, number, number, number];

/** Zooms from which layers are shown, as pictures do by their scale. */
const FROM_ZOOM = { rivers: 3, states: 3, counties: 7 } as const;
/** Turns by which a line that crosses the antimeridian comes into a tile. */
const TURNS = [0, 360 * LINE_UNITS_PER_DEGREE, -360 * LINE_UNITS_PER_DEGREE];
/** Places of each kind that a tile has at most: the largest. */
const MOST_PLACES: Readonly<Record<NameKind, number>> = {
  ...{ ocean: 20, lake: 20, country: 60, state: 40 },
  ...{ capital: 40, seat: 40, town: 40, quarter: 0 },
};
/** Zooms from which names are shown: further out a map has no room. */
const NAMES_FROM: Readonly<Record<NameKind, number>> = {
  ...{ ocean: 0, lake: 4, country: 1, state: 3 },
  ...{ capital: 2, seat: 3, town: 3, quarter: 11 },
};
/** Deepest zoom for the names of countries: further in one tile is a part of a country. */
const NAMES_TO: Partial<Record<NameKind, number>> = { ocean: 6, country: 7 };

/** Natural Earth in a tile: land and water, borders, and names of places. */
export function baseFeatures(layers: BaseMapLayers, names: MapNames, place: TileAddress): FeaturesByLayer {
  const { z } = place;
  const box = boxOf(place);
  const rings = areasIn(layers.land, box);
  const polygons = (some: readonly Ring[], properties: object): Feature[] =>
    some.map(({ ring }) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Polygon', coordinates: [closed(ring)] },
    }));
  return {
    land: polygons(
      rings.filter(({ at }) => !isHole(layers.land, at)),
      {},
    ),
    water: [
      ...polygons(
        rings.filter(({ at }) => isHole(layers.land, at)),
        { kind: 'sea' },
      ),
      ...polygons(areasIn(layers.lakes, box), { kind: 'lake' }),
    ],
    rivers: z < FROM_ZOOM.rivers ? [] : linesIn(layers.rivers, box, {}),
    borders: [
      ...linesIn(layers.countries, box, { admin_level: 2 }),
      ...(z < FROM_ZOOM.states ? [] : [layers.states, layers.usStates]).flatMap((layer) =>
        linesIn(layer, box, { admin_level: 4 }),
      ),
      ...(z < FROM_ZOOM.counties ? [] : linesIn(layers.usCounties, box, { admin_level: 6 })),
    ],
    places: placesIn(names, place),
  };
}

/** A little wider than what the tile shows, so that cut edges lie outside. */
function boxOf(place: TileAddress): Box {
  const [west, north, east, south] = boxOfTile(place);
  const around = (east - west) / 16;
  // Poles are beyond the square.
  const atLat = (share: number): number => (share <= 0 ? 90 : share >= 1 ? -90 : latOf(share));
  const degrees = [
    lngOf(west - around),
    atLat(south + around),
    lngOf(east + around),
    atLat(north - around),
  ] as const;
  return degrees.map((each) => each * LINE_UNITS_PER_DEGREE) as unknown as Box;
}

interface Ring {
  /** Number of the ring in its layer. */
  readonly at: number;
  /** Open, in 1e-5 degrees. */
  readonly ring: ArrayLike<number>;
}

function* near({ boxes, count, starts, points }: LineLayer, [west, south, east, north]: Box) {
  for (let at = 0; at < count; at++) {
    if (boxes[4 * at + 1]! > north || boxes[4 * at + 3]! < south) continue;
    for (const turn of TURNS) {
      if (boxes[4 * at]! + turn > east || boxes[4 * at + 2]! + turn < west) continue;
      const line = points.subarray(2 * starts[at]!, 2 * starts[at + 1]!);
      yield { at, line: turn === 0 ? line : line.map((value, i) => (i % 2 === 0 ? value + turn : value)) };
    }
  }
}

function areasIn(layer: LineLayer, box: Box): Ring[] {
  const [west, south, east, north] = box;
  const rings: Ring[] = [];
  for (const { at, line } of near(layer, box)) {
    let ring: ArrayLike<number> = line.subarray(0, -2);
    ring = cutRingAt(ring, { axis: 0, at: west, isBelow: false });
    ring = cutRingAt(ring, { axis: 0, at: east, isBelow: true });
    ring = cutRingAt(ring, { axis: 1, at: south, isBelow: false });
    ring = cutRingAt(ring, { axis: 1, at: north, isBelow: true });
    if (ring.length >= 6) rings.push({ at, ring });
  }
  return rings;
}

const linesIn = (layer: LineLayer, box: Box, properties: object): Feature[] =>
  Array.from(near(layer, box), ({ line }) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'LineString', coordinates: positions(line) },
  }));

function positions(points: ArrayLike<number>): Position[] {
  const found: Position[] = [];
  for (let i = 0; i < points.length; i += 2)
    found.push([points[i]! / LINE_UNITS_PER_DEGREE, points[i + 1]! / LINE_UNITS_PER_DEGREE]);
  return found;
}

const closed = (ring: ArrayLike<number>): Position[] => {
  const open = positions(ring);
  return [...open, open[0]!];
};

/** Rings that were asked for, by layer. */
const holesByLayer = new WeakMap<LineLayer, Map<number, boolean>>();

/**
 * Tells whether a ring of land is water within land, such as the Caspian Sea. Only rings that a tile shows
 * are asked for: all of the finest layer take a second.
 */
function isHole(layer: LineLayer, at: number): boolean {
  const holes = holesByLayer.get(layer) ?? new Map<number, boolean>();
  holesByLayer.set(layer, holes);
  const known = holes.get(at);
  if (known !== undefined) return known;
  const { count, starts, points } = layer;
  const [x, y] = [points[2 * starts[at]!]!, points[2 * starts[at]! + 1]!];
  let around = 0;
  for (let other = 0; other < count; other++) if (other !== at && isInRingOf(layer, other, x, y)) around++;
  holes.set(at, around % 2 === 1);
  return around % 2 === 1;
}

/** Names whose point lies in the tile, the largest of each kind; `rank` is 0 for the largest of all. */
function placesIn(names: MapNames, { z, x, y }: TileAddress): Feature[] {
  const [west, north, east, south] = [
    lngOf(x / 2 ** z),
    latOf(y / 2 ** z),
    lngOf((x + 1) / 2 ** z),
    latOf((y + 1) / 2 ** z),
  ];
  const found: Feature[] = [];
  for (const kind of NAME_KINDS) {
    if (z < NAMES_FROM[kind] || z > (NAMES_TO[kind] ?? z)) continue;
    const [first, end] = names.rangeOf(kind);
    let left = MOST_PLACES[kind];
    for (let at = first; at < end && left > 0; at++) {
      const [lng, lat] = [
        names.points[2 * at]! / LINE_UNITS_PER_DEGREE,
        names.points[2 * at + 1]! / LINE_UNITS_PER_DEGREE,
      ];
      if (lng < west || lng >= east || lat > north || lat <= south) continue;
      left--;
      found.push({
        type: 'Feature',
        properties: { kind, name: names.textOf(at), size: names.sizes[at]!, rank: rankOf(names.sizes[at]!) },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      });
    }
  }
  return found;
}

/** Halvings of the size below 2^26 inhabitants or square kilometres. */
const rankOf = (size: number): number => Math.max(0, Math.round(26 - Math.log2(Math.max(1, size))));
