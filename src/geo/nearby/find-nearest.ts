import { haversineTo, haversineToBox, type Origin } from './great-circle.js';
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
  const push = ({ boxes }: PackedPins, tree: number, node: number, level: number): void => {
    const at = BOX * node;
    const bound = haversineToBox(
      origin,
      boxes[at]!,
      boxes[at + 1]!,
      boxes[at + 2]!,
      boxes[at + 3]!,
      boxes[at + 4]!,
    );
    // Of the boxes that hold the origin the small ones come first: they shorten the reach before the others are opened.
    if (bound <= best.reach) queue.push(tree * NODES + node, bound > 0 ? bound : level - 100);
  };
  trees.forEach((pins, tree) => {
    const { count, levels } = pins;
    if (count > 0) push(pins, tree, levels[levels.length - 1]! - 1, levels.length);
  });
  while (queue.nearest <= best.reach) {
    const code = queue.pop();
    const tree = Math.floor(code / NODES);
    const node = code - tree * NODES;
    const pins = trees[tree]!;
    const { levels } = pins;
    let level = 0;
    while (node >= levels[level + 1]!) level++;
    if (level === 0) {
      takePoints(pins, tree, node, origin, best, nowMs);
      continue;
    }
    const first = levels[level - 1]! + (node - levels[level]!) * NODE_SIZE;
    const end = Math.min(first + NODE_SIZE, levels[level]!);
    for (let child = first; child < end; child++) push(pins, tree, child, level - 1);
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
  const { points, ids, boxes, expiresAtMs } = pins;
  const leastCosine = boxes[BOX * node + 4]!;
  const end = Math.min((node + 1) * NODE_SIZE, pins.count);
  for (let slot = node * NODE_SIZE; slot < end; slot++) {
    const lat = points[2 * slot]!;
    const lng = points[2 * slot + 1]!;
    // Most are too far: told without a sine.
    if (haversineToBox(origin, lat, lng, 0, 0, leastCosine) > best.reach) continue;
    if (isHidden(pins, slot) || (expiresAtMs && expiresAtMs[slot]! <= nowMs)) continue;
    best.add({ tree, slot, id: ids[slot]!, hav: haversineTo(origin, lat, lng) });
  }
}
