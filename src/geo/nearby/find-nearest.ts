import { BOX, type Boxes, NODE_SIZE } from './boxes.js';
import { degreesOf, haversineFloor, haversineTo, lngDelta, type Origin } from './great-circle.js';
import type { NearestHits } from './nearest-hits.js';
import { NodeQueue } from './node-queue.js';
import { isHidden, type PackedPins } from './packed-pins.js';
import { memberOf, ROUNDING, type UnitedPins } from './united-pins.js';

/** Nodes of a tree are below this: one number names tree and node in the queue. */
const NODES = 2 ** 32;

/** A tree over several of the trees that are searched. */
export interface Union {
  readonly pins: UnitedPins;
  /** The tree that each of its members is; -1 for one that is not searched. */
  readonly treeOf: Int32Array;
}

/**
 * Adds the nearest pins of many trees to the best so far: nodes of all of them wait in one queue by their distance, until the
 * first one is farther than the last hit. Exact.
 * @param nowMs what has expired by then is left out
 * @param queue to be used again by the next search
 * @param union looked through instead of the trees that it holds: the same is found, faster
 */
export function findNearest(
  trees: readonly PackedPins[],
  origin: Origin,
  best: NearestHits,
  nowMs: number,
  queue: NodeQueue = new NodeQueue(),
  union: Union | null = null,
): void {
  queue.clear();
  const isUnited = new Uint8Array(trees.length);
  if (union) {
    for (const tree of union.treeOf) if (tree >= 0) isUnited[tree] = 1;
    pushRoot(union.pins, trees.length, queue);
  }
  for (let tree = 0; tree < trees.length; tree++) if (!isUnited[tree]) pushRoot(trees[tree]!, tree, queue);
  while (queue.nearest <= best.reach) {
    const code = queue.pop();
    const tree = Math.floor(code / NODES);
    const node = code - tree * NODES;
    const pins = trees[tree] ?? union!.pins;
    let level = 0;
    while (node >= pins.levels[level + 1]!) level++;
    if (level > 0) pushChildren(pins, tree, node, level, origin, best.reach, queue);
    else if (tree < trees.length) takePoints(trees[tree]!, tree, node, origin, best, nowMs);
    else takeUnited(trees, union!, node, origin, best, nowMs);
  }
}

function pushRoot({ count, levels }: Boxes & { count: number }, tree: number, queue: NodeQueue): void {
  if (count > 0) queue.push(tree * NODES + levels[levels.length - 1]! - 1, 0);
}

/**
 * Queues the boxes of a node by a lower bound of the haversine from the origin to any point in them, which takes the nearest latitude
 * and the nearest longitude by themselves. For a box beside the origin that is a little less than the way to its nearest point (which
 * geokdbush's boxDist finds, https://github.com/mourner/geokdbush), but needs neither sine nor arc tangent: a search of 25 pins in
 * 20 trees looks at 1,300 boxes.
 */
function pushChildren(
  { boxes, levels }: Boxes,
  tree: number,
  node: number,
  level: number,
  { lat, lng, cosLat }: Origin,
  reach: number,
  queue: NodeQueue,
): void {
  const reachDegrees = degreesOf(reach);
  const first = levels[level - 1]! + (node - levels[level]!) * NODE_SIZE;
  const end = Math.min(first + NODE_SIZE, levels[level]!);
  for (let child = first, at = BOX * first; child < end; child++, at += BOX) {
    const latDegrees = Math.abs(boxes[at]! - lat) - boxes[at + 2]!;
    if (latDegrees > reachDegrees) continue;
    const lngDegrees = lngDelta(boxes[at + 1]!, lng) - boxes[at + 3]!;
    let bound = latDegrees > 0 ? haversineFloor(latDegrees) : 0;
    if (lngDegrees > 0) bound += cosLat * boxes[at + 4]! * haversineFloor(lngDegrees);
    // Of the boxes that hold the origin the small ones come first: they shorten the reach before the others are opened.
    if (bound <= reach) queue.push(tree * NODES + child, bound > 0 ? bound : level - 100);
  }
}

/** Adds the points of a lowest node. */
function takePoints(
  pins: PackedPins,
  tree: number,
  node: number,
  origin: Origin,
  best: NearestHits,
  nowMs: number,
): void {
  const { count, points, boxes } = pins;
  const reachDegrees = degreesOf(best.reach);
  const leastCosines = origin.cosLat * boxes[BOX * node + 4]!;
  const end = Math.min((node + 1) * NODE_SIZE, count);
  for (let slot = node * NODE_SIZE; slot < end; slot++) {
    // Most are too far: told without a sine.
    const latDegrees = Math.abs(points[2 * slot]! - origin.lat);
    if (latDegrees > reachDegrees) continue;
    const lngDegrees = lngDelta(points[2 * slot + 1]!, origin.lng);
    const floor = haversineFloor(latDegrees) + leastCosines * haversineFloor(lngDegrees);
    if (floor <= best.reach) takePin(pins, tree, slot, origin, best, nowMs);
  }
}

/** The same for a node of a union, whose points are rounded: those that may be near are looked up. */
function takeUnited(
  trees: readonly PackedPins[],
  { pins, treeOf }: Union,
  node: number,
  origin: Origin,
  best: NearestHits,
  nowMs: number,
): void {
  const { count, points, refs, starts, boxes } = pins;
  const reachDegrees = degreesOf(best.reach);
  const leastCosines = origin.cosLat * boxes[BOX * node + 4]!;
  const end = Math.min((node + 1) * NODE_SIZE, count);
  for (let place = node * NODE_SIZE; place < end; place++) {
    const latDegrees = Math.max(0, Math.abs(points[2 * place]! - origin.lat) - ROUNDING);
    if (latDegrees > reachDegrees) continue;
    const lngDegrees = Math.max(0, lngDelta(points[2 * place + 1]!, origin.lng) - ROUNDING);
    const floor = haversineFloor(latDegrees) + leastCosines * haversineFloor(lngDegrees);
    if (floor > best.reach) continue;
    const member = memberOf(pins, refs[place]!);
    const tree = treeOf[member]!;
    if (tree >= 0) takePin(trees[tree]!, tree, refs[place]! - starts[member]!, origin, best, nowMs);
  }
}

function takePin(
  { points, ids, hidden, expiresAtMs }: PackedPins,
  tree: number,
  slot: number,
  origin: Origin,
  best: NearestHits,
  nowMs: number,
): void {
  const hav = haversineTo(origin, points[2 * slot]!, points[2 * slot + 1]!);
  if (hav > best.reach || isHidden(hidden, slot) || (expiresAtMs && expiresAtMs[slot]! <= nowMs)) return;
  best.add({ tree, slot, id: ids[slot]!, hav });
}
