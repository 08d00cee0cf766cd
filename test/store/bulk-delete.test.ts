import t from 'tap';
import { deleteMarkerRange, lastMarkerId } from '../../src/store/bulk-delete.js';
import { createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const { sql } = owner;

async function insert(mapId: number, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell)
    SELECT ${mapId}, nextval('marker_ids'), 'A', 'pin', 1, 2, 3 FROM generate_series(1, ${count}) RETURNING id`;
  return rows.map(({ id }) => id);
}

const idsOf = async (mapId: number): Promise<number[]> =>
  (await sql<{ id: number }[]>`SELECT id FROM markers WHERE map_id = ${mapId} ORDER BY id`).map(
    ({ id }) => id,
  );

t.test('markers that were made after a deletion began stay, whatever the size of its steps', async (t) => {
  for (const atMost of [1, 2, 3, 10]) {
    const id = await owner.createMap();
    await insert(id, 3);
    const lastId = await lastMarkerId(sql, id);
    const later = await insert(id, 2);
    const reached: number[] = [];
    let deleted = 0;
    for (let afterId = 0; afterId < lastId; ) {
      const step = await deleteMarkerRange(
        sql,
        { writer: owner, mapId: id, auditId: null },
        { afterId, lastId, atMost },
        null,
      );
      deleted += step.deleted;
      afterId = step.reached;
      reached.push(afterId);
    }
    t.equal(deleted, 3);
    t.equal(reached.at(-1), lastId);
    t.same(await idsOf(id), later);
  }
});
