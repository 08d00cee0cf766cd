import t from 'tap';
import {
  areIdsWithin,
  bytesOfPins,
  hideOtherMaps,
  hideRange,
  hideSlot,
  isHidden,
  type PackedPins,
  packPins,
  slotOfId,
} from '../../../src/geo/nearby/packed-pins.js';

/** Packs pins with these ids at distinct places. */
function packed(
  ids: readonly number[],
  mapIds: readonly number[] | null = null,
  expires = false,
): PackedPins {
  return packPins({
    ids: Float64Array.from(ids),
    lats: Float64Array.from(ids, (_, i) => (i * 37) % 80),
    lngs: Float64Array.from(ids, (_, i) => (i * 53) % 170),
    expiresAtMs: expires ? Float64Array.from(ids, (id) => id * 1000) : null,
    mapIds: mapIds && Float64Array.from(mapIds),
  });
}
const hiddenIds = ({ ids, hidden }: PackedPins): number[] =>
  [...ids].filter((_, slot) => isHidden(hidden, slot)).sort((a, b) => a - b);
const IDS = Array.from({ length: 40 }, (_, i) => 100 + 3 * i);

t.test('every id has its slot, in whatever order the pins came', async (t) => {
  for (const ids of [IDS, [...IDS].reverse(), [...IDS.slice(20), ...IDS.slice(0, 20)]]) {
    const pins = packed(ids, ids, true);
    t.strictSame(
      ids.map((id) => {
        const slot = slotOfId(pins, id);
        const [lng, lat] = pins.tree.points.subarray(2 * slot);
        return [pins.ids[slot], pins.mapIds![slot], pins.expiresAtMs![slot], lat, lng];
      }),
      ids.map((id, row) => [id, id, id * 1000, (row * 37) % 80, (row * 53) % 170]),
    );
    t.strictSame(
      Array.from(pins.slotsById, (slot) => pins.ids[slot]),
      IDS,
    );
    for (const id of [99, 101, 218, 1e9, -1]) t.equal(slotOfId(pins, id), -1, `${id}`);
  }
  t.equal(slotOfId(packed([]), 1), -1);
});

t.test('a range hides its ids and no others', async (t) => {
  const cases: readonly (readonly [first: number, last: number])[] = [
    [100, 100],
    [101, 102],
    [103, 112],
    [0, 99],
    [0, 100],
    [217, 217],
    [218, 1e9],
    [0, 1e9],
  ];
  for (const [first, last] of cases) {
    const pins = packed([...IDS].reverse());
    hideRange(pins, first, last);
    t.strictSame(
      hiddenIds(pins),
      IDS.filter((id) => id >= first && id <= last),
      `${first} to ${last}`,
    );
  }
});

t.test('one slot is hidden, and not those beside it', async (t) => {
  const pins = packed(IDS);
  for (const slot of [0, 7, 8, 39]) hideSlot(pins.hidden, slot);
  t.strictSame(
    IDS.map((_, slot) => slot).filter((slot) => isHidden(pins.hidden, slot)),
    [0, 7, 8, 39],
  );
});

t.test('pins of maps that left are hidden', async (t) => {
  const pins = packed(
    IDS,
    IDS.map((_, i) => i % 3),
  );
  hideOtherMaps(pins, new Set([0, 2]));
  t.strictSame(
    hiddenIds(pins),
    IDS.filter((_, i) => i % 3 === 1),
  );
  const ofOneMap = packed(IDS);
  hideOtherMaps(ofOneMap, new Set());
  t.strictSame(hiddenIds(ofOneMap), [], 'a tree that does not say whose pins it has');
});

t.test('whether all ids lie in a range', async (t) => {
  const pins = packed([...IDS].reverse());
  t.ok(areIdsWithin(pins, 100, 217));
  t.ok(areIdsWithin(pins, 0, 1e9));
  t.notOk(areIdsWithin(pins, 101, 217));
  t.notOk(areIdsWithin(pins, 100, 216));
  t.ok(areIdsWithin(packed([]), 5, 4), 'nothing lies anywhere');
});

t.test('the bytes of pins are those of their arrays', async (t) => {
  const tree = packed(IDS).tree.points.buffer.byteLength;
  t.equal(bytesOfPins(packed(IDS)), tree + 40 * 8 + 5);
  t.equal(bytesOfPins(packed(IDS, IDS)), tree + 40 * 16 + 5);
  t.equal(bytesOfPins(packed(IDS, IDS, true)), tree + 40 * 24 + 5);
  t.equal(bytesOfPins(packed([])), 0);
  for (const array of [packed(IDS).ids, packed(IDS).hidden, packed(IDS, IDS, true).expiresAtMs!])
    t.type(array.buffer, SharedArrayBuffer);
});
