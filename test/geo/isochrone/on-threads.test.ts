import { availableParallelism } from 'node:os';
import t from 'tap';
import { ThreadPool } from '../../../src/base/threads/thread-pool.js';
import { unpackArea } from '../../../src/geo/drive-time/pack-area.js';
import { NetworkEngines } from '../../../src/geo/isochrone/networks.js';
import { townNetwork } from '../../support/town-network.js';

t.test(
  'threads of the service answer as this one does, and keep nothing of a network that was replaced',
  async (t) => {
    const threads = new ThreadPool({
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      workers: Math.min(2, availableParallelism()),
    });
    t.teardown(() => threads.close());
    const origins = [0, 0.003, 5].map((lon) => ({ lon, lat: 0.001, minutes: 2 }));
    for (const streets of [9, 15]) {
      const { network } = townNetwork('town', streets);
      const roads = { version: network.version, graphs: [network] };
      const here = new NetworkEngines();
      const expected = origins.map(({ lon, lat, minutes }) => here.isochrone(roads, lon, lat, minutes));
      t.equal(expected[2], null);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => threads.run('isochrones', { networks: roads, places: origins })),
      );
      for (const answer of answers) {
        t.same(
          answer.map((each) => ('packed' in each ? unpackArea(each.packed) : null)),
          expected.map((each) => each?.coordinates ?? null),
        );
      }
    }
  },
);
