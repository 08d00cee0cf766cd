import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { bytesOfTile, drawnTile, finishTile } from '../../src/tiles/drawn-tile.js';

t.test('a tile that is kept holds no more memory than is counted', (t) => {
  for (const length of [0, 10, 1500, 5000, 40_000]) {
    // The encoder hands over the begin of a longer buffer.
    const drawn = Uint8Array.from({ length: 65_536 }, (_, at) => at % 251).subarray(0, length);
    // A thread sends no Buffers.
    const tile = drawnTile(structuredClone(finishTile(drawn)));
    t.same(tile.bytes, Buffer.from(drawn));
    if (tile.zipped !== null) t.same(gunzipSync(tile.zipped), tile.bytes);
    t.equal(tile.zipped === null, length < 1024);
    const held = tile.bytes.buffer.byteLength + (tile.zipped?.buffer.byteLength ?? 0);
    t.ok(held <= bytesOfTile(tile), `${held} for a tile of ${length}`);
  }
  t.end();
});
