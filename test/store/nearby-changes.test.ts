import t from 'tap';
import { readChanges } from '../../src/store/nearby.js';
import { createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const { sql } = owner;

const note = (db: typeof sql, mapId: number, markerId: number) =>
  db`SELECT note_marker(${mapId}, ${markerId})`;
const mapsOf = (changes: { maps: { mapId: number }[] }) => changes.maps.map(({ mapId }) => mapId).sort();

t.test('what was being written while a snapshot was taken is told when it is committed, once', async (t) => {
  const slow = await sql.reserve();
  await slow`BEGIN`;
  await note(slow as unknown as typeof sql, 1, 10);
  // It began later and is done: the snapshot is of a time after both began.
  await note(sql, 2, 20);
  const { snapshot: before } = await readChanges(sql, null);
  await note(sql, 3, 30);
  const first = await readChanges(sql, before);
  t.same(mapsOf(first), [3]);
  await slow`COMMIT`;
  slow.release();
  const second = await readChanges(sql, first.snapshot);
  t.same(second.maps, [{ mapId: 1, changed: [[10, 10]], deleted: [] }]);
  t.same((await readChanges(sql, second.snapshot)).maps, []);
  t.same(mapsOf(await readChanges(sql, before)), [1, 3], 'from the earlier snapshot both');
});
