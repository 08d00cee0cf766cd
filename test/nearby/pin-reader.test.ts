import t from 'tap';
import { PinReader } from '../../src/nearby/pin-reader.js';
import { createOwner } from '../support/owner.js';

const { url, sql, createMap } = await createOwner(t);

t.test('a marker that two changes name is packed once', async (t) => {
  const mapId = await createMap();
  await sql`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell)
    SELECT ${mapId}::bigint, n, 'P', 'pin', n / 1000.0, 1, n FROM generate_series(1, 100) n`;
  const reader = new PinReader(url);
  t.teardown(() => reader.close());
  const { ids } = await reader.pack({
    mapIds: [mapId],
    ranges: [
      [1, 60, mapId],
      [70, 90, mapId],
      [50, 80, mapId],
    ],
    isGroup: false,
  });
  t.same(
    [...ids].sort((a, b) => a - b),
    Array.from({ length: 90 }, (_, i) => i + 1),
  );
});
