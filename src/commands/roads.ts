import { basename } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { readStoredRoads, removeRoads, type StoredRoads, storeRoads } from '../store/roads.js';
import type { LoadProgress } from '../world/roads/load-roads.js';
import { withDatabase } from './database.js';
import { progressBar } from './progress-bar.js';
import { CommandError, printResult } from './result.js';

const NAME = /^[a-z0-9-]{1,40}$/;

function networkName(text: string): string {
  if (!NAME.test(text)) throw new InvalidArgumentError('a name has 1 to 40 of a-z, 0-9 and -.');
  return text;
}

/** Name of the file without its extension. @throws CommandError when that is not a valid name */
function nameOf(path: string): string {
  const name = basename(path).replace(/(\.osm)?\.pbf$/, '');
  if (!NAME.test(name))
    throw new CommandError(
      `${JSON.stringify(name)} is not a valid name (1 to 40 of a-z, 0-9 and -): give one with --name NAME`,
    );
  return name;
}

export function roadsCommand(): Command {
  const command = new Command('roads').description('street networks for drive times, from OpenStreetMap');
  command.addCommand(
    new Command('load')
      .description('load the streets of an extract; every process uses them within seconds')
      .argument('<file>', 'an .osm.pbf file')
      .option(
        '--name <name>',
        'name of the network; replaces a network of that name; default: the name of the file',
        networkName,
      )
      .action((file: string, { name }: { name?: string }) => load(file, name ?? nameOf(file))),
  );
  command.addCommand(
    new Command('list').description('list the loaded networks, one JSON line each').action(() =>
      withDatabase(async ({ sql }) => {
        for (const roads of await readStoredRoads(sql))
          printResult({ ...resultOf(roads), loaded_at: roads.loadedAt });
      }),
    ),
  );
  command.addCommand(
    new Command('remove')
      .description('remove a network')
      .requiredOption('--name <name>', 'name of the network', networkName)
      .action(({ name }: { name: string }) =>
        withDatabase(async ({ sql }) => {
          if (!(await removeRoads(sql, name))) throw new CommandError(`there is no network ${name}`);
          printResult({ removed: true });
        }),
      ),
  );
  return command;
}

const resultOf = (roads: Omit<StoredRoads, 'loadedAt'>): object => ({
  name: roads.name,
  version: roads.version,
  file: roads.fileName,
  osm_timestamp: roads.osmTimestamp,
  bounds: roads.bounds,
  vertices: roads.vertices,
  arcs: roads.arcs,
  edge_vertices: roads.edgeVertices,
  bytes: roads.bytes,
  tile_bytes: roads.tileBytes,
  file_bytes: roads.fileBytes,
});

const PHASES: Record<LoadProgress['phase'], string> = {
  streets: 'streets',
  places: 'coordinates',
  graph: 'network',
  tiles: 'tiles of pictures',
};
const inMb = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Reads the file before touching the database, so that a defective file changes nothing. */
async function load(path: string, name: string): Promise<void> {
  const bar = progressBar('{phase} [{bar}] {percentage}% {done} of {all} MB');
  const show = (phase: string, bytes: number, totalBytes: number): void => {
    bar.setTotal(totalBytes);
    bar.update(bytes, { phase, done: inMb(bytes), all: inMb(totalBytes) });
  };
  try {
    bar.start(1, 0, { phase: 'opening', done: '0.0', all: '?' });
    // Loaded here, as no other command needs this reader.
    const { readRoads } = await import('../world/roads/read-roads.js');
    const { packed, tiles, ...roads } = await readRoads(path, name, ({ phase, bytes, totalBytes }) =>
      show(PHASES[phase], bytes, totalBytes),
    ).catch((error: Error) => {
      throw new CommandError(`${basename(path)} cannot be loaded: ${error.message}`);
    });
    const tileBytes = tiles.bytes.length;
    await withDatabase(({ url }) =>
      storeRoads(url, roads, packed, (bytes) => show('storing', bytes, packed.length + tileBytes), tiles),
    );
    bar.stop();
    printResult(resultOf({ ...roads, bytes: packed.length, tileBytes }));
  } finally {
    bar.stop();
  }
}
