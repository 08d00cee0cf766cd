import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { loadRequire } from '../packages.js';

const PACKAGE = '@valhallajs/valhallajs';

/** The used part of the package, which not every platform has. */
interface ValhallaPackage {
  Actor: new (config: unknown) => Actor;
  getConfig(options: {
    tileDir: string;
    tileExtract: string;
  }): Promise<Record<string, Record<string, unknown>>>;
}

/** lon, lat. */
export type Place = readonly [number, number];

/** Valhalla in this process, over an extract. */
export interface Valhalla {
  /** Coordinates of a MultiPolygon. */
  isochrone(from: Place, minutes: number): Promise<number[][][][]>;
  /** Seconds to each target; null: no route. */
  secondsTo(from: Place, targets: readonly Place[]): Promise<(number | null)[]>;
}

/** Valhalla's own answers, JSON as a text or parsed. */
export interface Actor {
  isochrone(query: unknown): Promise<unknown>;
  matrix(query: unknown): Promise<unknown>;
}

/**
 * Builds the tiles of an .osm.pbf and opens them.
 * @param folder an existing folder
 * @returns a text where the package is not installed or does not run here
 */
export async function openActor(path: string, folder: string): Promise<Actor | string> {
  let valhalla: ValhallaPackage;
  try {
    valhalla = loadRequire(PACKAGE);
  } catch (error) {
    const [reason] = String((error as Error).message).split('\n');
    return `${PACKAGE} cannot be loaded (npm ci --prefix load --ignore-scripts installs it): ${reason}`;
  }
  const options = { tileDir: join(folder, 'tiles'), tileExtract: join(folder, 'tiles.tar') };
  const config = await valhalla.getConfig(options).catch((error: Error) => error);
  if (config instanceof Error) return `Valhalla's configuration needs Python 3: ${config.message}`;
  for (const part of ['mjolnir', 'loki', 'thor', 'odin'])
    Object.assign(config[part]!, { logging: { type: '' } });
  Object.assign(config.mjolnir!, { tile_extract: '', traffic_extract: '' });
  // Its own choice of algorithm overstates times: for 56 of 149 targets.
  Object.assign(config.thor!, { source_to_target_algorithm: 'timedistancematrix' });
  // Beyond its limits for public services: a whole row of a table of times at once.
  Object.assign(config.service_limits!.auto!, {
    max_matrix_location_pairs: 100_000,
    max_matrix_distance: 1e7,
  });
  const configPath = join(folder, 'valhalla.json');
  await writeFile(configPath, JSON.stringify(config));
  const build = join(
    dirname(loadRequire.resolve(PACKAGE)),
    process.platform,
    process.arch,
    'valhalla_build_tiles',
  );
  await promisify(execFile)(build, ['-c', configPath, path], { cwd: folder, maxBuffer: 1 << 26 });
  return new valhalla.Actor(config);
}

/** Opens Valhalla over an .osm.pbf, as `openActor` does. */
export async function openValhalla(path: string, folder: string): Promise<Valhalla | string> {
  const actor = await openActor(path, folder);
  if (typeof actor === 'string') return actor;
  const at = ([lon, lat]: Place) => ({ lon, lat });
  return {
    isochrone: async (from, minutes) => {
      const answer = await actor.isochrone({
        locations: [at(from)],
        costing: 'auto',
        contours: [{ time: minutes }],
        polygons: true,
      });
      const { features } = (typeof answer === 'string' ? JSON.parse(answer) : answer) as {
        features: { geometry: { type: string; coordinates: unknown } }[];
      };
      const { type, coordinates } = features[0]!.geometry;
      return (type === 'Polygon' ? [coordinates] : coordinates) as number[][][][];
    },
    secondsTo: async (from, targets) => {
      const query = { sources: [at(from)], targets: targets.map(at), costing: 'auto' };
      const answer = await actor.matrix(query);
      const { sources_to_targets } = (typeof answer === 'string' ? JSON.parse(answer) : answer) as {
        sources_to_targets: { time: number | null }[][];
      };
      return sources_to_targets[0]!.map(({ time }) => time);
    },
  };
}
