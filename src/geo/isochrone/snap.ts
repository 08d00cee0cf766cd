import type { RoadGraph } from '../roads/road-graph.js';
import { Plane } from './plane.js';

/** Where a place meets the network: on an edge, at a share of its length from its beginning. */
export interface Snap {
  edge: number;
  share: number;
  lon: number;
  lat: number;
  meters: number;
}

/** Edges whose boxes are looked at, nearest boxes first: a long diagonal one in front hides a short one behind. */
const MOST_BOXES = 24;

/**
 * The nearest street of the largest connected part.
 * @param maxMeters how far it may be
 * @returns null when there is none so near
 */
export function snapToRoad(graph: RoadGraph, lon: number, lat: number, maxMeters: number): Snap | null {
  const plane = new Plane(lat);
  const reach = { x: maxMeters / plane.metersOfLon, y: maxMeters / plane.metersOfLat };
  let best: Snap | null = null;
  let bestMeters = maxMeters;
  // Boxes are in degrees, of which those of longitude are shorter: the order is rough, the bound is not.
  const near = graph.snapIndex.search(lon - reach.x, lat - reach.y, lon + reach.x, lat + reach.y);
  if (near.length > MOST_BOXES) {
    const ordered = graph.snapIndex.neighbors(lon, lat, MOST_BOXES, reach.x);
    for (const item of ordered) consider(graph.snapEdge[item]!);
    return best;
  }
  for (const item of near) consider(graph.snapEdge[item]!);
  return best;

  function consider(edge: number): void {
    let walked = 0;
    let at = -1;
    let ahead = 0;
    eachSegment(graph, edge, (lonA, latA, lonB, latB) => {
      const ax = (lonA - lon) * plane.metersOfLon;
      const ay = (latA - lat) * plane.metersOfLat;
      const dx = (lonB - lonA) * plane.metersOfLon;
      const dy = (latB - latA) * plane.metersOfLat;
      const length = Math.hypot(dx, dy);
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (length * length)));
      const meters = Math.hypot(ax + share * dx, ay + share * dy);
      if (meters < bestMeters || (best === null && meters === bestMeters)) {
        bestMeters = meters;
        at = walked + share * length;
        best = {
          edge,
          share: 0,
          lon: lonA + share * (lonB - lonA),
          lat: latA + share * (latB - latA),
          meters,
        };
      }
      walked += length;
    });
    ahead = walked;
    if (at >= 0 && best !== null) best.share = ahead === 0 ? 0 : at / ahead;
  }
}

/** Calls back for each straight piece of an edge, in its direction; degrees. */
export function eachSegment(
  graph: RoadGraph,
  edge: number,
  visit: (lonA: number, latA: number, lonB: number, latB: number) => void,
): void {
  const { vertexLonE7, vertexLatE7, pointLonE7, pointLatE7, firstPoint } = graph;
  const from = graph.edgeFrom[edge]!;
  const to = graph.edgeTo[edge]!;
  let lon = vertexLonE7[from]! / 1e7;
  let lat = vertexLatE7[from]! / 1e7;
  for (let i = firstPoint[edge]!; i < firstPoint[edge + 1]!; i++) {
    const nextLon = pointLonE7[i]! / 1e7;
    const nextLat = pointLatE7[i]! / 1e7;
    visit(lon, lat, nextLon, nextLat);
    lon = nextLon;
    lat = nextLat;
  }
  visit(lon, lat, vertexLonE7[to]! / 1e7, vertexLatE7[to]! / 1e7);
}
