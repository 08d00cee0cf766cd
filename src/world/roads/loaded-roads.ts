import type { Logger } from '../../base/log.js';
import { NO_ROADS, type RoadNetworks } from '../../geo/isochrone/networks.js';
import { openGraph } from '../../geo/roads/road-graph.js';
import { type Attribution, OPEN_STREET_MAP } from '../../schema/attributions.js';
import type { Sql } from '../../store/client.js';
import { readPacked } from '../../store/packed-pieces.js';
import { ROADS_KIND, readStoredRoads, type StoredRoads } from '../../store/roads.js';
import { LoadedCopies } from '../geodata/loaded-copies.js';
import { GraphFiles, type GraphFileWriter } from './graph-files.js';

export interface LoadedRoadsOptions {
  /** A pool for background work: a network is read in many small statements. */
  readonly sql: Sql;
  /** Folder of the copies that the next start reads instead of the database. */
  readonly directory: string;
  readonly log: Logger;
  /** Called when the networks in use have changed. */
  readonly onChange?: () => void;
}

/** The road networks of this process, as they are stored in the database. */
export class LoadedRoads extends LoadedCopies<StoredRoads> {
  readonly #sql: Sql;
  readonly #files: GraphFiles;
  readonly #onChange: () => void;
  #current = NO_ROADS;

  constructor({ sql, directory, log, onChange = () => {} }: LoadedRoadsOptions) {
    super(log, 'a road network');
    this.#sql = sql;
    this.#files = new GraphFiles(directory);
    this.#onChange = onChange;
  }

  /** The networks in use, for threads, by reference. A later call may return others. */
  get current(): RoadNetworks {
    return this.#current;
  }

  /** Version of what pictures show of the networks; null: nothing. */
  get tilesVersion(): string | null {
    const shown = [...this.held.values()].filter(({ stored }) => (stored.tileBytes ?? 0) > 0);
    return shown.map(({ stored: { name, version } }) => `${name}:${version}`).join(' ') || null;
  }

  get attributions(): Attribution[] {
    return this.#current.graphs.map(({ name }) => ({
      use: 'roads',
      name: `OpenStreetMap, ${name}`,
      ...OPEN_STREET_MAP,
    }));
  }

  protected override list(): Promise<StoredRoads[]> {
    return readStoredRoads(this.#sql);
  }

  protected override async read(stored: StoredRoads): Promise<SharedArrayBuffer | null> {
    return (await this.#files.read(stored)) ?? (await this.#fetch(stored));
  }

  protected override check(graph: SharedArrayBuffer): void {
    openGraph(graph);
  }

  protected override async use(): Promise<void> {
    const graphs = [...this.held].flatMap(([name, { stored, packed }]) =>
      packed === null ? [] : [{ name, version: stored.version, graph: packed }],
    );
    const version = graphs.map(({ name, version }) => `${name}:${version}`).join(' ') || NO_ROADS.version;
    if (version !== this.#current.version) {
      this.#current = { version, graphs };
      this.#onChange();
      this.log.info(
        { roads: graphs.map(({ name }) => name) },
        'replaced road networks: those that were loaded are in use',
      );
    }
    await this.#files
      .keepOnly(new Set([...this.held.values()].map(({ stored }) => stored.version)))
      .catch((error) => this.log.warn({ err: error }, 'could not remove old copies of road networks'));
  }

  /** Reads a network from the database, and writes a copy for the next start while the disk takes it. */
  async #fetch(stored: StoredRoads): Promise<SharedArrayBuffer | null> {
    let copy: GraphFileWriter | null = null;
    const withoutCopy = async (error: unknown): Promise<void> => {
      this.log.warn(
        { err: error, name: stored.name },
        'could not copy a road network to disk: the next start reads it from the database',
      );
      await copy?.discard();
      copy = null;
    };
    copy = await this.#files.write(stored).catch(async (error) => {
      await withoutCopy(error);
      return null;
    });
    let graph: SharedArrayBuffer | null = null;
    try {
      graph = await readPacked(this.#sql, ROADS_KIND, stored, async (piece) => {
        await copy?.write(piece).catch(withoutCopy);
      });
    } finally {
      if (graph === null) await copy?.discard();
    }
    if (graph !== null) await copy?.finish().catch(withoutCopy);
    return graph;
  }
}
