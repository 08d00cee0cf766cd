// Room world: reference data of a process, embedded or loaded by an operator (geodata, boundaries, roads,
// demographics, drive times).
import { join } from 'node:path';
import type { Logger } from '../../base/log.js';
import type { Parts } from '../../base/parts.js';
import type { Sql } from '../../store/client.js';
import { LoadedRoads } from '../roads/loaded-roads.js';
import { CurrentGeodata } from './current-geodata.js';
import { loadGeodata } from './load.js';
import { LoadedBoundaries } from './loaded-boundaries.js';

/** Reference data of this process, embedded and loaded by the operator. */
export interface World {
  readonly geodata: CurrentGeodata;
  readonly boundaries: LoadedBoundaries;
  readonly roads: LoadedRoads;
}

/** @param onRoads called when the road networks have changed */
export async function openWorld(
  parts: Parts,
  { sql, dataDir, log, onRoads }: { sql: Sql; dataDir: string; log: Logger; onRoads: () => void },
): Promise<World> {
  const geodata = new CurrentGeodata(await loadGeodata());
  const boundaries = new LoadedBoundaries({ sql, geodata, log });
  const roads = new LoadedRoads({ sql, directory: join(dataDir, 'roads'), log, onChange: onRoads });
  parts.add('work', {
    name: 'boundaries and roads',
    start: () => Promise.all([boundaries.start(), roads.start()]),
  });
  // Notifications from the database may start a reading before `start`, so this part stops it in any case.
  parts.add('work', {
    name: 'news of boundaries and roads',
    stop: () => Promise.all([boundaries.stop(), roads.stop()]),
  });
  return { geodata, boundaries, roads };
}
