import { type FlatTree, growTree, treeBytes } from './flat-tree.js';

/** Columns of pins, in any order. */
export interface PinColumns {
  /** Distinct. */
  readonly ids: Float64Array;
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
  /** Unix time; Infinity for pins that do not expire; null where none expires. */
  readonly expiresAtMs: Float64Array | null;
  /** Map of each pin; null where all belong to one. */
  readonly mapIds: Float64Array | null;
}

/**
 * Pins with a tree over them, in shared memory, which threads share without a copy. They are in the order of
 * the tree's points, as a search reads neighbours together. Only `hidden` changes: searches leave out deleted
 * pins and pins with a newer version elsewhere. 29.5 bytes a pin, plus 8 where any pin expires, plus 8 where
 * pins belong to several maps.
 */
export interface PackedPins {
  readonly tree: FlatTree;
  /** Marker id of each slot. */
  readonly ids: Float64Array;
  /** Slots by ascending id, stored in the tree in the place of its points' rows. */
  readonly slotsById: Uint16Array | Uint32Array;
  readonly expiresAtMs: Float64Array | null;
  readonly mapIds: Float64Array | null;
  /** One bit per slot. */
  readonly hidden: Uint8Array;
}

export function packPins({ ids, lats, lngs, expiresAtMs, mapIds }: PinColumns): PackedPins {
  const count = ids.length;
  const tree = growTree(lngs, lats);
  const slotsById = tree.indices.subarray(0, count);
  const rows = slotsById.slice();
  const inSlots = (column: Float64Array): Float64Array => {
    const ordered = new Float64Array(new SharedArrayBuffer(count * 8));
    for (let slot = 0; slot < count; slot++) ordered[slot] = column[rows[slot]!]!;
    return ordered;
  };
  const slotIds = inSlots(ids);
  rows.forEach((row, slot) => {
    slotsById[row] = slot;
  });
  if (!isAscending(ids)) slotsById.sort((a, b) => slotIds[a]! - slotIds[b]!);
  return {
    tree,
    ids: slotIds,
    slotsById,
    expiresAtMs: expiresAtMs && inSlots(expiresAtMs),
    mapIds: mapIds && inSlots(mapIds),
    hidden: new Uint8Array(new SharedArrayBuffer(Math.ceil(count / 8))),
  };
}

function isAscending(ids: Float64Array): boolean {
  for (let row = 1; row < ids.length; row++) if (ids[row - 1]! > ids[row]!) return false;
  return true;
}

export function bytesOfPins({ tree, ids, expiresAtMs, mapIds, hidden }: PackedPins): number {
  const columns = ids.byteLength + (expiresAtMs?.byteLength ?? 0) + (mapIds?.byteLength ?? 0);
  return treeBytes(tree) + columns + hidden.byteLength;
}

export const isHidden = (hidden: Uint8Array, slot: number): boolean =>
  (hidden[slot >> 3]! & (1 << (slot & 7))) !== 0;

export function hideSlot(hidden: Uint8Array, slot: number): void {
  hidden[slot >> 3]! |= 1 << (slot & 7);
}

/** Hides the pins with ids in firstId..lastId; absent ids cost nothing. */
export function hideRange(pins: PackedPins, firstId: number, lastId: number): void {
  const { ids, slotsById, hidden } = pins;
  for (let at = lowerBound(pins, firstId); at < ids.length; at++) {
    const slot = slotsById[at]!;
    if (ids[slot]! > lastId) break;
    hideSlot(hidden, slot);
  }
}

/** Hides the pins of maps other than these. */
export function hideOtherMaps({ mapIds, hidden }: PackedPins, kept: ReadonlySet<number>): void {
  if (mapIds === null) return;
  for (let slot = 0; slot < mapIds.length; slot++) if (!kept.has(mapIds[slot]!)) hideSlot(hidden, slot);
}

/** Tells whether all ids are in firstId..lastId. */
export function areIdsWithin({ ids, slotsById }: PackedPins, firstId: number, lastId: number): boolean {
  const { length } = ids;
  return length === 0 || (ids[slotsById[0]!]! >= firstId && ids[slotsById[length - 1]!]! <= lastId);
}

/** Number of pins with a smaller id. */
function lowerBound({ ids, slotsById }: PackedPins, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[slotsById[middle]!]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Slot of an id; -1 where the tree lacks it. */
export function slotOfId(pins: PackedPins, id: number): number {
  const at = lowerBound(pins, id);
  const slot = at < pins.ids.length ? pins.slotsById[at]! : -1;
  return slot >= 0 && pins.ids[slot] === id ? slot : -1;
}
