import type FlatQueue from 'flatqueue';
import { BOX, CHILDREN, type FlatTree, NODE_SIZE, ROUNDING } from './flat-tree.js';
import {
  cosineFloor,
  degreesOf,
  haversineFloor,
  haversineTo,
  lngDelta,
  type Origin,
} from './great-circle.js';
import type { NearestHits } from './nearest-hits.js';
import { isHidden, type PackedPins } from './packed-pins.js';
import { memberOf, type UnitedPins } from './united-pins.js';

/**
 * Reach below which one cosine serves all boxes: the least among the latitudes within reach. A cosine for
 * each box makes a search a fifth slower; above this reach, where boxes are large, it finds the right ones
 * sooner.
 */
const NEAR_DEGREES = 5;

/** Bound on nodes of a tree: one number holds tree and node in the queue. */
const NODES = 2 ** 32;

/** A search: its origin, limits and result. */
export interface Wanted {
  readonly origin: Origin;
  /** Hits are added here. */
  readonly best: NearestHits;
  /** Pins that expired before this time are left out. */
  readonly nowMs: number;
  /** Maps whose pins count, for trees over several maps; null: all. */
  readonly mapIds: ReadonlySet<number> | null;
}

/** A tree over several of the searched trees. */
export interface Union {
  readonly pins: UnitedPins;
  /** Index of each member among the searched trees; -1 for a member that is not searched. */
  readonly treeOf: Int32Array;
}

/**
 * Adds the nearest pins of many trees to the best so far. Nodes of all trees wait in one queue by distance
 * until the first is farther than the last hit, as in geoflatbush (https://github.com/mourner/geoflatbush).
 * Exact.
 * @param queue reused from search to search
 * @param union searched instead of its members: the same result, faster
 */
export function findNearest(
  trees: readonly PackedPins[],
  wanted: Wanted,
  queue: FlatQueue,
  union: Union | null = null,
): void {
  const { origin, best } = wanted;
  queue.clear();
  const isUnited = new Uint8Array(trees.length);
  if (union) {
    for (const tree of union.treeOf) if (tree >= 0) isUnited[tree] = 1;
    pushRoot(union.pins.tree, trees.length, queue);
  }
  for (let at = 0; at < trees.length; at++) if (!isUnited[at]) pushRoot(trees[at]!.tree, at, queue);
  while (queue.length > 0 && queue.values[0]! <= best.reach) {
    const code = queue.pop()!;
    const at = Math.floor(code / NODES);
    const node = code - at * NODES;
    const { tree } = trees[at] ?? union!.pins;
    let level = 1;
    while (node >= tree.levels[level]!) level++;
    if (level > 1) pushChildren(tree, at, node, level, origin, best.reach, queue);
    else if (at < trees.length) takePoints(trees[at]!, at, node, wanted);
    else takeUnited(trees, union!, node, wanted);
  }
}

function pushRoot({ count, levels }: FlatTree, at: number, queue: FlatQueue): void {
  if (count > 0) queue.push(at * NODES + levels[levels.length - 1]! - BOX, 0);
}

/**
 * Queues the boxes of a node by a lower bound of the haversine from the origin to any point in them: the
 * nearest latitude and the nearest longitude, each by itself. For a box beside the origin the bound is
 * slightly below the distance to its nearest point (geoflatbush's boxDist), but needs neither sine nor arc
 * tangent: a search of 25 pins in 20 trees visits 1,300 boxes.
 */
function pushChildren(
  { boxes, levels }: FlatTree,
  at: number,
  node: number,
  level: number,
  { lat, lng, cosLat }: Origin,
  reach: number,
  queue: FlatQueue,
): void {
  const reachDegrees = degreesOf(reach);
  const isNear = reachDegrees < NEAR_DEGREES;
  const nearCosines = cosLat * cosineFloor(Math.abs(lat) + reachDegrees);
  const first = firstChild(levels, node, level);
  const end = Math.min(first + CHILDREN, levels[level - 1]!);
  for (let child = first; child < end; child += BOX) {
    const minLat = boxes[child + 1]!;
    const maxLat = boxes[child + 3]!;
    const latDegrees = Math.max(minLat - lat, lat - maxLat) - ROUNDING;
    if (latDegrees > reachDegrees) continue;
    let bound = latDegrees > 0 ? haversineFloor(latDegrees) : 0;
    const lngDegrees = lngBeside(boxes[child]!, boxes[child + 2]!, lng);
    if (lngDegrees > 0)
      bound += (isNear ? nearCosines : cosLat * leastCosine(minLat, maxLat)) * haversineFloor(lngDegrees);
    // Among boxes around the origin the small ones come first: they shorten the reach before the others are
    // opened.
    if (bound <= reach) queue.push(at * NODES + child, bound > 0 ? bound : level - 100);
  }
}

/**
 * Index of a node's first child, computed, as all nodes but the last of a level are full; reading it from the
 * indices costs one more cache line.
 */
const firstChild = (levels: readonly number[], node: number, level: number): number =>
  (level > 1 ? levels[level - 2]! : 0) + (node - levels[level - 1]!) * NODE_SIZE;

/** Degrees to the nearest meridian of a box, in either direction; at most 0 inside. */
function lngBeside(minLng: number, maxLng: number, lng: number): number {
  const east = minLng - lng;
  const west = lng - maxLng;
  if (east > 0) return Math.min(east, 360 + west) - ROUNDING;
  return (west > 0 ? Math.min(west, 360 + east) : 0) - ROUNDING;
}

const leastCosine = (minLat: number, maxLat: number): number =>
  cosineFloor(Math.max(-minLat, maxLat) + ROUNDING);

/** Adds the points of a leaf node. Most are too far, which a bound without a sine shows. */
function takePoints(pins: PackedPins, at: number, node: number, wanted: Wanted): void {
  const { origin, best } = wanted;
  const { count, points, boxes, levels } = pins.tree;
  const reachDegrees = degreesOf(best.reach);
  const leastCosines = origin.cosLat * leastCosine(boxes[node + 1]!, boxes[node + 3]!);
  const first = firstChild(levels, node, 1) / BOX;
  const end = Math.min(first + NODE_SIZE, count);
  for (let slot = first; slot < end; slot++) {
    const latDegrees = Math.abs(points[2 * slot + 1]! - origin.lat);
    if (latDegrees > reachDegrees) continue;
    const lngDegrees = lngDelta(points[2 * slot]!, origin.lng);
    const floor = haversineFloor(latDegrees) + leastCosines * haversineFloor(lngDegrees);
    if (floor <= best.reach) takePin(pins, at, slot, wanted);
  }
}

/** The same for a node of a union. */
function takeUnited(
  trees: readonly PackedPins[],
  { pins, treeOf }: Union,
  node: number,
  wanted: Wanted,
): void {
  const { origin, best } = wanted;
  const { count, points, boxes, indices, levels } = pins.tree;
  const reachDegrees = degreesOf(best.reach);
  const leastCosines = origin.cosLat * leastCosine(boxes[node + 1]!, boxes[node + 3]!);
  const first = firstChild(levels, node, 1) / BOX;
  const end = Math.min(first + NODE_SIZE, count);
  for (let slot = first; slot < end; slot++) {
    const latDegrees = Math.abs(points[2 * slot + 1]! - origin.lat);
    if (latDegrees > reachDegrees) continue;
    const lngDegrees = lngDelta(points[2 * slot]!, origin.lng);
    const floor = haversineFloor(latDegrees) + leastCosines * haversineFloor(lngDegrees);
    if (floor > best.reach) continue;
    const row = indices[slot]!;
    const member = memberOf(pins, row);
    const at = treeOf[member]!;
    if (at >= 0) takePin(trees[at]!, at, row - pins.starts[member]!, wanted);
  }
}

function takePin(
  { tree: { points }, ids, hidden, expiresAtMs, mapIds }: PackedPins,
  at: number,
  slot: number,
  { origin, best, nowMs, mapIds: chosen }: Wanted,
): void {
  const hav = haversineTo(origin, points[2 * slot + 1]!, points[2 * slot]!);
  if (hav > best.reach || isHidden(hidden, slot) || (expiresAtMs && expiresAtMs[slot]! <= nowMs)) return;
  if (chosen && mapIds && !chosen.has(mapIds[slot]!)) return;
  best.add({ tree: at, slot, id: ids[slot]!, hav });
}
