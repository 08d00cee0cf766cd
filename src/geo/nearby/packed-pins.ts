import type { Boxes } from './boxes.js';

/**
 * An immutable tree over points, in shared memory: it goes between threads without a copy. Points are in the order of a Hilbert curve;
 * each NODE_SIZE of them have a box, each NODE_SIZE of those have one, and so on up to the root, which is the last.
 * Only `hidden` changes: what is deleted, or has a newer version elsewhere, is left out by whoever searches.
 *
 * 29.5 bytes a pin, and 8 more where any pin expires. A Flatbush over the same points with ids and `slotsById` has 50.5.
 */
export interface PackedPins extends Boxes {
  readonly count: number;
  /** lat, lng for each slot. */
  readonly points: Float64Array;
  /** Marker id for each slot. */
  readonly ids: Float64Array;
  /** Slots by ascending id. */
  readonly slotsById: Uint32Array;
  /** Unix time for each slot, Infinity for those that do not expire; null when none does. */
  readonly expiresAtMs: Float64Array | null;
  /** One bit for each slot. */
  readonly hidden: Uint8Array;
}

export function bytesOf(pins: PackedPins): number {
  const arrays = [pins.points, pins.ids, pins.slotsById, pins.boxes, pins.expiresAtMs, pins.hidden];
  return arrays.reduce((bytes, array) => bytes + (array?.byteLength ?? 0), 0);
}

export const isHidden = (hidden: Uint8Array, slot: number): boolean =>
  (hidden[slot >> 3]! & (1 << (slot & 7))) !== 0;

/** Hides the pins with ids in firstId..lastId. Those that are not there cost nothing. */
export function hideRange(pins: PackedPins, firstId: number, lastId: number): void {
  const { count, ids, slotsById, hidden } = pins;
  for (let at = lowerBound(pins, firstId); at < count; at++) {
    const slot = slotsById[at]!;
    if (ids[slot]! > lastId) break;
    hidden[slot >> 3]! |= 1 << (slot & 7);
  }
}

/** Whether all ids are in firstId..lastId. */
export function isWithin({ count, ids, slotsById }: PackedPins, firstId: number, lastId: number): boolean {
  return count === 0 || (ids[slotsById[0]!]! >= firstId && ids[slotsById[count - 1]!]! <= lastId);
}

/** The number of pins with a smaller id. */
function lowerBound({ count, ids, slotsById }: PackedPins, id: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[slotsById[middle]!]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The slot of an id, or -1 when the tree does not have it. */
export function slotOf(pins: PackedPins, id: number): number {
  const at = lowerBound(pins, id);
  const slot = at < pins.count ? pins.slotsById[at]! : -1;
  return slot >= 0 && pins.ids[slot] === id ? slot : -1;
}
