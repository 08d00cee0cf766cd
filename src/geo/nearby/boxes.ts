import { cosine } from './great-circle.js';

/** Points of a node, and nodes of the node above. */
export const NODE_SIZE = 16;
/** Numbers for each node in its boxes: latitude and longitude of the middle, half of height and width, and the least cosine of a latitude. */
export const BOX = 5;

/** The inner nodes of a tree over points that lie along a curve: NODE_SIZE points have a box, NODE_SIZE of those have one, up to the root, which is the last. */
export interface Boxes {
  readonly boxes: Float32Array;
  /** Where the nodes of each level begin, from the one above the points; the last element is the number of nodes. */
  readonly levels: readonly number[];
}

function levelStarts(count: number): number[] {
  const starts = [0];
  let nodes = 0;
  for (let width = Math.ceil(count / NODE_SIZE); ; width = Math.ceil(width / NODE_SIZE)) {
    nodes += width;
    starts.push(nodes);
    if (width <= 1) return starts;
  }
}

/** Degrees by which a box is widened (2 m), so that it still holds its points when its middle is rounded to 32 bits. */
const MARGIN = 2e-5;
/** Of what a cosine may be less by such rounding. */
const COSINE_MARGIN = 1e-6;

/**
 * In 32 bits: half the bytes are half the cache lines that a search waits for.
 * @param points lat, lng of each
 */
export function boxesOf(points: Float64Array): Boxes {
  const count = points.length / 2;
  const levels = levelStarts(count);
  const nodes = levels[levels.length - 1]!;
  const minLats = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY);
  const minLngs = minLats.slice();
  const maxLats = new Float64Array(nodes).fill(Number.NEGATIVE_INFINITY);
  const maxLngs = maxLats.slice();
  const grow = (node: number, minLat: number, minLng: number, maxLat: number, maxLng: number): void => {
    if (minLat < minLats[node]!) minLats[node] = minLat;
    if (minLng < minLngs[node]!) minLngs[node] = minLng;
    if (maxLat > maxLats[node]!) maxLats[node] = maxLat;
    if (maxLng > maxLngs[node]!) maxLngs[node] = maxLng;
  };
  for (let slot = 0; slot < count; slot++) {
    const lat = points[2 * slot]!;
    const lng = points[2 * slot + 1]!;
    grow(Math.floor(slot / NODE_SIZE), lat, lng, lat, lng);
  }
  for (let level = 1; level < levels.length - 1; level++) {
    const start = levels[level - 1]!;
    for (let node = start; node < levels[level]!; node++) {
      const parent = levels[level]! + Math.floor((node - start) / NODE_SIZE);
      grow(parent, minLats[node]!, minLngs[node]!, maxLats[node]!, maxLngs[node]!);
    }
  }
  const boxes = new Float32Array(new SharedArrayBuffer(nodes * BOX * 4));
  for (let node = 0, at = 0; node < nodes; node++) {
    const [minLat, minLng, maxLat, maxLng] = [minLats[node]!, minLngs[node]!, maxLats[node]!, maxLngs[node]!];
    boxes[at++] = (minLat + maxLat) / 2;
    boxes[at++] = (minLng + maxLng) / 2;
    boxes[at++] = (maxLat - minLat) / 2 + MARGIN;
    boxes[at++] = (maxLng - minLng) / 2 + MARGIN;
    boxes[at++] = Math.max(0, Math.min(cosine(minLat), cosine(maxLat)) - COSINE_MARGIN);
  }
  return { boxes, levels };
}
