import t from 'tap';
import type { Match } from '../../src/schema/match.js';
import { eachKeyedMarker } from '../../src/store/coded-markers.js';
import { openThreadPool } from '../../src/store/thread-pool.js';
import { sharedImportBench } from '../support/import.js';

const bench = await sharedImportBench(t);
const BY_CODE: Match = { column: 'extras', name: 'location_code' };

t.test('the markers that rows may meet are visited once, whatever a statement reads', async (t) => {
  const pool = openThreadPool(bench.url, 1);
  t.teardown(() => pool.end());
  const mapId = await bench.createMap();
  const rows = ['A,1,1,,', ' é "B" ,2,2,7,2001-01-01', 'C,3,3,,', 'D,4,4, 8 ,'];
  await bench.importText(mapId, `name,lat,lng,location_code,expire\n${rows.join('\n')}\n`);
  const seen = async (match: Match | null, most: number): Promise<unknown[]> => {
    const told: unknown[] = [];
    const keys = { mapId, match, nowMs: Date.now(), before: null };
    for (let after: number | null = 0; after !== null; )
      after = await eachKeyedMarker(pool, keys, after, most, ({ bytes, from, to, code, lat, isExpired }) =>
        told.push([bytes.toString('utf8', from, to), code, lat, isExpired]),
      );
    return told;
  };
  const all = [
    ['A', null, 1, false],
    ['é "B"', null, 2, true],
    ['C', null, 3, false],
    ['D', null, 4, false],
  ];
  for (const most of [1, 2, 3, 4, 5, 1000]) t.same(await seen(null, most), all, `${most} a statement`);
  const coded = [
    ['é "B"', '7', 2, true],
    ['D', '8', 4, false],
  ];
  for (const most of [1, 2, 3, 1000]) t.same(await seen(BY_CODE, most), coded, `${most} a statement`);
});
