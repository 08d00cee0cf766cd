import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { Command, InvalidArgumentError } from 'commander';
import { AT_EDGE_OF_EXTRACT, openGraph, type RoadGraph } from '../geo/roads/road-graph.js';
import type { LoadProgress } from '../roads/load-roads.js';
import { readStoredRoads, removeRoads, type StoredRoads, storeRoads } from '../store/roads.js';
import { withDatabase } from './database.js';
import { CommandError, printResult } from './result.js';

const NAME = /^[a-z0-9-]{1,40}$/;

function networkName(text: string): string {
  if (!NAME.test(text)) throw new InvalidArgumentError('1 to 40 of a-z, 0-9 and - are needed.');
  return text;
}

/** That of the file, without its ending. @throws CommandError when that is none */
function nameOf(path: string): string {
  const name = basename(path).replace(/(\.osm)?\.pbf$/, '');
  if (!NAME.test(name))
    throw new CommandError(
      `${JSON.stringify(name)} cannot be a name, which has 1 to 40 of a-z, 0-9 and -: say --name NAME`,
    );
  return name;
}

export function roadsCommand(): Command {
  const command = new Command('roads').description('street networks for drive times, from OpenStreetMap');
  command.addCommand(
    new Command('load')
      .description('load the streets of an extract, in every process within seconds')
      .argument('<file>', 'an .osm.pbf')
      .option(
        '--name <name>',
        "of the network, in place of the one that has it; default: the file's",
        networkName,
      )
      .action((file: string, { name }: { name?: string }) => load(file, name ?? nameOf(file))),
  );
  command.addCommand(
    new Command('list').description('the networks that are loaded, one JSON line each').action(() =>
      withDatabase(async ({ sql }) => {
        for (const roads of await readStoredRoads(sql))
          printResult({ ...resultOf(roads), loaded_at: roads.loadedAt });
      }),
    ),
  );
  command.addCommand(
    new Command('remove')
      .description('remove a network')
      .requiredOption('--name <name>', 'of the network', networkName)
      .action(({ name }: { name: string }) =>
        withDatabase(async ({ sql }) => {
          if (!(await removeRoads(sql, name))) throw new CommandError(`no roads ${name} are loaded`);
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
  file_bytes: roads.fileBytes,
});

const PHASES: Record<LoadProgress['phase'], string> = {
  streets: 'streets',
  places: 'where they lie',
  graph: 'network',
};
const inMb = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** The file is read before the database is touched: what is wrong with it changes nothing there. */
async function load(path: string, name: string): Promise<void> {
  const bar = new SingleBar(
    {
      format: '{phase} [{bar}] {percentage}% {done} of {all} MB',
      stream: process.stderr,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const show = (phase: string, bytes: number, totalBytes: number): void => {
    bar.setTotal(totalBytes);
    bar.update(bytes, { phase, done: inMb(bytes), all: inMb(totalBytes) });
  };
  try {
    bar.start(1, 0, { phase: 'opening', done: '0.0', all: '?' });
    const { packed, ...roads } = await readFile(path, name, ({ phase, bytes, totalBytes }) =>
      show(PHASES[phase], bytes, totalBytes),
    );
    await withDatabase(({ url }) =>
      storeRoads(url, roads, packed, (bytes) => show('storing', bytes, packed.length)),
    );
    bar.stop();
    printResult(resultOf({ ...roads, bytes: packed.length }));
  } finally {
    bar.stop();
  }
}

async function readFile(path: string, name: string, onProgress: (progress: LoadProgress) => void) {
  const { loadRoads } = await import('../roads/load-roads.js');
  const { graph, header, fileBytes } = await loadRoads(path, availableParallelism(), onProgress).catch(
    (error: Error) => {
      throw new CommandError(`${basename(path)} cannot be loaded: ${error.message}`);
    },
  );
  const packed = new Uint8Array(graph);
  const { bounds, vertices, arcs, vertexFlags } = openGraph(graph);
  return {
    packed,
    name,
    version: versionOf(packed),
    fileName: basename(path),
    fileBytes,
    osmTimestamp: header.timestampSeconds === null ? null : new Date(header.timestampSeconds * 1000),
    bounds,
    vertices,
    arcs,
    edgeVertices: edgeVerticesOf(vertexFlags),
  };
}

/** Hashes are not made of shared memory: copied in pieces. */
function versionOf(packed: Uint8Array): string {
  const PIECE_BYTES = 1024 * 1024;
  const hash = createHash('sha256');
  for (let at = 0; at < packed.length; at += PIECE_BYTES)
    hash.update(Buffer.from(packed.subarray(at, at + PIECE_BYTES)));
  return hash.digest('hex');
}

function edgeVerticesOf(vertexFlags: RoadGraph['vertexFlags']): number {
  let count = 0;
  for (const flags of vertexFlags) if ((flags & AT_EDGE_OF_EXTRACT) !== 0) count++;
  return count;
}
