import { writeOsmPbf } from '../../load/osm-pbf/osm-pbf.js';
import { storeRoads } from '../../src/store/roads.js';
import type { TestApp } from './app.js';
import { gridTown, METERS_OF_DEGREE } from './town.js';
import { networkOf, townNetwork } from './town-network.js';

type Network = ReturnType<typeof townNetwork>;

/**
 * Streets of 12 km around 0, 0 with junctions 400 m apart: a quarter of an hour does not reach all their
 * ends.
 */
export const town = (name = 'town'): Network => townNetwork(name, 31, [0, 0], 400);

/** The same town in an extract that ends 1 km east of its middle, across streets. */
export function cutTown(name = 'cut'): Network {
  const { nodes, ways } = gridTown(31, 31, 400, { highway: 'residential', maxspeed: '36' });
  const inside = nodes.filter(({ lon }) => lon * METERS_OF_DEGREE < 1000);
  return networkOf(name, writeOsmPbf(inside, ways));
}

/** Loads a network and waits until the service has it. */
export async function loadTown({ app, databaseUrl }: TestApp, { stored, packed }: Network): Promise<void> {
  await storeRoads(databaseUrl, stored, packed);
  while (!app.roads.current.version.includes(stored.version))
    await new Promise((done) => setTimeout(done, 5));
}

/** Cells of a place some metres east and north of 0, 0. */
export const placeAt = (east: number, north: number) => ({
  lat: (north / METERS_OF_DEGREE).toFixed(6),
  lng: (east / METERS_OF_DEGREE).toFixed(6),
});
