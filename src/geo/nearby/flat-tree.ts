import Flatbush from 'flatbush';

/** Points per leaf and nodes per parent: Flatbush's default. */
export const NODE_SIZE = 16;
const HEADER_BYTES = 8;

/**
 * A Flatbush over points: Hilbert order, boxes and indices in one SharedArrayBuffer, which threads share
 * without a copy. Boxes have 32 bits a coordinate, rounded to nearest. Once the upper nodes are built, the 16
 * bytes of each point's own box hold the point as two doubles: answers are exact at 21.4 bytes a pin instead
 * of 38.4 with 64 bits throughout. Flatbush's own searches cannot read this layout; `find-nearest.ts`
 * searches the arrays, as geoflatbush does.
 */
export interface FlatTree {
  readonly count: number;
  /** lng, lat of each point in the order of the curve, at the start of `boxes`. */
  readonly points: Float64Array;
  /**
   * minLng, minLat, maxLng, maxLat of each node. A node's name is the index where its box begins; the nodes
   * of the lowest level are the points.
   */
  readonly boxes: Float32Array;
  /** At a quarter of a node's name: its first child, or for a point its row in the input. */
  readonly indices: Uint16Array | Uint32Array;
  /** End of each level, from the points up to the root, which is the last node. */
  readonly levels: readonly number[];
}

/** Numbers per box. */
export const BOX = 4;
/** Numbers of the boxes of a node's children. */
export const CHILDREN = NODE_SIZE * BOX;
/**
 * Degrees by which rounding may shrink a box: 2^-17, half of the last of the 24 bits of a longitude, doubled
 * for safety.
 */
export const ROUNDING = 2 ** -16;
export const TREE_BYTES_PER_PIN = 21.4;

const NOTHING: FlatTree = {
  count: 0,
  points: new Float64Array(0),
  boxes: new Float32Array(0),
  indices: new Uint16Array(0),
  levels: [0],
};

/** Builds the tree; a million points take about 0.3 s. */
export function growTree(lngs: Float64Array, lats: Float64Array): FlatTree {
  const count = lngs.length;
  if (count === 0) return NOTHING;
  const index = new Flatbush(count, NODE_SIZE, Float32Array, SharedArrayBuffer);
  for (let row = 0; row < count; row++) index.add(lngs[row]!, lats[row]!);
  index.finish();
  const { _boxes: boxes, _indices: indices, _levelBounds: levels } = index;
  const points = new Float64Array(index.data, HEADER_BYTES, 2 * count);
  for (let slot = 0; slot < count; slot++) {
    const row = indices[slot]!;
    points[2 * slot] = lngs[row]!;
    points[2 * slot + 1] = lats[row]!;
  }
  return { count, points, boxes: boxes as Float32Array, indices, levels };
}

/** Bytes of the whole tree. */
export const treeBytes = ({ count, points }: FlatTree): number =>
  count === 0 ? 0 : points.buffer.byteLength;
