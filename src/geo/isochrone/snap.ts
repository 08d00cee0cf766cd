import type { RoadGraph } from '../roads/road-graph.js';
import { Plane } from './plane.js';

/** Where a place meets the network: on an edge, at a share of its length. */
export interface Snap {
  edge: number;
  share: number;
  lon: number;
  lat: number;
  meters: number;
}

/** Radius in metres of the first search, and the factor of the next ones: in towns a street is near. */
const FIRST_LOOK_METERS = 120;
const LOOK_GROWTH = 4;

/**
 * Finds the nearest street of the largest connected part.
 * @param maxMeters greatest distance
 * @returns null where no street is that near
 */
export function snapToRoad(graph: RoadGraph, lon: number, lat: number, maxMeters: number): Snap | null {
  const plane = new Plane(lat);
  for (
    let meters = Math.min(FIRST_LOOK_METERS, maxMeters);
    ;
    meters = Math.min(LOOK_GROWTH * meters, maxMeters)
  ) {
    const x = meters / plane.metersOfLon;
    const y = meters / plane.metersOfLat;
    let best: Snap | null = null;
    for (const item of graph.snapIndex.search(lon - x, lat - y, lon + x, lat + y)) {
      const snap = nearestOf(graph, graph.snapEdge[item]!, lon, lat, plane);
      if (best === null || snap.meters < best.meters) best = snap;
    }
    // A street nearer than the box's half-width is the nearest; beyond it another box may have a nearer one.
    if (best !== null && best.meters <= meters) return best;
    if (meters === maxMeters) return null;
  }
}

/** The point of an edge nearest to a place. */
function nearestOf(graph: RoadGraph, edge: number, lon: number, lat: number, plane: Plane): Snap {
  const best = { edge, share: 0, lon, lat, meters: Number.POSITIVE_INFINITY };
  let walked = 0;
  let at = 0;
  eachSegment(graph, edge, (lonA, latA, lonB, latB) => {
    const ax = (lonA - lon) * plane.metersOfLon;
    const ay = (latA - lat) * plane.metersOfLat;
    const dx = (lonB - lonA) * plane.metersOfLon;
    const dy = (latB - latA) * plane.metersOfLat;
    const length = Math.hypot(dx, dy);
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (length * length)));
    const meters = Math.hypot(ax + share * dx, ay + share * dy);
    if (meters < best.meters) {
      best.meters = meters;
      best.lon = lonA + share * (lonB - lonA);
      best.lat = latA + share * (latB - latA);
      at = walked + share * length;
    }
    walked += length;
  });
  best.share = walked === 0 ? 0 : at / walked;
  return best;
}

/** Calls back for each straight segment of an edge, in its direction, in degrees. */
function eachSegment(
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
