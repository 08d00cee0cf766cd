import t from 'tap';
import { bytesOfTile, drawnTile } from '../../src/tiles/drawn-tile.js';

t.test('a tile that is kept holds no more memory than is counted', async (t) => {
  for (const length of [0, 10, 1500, 5000, 40_000]) {
    // The encoder and the thread hand over the begin of a longer buffer.
    const drawn = Uint8Array.from({ length: 65_536 }, (_, at) => at % 251).subarray(0, length);
    const tile = await drawnTile(drawn);
    t.same(tile.bytes, Buffer.from(drawn));
    const held = tile.bytes.buffer.byteLength + (tile.zipped?.buffer.byteLength ?? 0);
    t.ok(held <= bytesOfTile(tile), `${held} for a tile of ${length}`);
  }
});
