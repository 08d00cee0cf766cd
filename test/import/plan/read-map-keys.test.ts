import t from 'tap';
import type { Threads } from '../../../src/base/threads/thread-pool.js';
import { joinParts } from '../../../src/import/duplicates/map-keys.js';
import { readKeysPart, readMapKeys } from '../../../src/import/plan/read-map-keys.js';
import type { Match } from '../../../src/schema/match.js';
import { openThreadPool } from '../../../src/store/thread-pool.js';
import { sharedImportBench } from '../../support/import.js';

const bench = await sharedImportBench(t);
const BY_CODE: Match = { column: 'extras', name: 'location_code' };

t.test(
  'the keys of a map are read in parts, each a task of its own, and again where one fails',
  async (t) => {
    const pool = openThreadPool(bench.url, 1);
    t.teardown(() => pool.end());
    const mapId = await bench.createMap();
    const rows = [
      ...['A,1,1,,7,', 'A,1,1,,8,', 'B,2,2,,,2001-01-01', 'C,,,98101,7,', 'C,,,98101,,', 'D,4,4,,9,'],
      ...['E,5,5,,9,', 'F,6,6,,,'],
    ];
    await bench.importText(mapId, `name,lat,lng,zip,location_code,expire\n${rows.join('\n')}\n`, {
      on_duplicate: 'overwrite',
    });
    let parts = 0;
    let failures = 0;
    const threads = {
      run: async (name: string, task: never) => {
        if (name === 'joinParts')
          return joinParts((task as { parts: [] }).parts, (task as { byCode: boolean }).byCode);
        parts++;
        return failures-- > 0 ? { unavailable: 'away' } : readKeysPart(pool, task);
      },
    } as unknown as Threads;
    const ask = async <T>(read: () => Promise<T>): Promise<T> => read().catch(read);
    const read = (match: Match | null, partMarkers: number, most = 100) => {
      parts = 0;
      const wanted = { mapId, match, seed: Uint32Array.of(1, 2, 3), nowMs: Date.now(), own: null };
      return readMapKeys(wanted, { threads, most, ask, away: (reason) => new Error(reason), partMarkers });
    };
    for (const match of [null, BY_CODE]) {
      const whole = await read(match, 100);
      t.equal(parts, 1);
      for (const partMarkers of [1, 2, 3]) t.same(await read(match, partMarkers), whole);
      t.ok(parts > 1);
      const { length } = whole!.ids;
      t.equal(await read(match, 2, length - 1), null, 'too many');
      t.ok(await read(match, 2, length));
    }
    failures = 1;
    t.ok(await read(null, 100));
    t.equal(parts, 2, 'a part that fails is read again, and no other');
  },
);

t.test('a part whose database is silent is given up in time', async (t) => {
  const never = { run: () => new Promise(() => {}) } as unknown as Threads;
  const wanted = { mapId: 1, match: BY_CODE, seed: Uint32Array.of(1, 2, 3), nowMs: Date.now(), own: null };
  const away = (reason: string) => new Error(reason);
  const ask = <T>(read: () => Promise<T>) => read();
  await t.rejects(
    readMapKeys(wanted, { threads: never, most: 1, ask, away, partMs: 1 }),
    /^no codes .* 0\.001 s/,
  );
});
