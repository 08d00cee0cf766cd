import type { Logger } from '../../base/log.js';
import { NO_ROADS, type RoadNetworks } from '../../geo/isochrone/networks.js';
import { openGraph } from '../../geo/roads/road-graph.js';
import { type Attribution, OPEN_STREET_MAP } from '../../schema/attributions.js';
import type { Sql } from '../../store/client.js';
import { readPacked } from '../../store/packed-pieces.js';
import { ROADS, readStoredRoads, type StoredRoads } from '../../store/roads.js';
import { FollowChanges } from '../geodata/follow-changes.js';
import { GraphFiles, type GraphFileWriter } from './graph-files.js';

export interface LoadedRoadsOptions {
  /** For what nobody waits for: a network is read in many small statements. */
  readonly sql: Sql;
  /** Where copies are kept, from which they are read at the next start. */
  readonly directory: string;
  readonly log: Logger;
  /** Called when there are others than before. */
  readonly onChange?: () => void;
}

interface Held {
  readonly stored: StoredRoads;
  /** null: what is stored cannot be used here. */
  readonly graph: SharedArrayBuffer | null;
}

class UnusableRoads extends Error {}

function check(graph: SharedArrayBuffer): void {
  try {
    openGraph(graph);
  } catch (error) {
    throw new UnusableRoads((error as Error).message);
  }
}

/** The road networks of this process, as they are stored in the database. */
export class LoadedRoads {
  readonly #sql: Sql;
  readonly #log: Logger;
  readonly #files: GraphFiles;
  readonly #changes: FollowChanges;
  #held: ReadonlyMap<string, Held> = new Map();
  readonly #onChange: () => void;
  #current = NO_ROADS;

  constructor({ sql, directory, log, onChange = () => {} }: LoadedRoadsOptions) {
    this.#onChange = onChange;
    this.#sql = sql;
    this.#log = log;
    this.#files = new GraphFiles(directory);
    this.#changes = new FollowChanges({ read: () => this.#read(), log, what: 'loaded roads' });
  }

  /** For threads, by reference. What is asked for twice may have been replaced in between. */
  get current(): RoadNetworks {
    return this.#current;
  }

  get attributions(): Attribution[] {
    return this.#current.graphs.map(({ name }) => ({
      use: 'roads',
      name: `OpenStreetMap, ${name}`,
      ...OPEN_STREET_MAP,
    }));
  }

  /** Resolves when what is stored was read once, or could not be: then it is tried again, later and later. */
  start(): Promise<void> {
    return this.changed();
  }

  /** Something may be stored that is not held. Never rejects. */
  changed(): Promise<void> {
    return this.#changes.changed();
  }

  stop(): Promise<void> {
    return this.#changes.stop();
  }

  async #read(): Promise<boolean> {
    const held = new Map<string, Held>();
    for (const stored of await readStoredRoads(this.#sql)) {
      if (this.#changes.isStopped) return true;
      const known = this.#held.get(stored.name);
      const graph = isCurrent(known, stored) ? known.graph : await this.#obtain(stored);
      if (graph === 'replaced') return false;
      held.set(stored.name, { stored, graph });
    }
    this.#held = held;
    const graphs = [...held].flatMap(([name, { stored, graph }]) =>
      graph === null ? [] : [{ name, version: stored.version, graph }],
    );
    const version = graphs.map(({ name, version }) => `${name}:${version}`).join(' ') || NO_ROADS.version;
    if (version !== this.#current.version) {
      this.#current = { version, graphs };
      this.#onChange();
      this.#log.info({ roads: graphs.map(({ name }) => name) }, 'road networks are those that were loaded');
    }
    await this.#files
      .keepOnly(new Set([...held.values()].map(({ stored }) => stored.version)))
      .catch((error) => this.#log.warn({ err: error }, 'old copies of roads could not be removed'));
    return true;
  }

  /** @returns null for what cannot be used: it is logged, and the others are used */
  async #obtain(stored: StoredRoads): Promise<SharedArrayBuffer | null | 'replaced'> {
    try {
      const graph = (await this.#files.read(stored)) ?? (await this.#fetch(stored));
      if (graph === null && !(await this.#isStored(stored))) return 'replaced';
      if (graph === null) throw new UnusableRoads('its bytes are not those that were stored');
      check(graph);
      return graph;
    } catch (error) {
      if (!(error instanceof UnusableRoads || error instanceof RangeError)) throw error;
      const { name, version, bytes } = stored;
      const reason = error instanceof RangeError ? 'there is no memory for it' : 'load its file again';
      this.#log.error({ err: error, name, version, bytes }, `a road network cannot be used: ${reason}`);
      return null;
    }
  }

  /** From the database, with a copy for the next start as long as the disk takes it. */
  async #fetch(stored: StoredRoads): Promise<SharedArrayBuffer | null> {
    let copy: GraphFileWriter | null = null;
    const withoutCopy = async (error: unknown): Promise<void> => {
      this.#log.warn({ err: error, name: stored.name }, 'no copy of a road network could be written');
      await copy?.discard();
      copy = null;
    };
    copy = await this.#files.write(stored).catch(async (error) => {
      await withoutCopy(error);
      return null;
    });
    let graph: SharedArrayBuffer | null = null;
    try {
      graph = await readPacked(this.#sql, ROADS, stored, async (piece) => {
        await copy?.write(piece).catch(withoutCopy);
      });
    } finally {
      if (graph === null) await copy?.discard();
    }
    if (graph !== null) await copy?.finish().catch(withoutCopy);
    return graph;
  }

  async #isStored({ name, version }: StoredRoads): Promise<boolean> {
    const stored = await readStoredRoads(this.#sql);
    return stored.some((other) => other.name === name && other.version === version);
  }
}

/** What could not be used is read again when it was stored again, though its contents should be the same. */
const isCurrent = (held: Held | undefined, { version, loadedAt }: StoredRoads): held is Held =>
  held !== undefined &&
  held.stored.version === version &&
  (held.graph !== null || held.stored.loadedAt.getTime() === loadedAt.getTime());
