import { degreesOf, haversineFloor, haversineTo, lngDelta, type Origin } from './great-circle.js';
import type { NearestHits } from './nearest-hits.js';
import { NodeQueue } from './node-queue.js';
import { BOX, isHidden, NODE_SIZE, type PackedPins } from './packed-pins.js';

/** Nodes of a tree are below this: one number names tree and node in the queue. */
const NODES = 2 ** 32;

/**
 * Adds the nearest pins of many trees to the best so far: nodes of all of them wait in one queue by their distance, until the
 * first one is farther than the last hit. Exact.
 * @param nowMs what has expired by then is left out
 * @param queue to be used again by the next search
 */
export function findNearest(
  trees: readonly PackedPins[],
  origin: Origin,
  best: NearestHits,
  nowMs: number,
  queue: NodeQueue = new NodeQueue(),
): void {
  queue.clear();
  trees.forEach(({ count, levels }, tree) => {
    if (count > 0) queue.push(tree * NODES + levels[levels.length - 1]! - 1, 0);
  });
  while (queue.nearest <= best.reach) {
    const code = queue.pop();
    const tree = Math.floor(code / NODES);
    const node = code - tree * NODES;
    const pins = trees[tree]!;
    let level = 0;
    while (node >= pins.levels[level + 1]!) level++;
    if (level === 0) takePoints(pins, tree, node, origin, best, nowMs);
    else pushChildren(pins, tree, node, level, origin, best.reach, queue);
  }
}

/**
 * Queues the boxes of a node by a lower bound of the haversine from the origin to any point in them, which takes the nearest latitude
 * and the nearest longitude by themselves. For a box beside the origin that is a little less than the way to its nearest point (which
 * geokdbush's boxDist finds, https://github.com/mourner/geokdbush), but needs neither sine nor arc tangent: a search of 25 pins in
 * 20 trees looks at 1,300 boxes.
 */
function pushChildren(
  { boxes, levels }: PackedPins,
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
  { count, points, ids, boxes, expiresAtMs, hidden }: PackedPins,
  tree: number,
  node: number,
  origin: Origin,
  best: NearestHits,
  nowMs: number,
): void {
  const reachDegrees = degreesOf(best.reach);
  const leastCosines = origin.cosLat * boxes[BOX * node + 4]!;
  const end = Math.min((node + 1) * NODE_SIZE, count);
  for (let slot = node * NODE_SIZE; slot < end; slot++) {
    // Most are too far: told without a sine.
    const lat = points[2 * slot]!;
    const latDegrees = Math.abs(lat - origin.lat);
    if (latDegrees > reachDegrees) continue;
    const lng = points[2 * slot + 1]!;
    const floor = haversineFloor(latDegrees) + leastCosines * haversineFloor(lngDelta(lng, origin.lng));
    if (floor > best.reach || isHidden(hidden, slot) || (expiresAtMs && expiresAtMs[slot]! <= nowMs))
      continue;
    best.add({ tree, slot, id: ids[slot]!, hav: haversineTo(origin, lat, lng) });
  }
}
