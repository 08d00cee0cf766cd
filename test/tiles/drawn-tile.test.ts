import t from 'tap';
import { bytesOfTile, drawnTile, finishTile, plainBytes } from '../../src/tiles/drawn-tile.js';

t.test('a tile that is kept holds no more memory than is counted', async (t) => {
  for (const length of [0, 10, 1023, 1024, 5000, 40_000]) {
    // The encoder hands over the begin of a longer buffer.
    const drawn = Uint8Array.from({ length: 65_536 }, (_, at) => at % 251).subarray(0, length);
    // A thread sends no Buffers.
    const tile = drawnTile(structuredClone(finishTile(drawn)));
    t.same(await plainBytes(tile), Buffer.from(drawn));
    t.equal(tile.isZipped, length >= 1024);
    t.ok(tile.bytes.buffer.byteLength <= bytesOfTile(tile), `of ${length}`);
  }
});
