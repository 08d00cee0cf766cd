import type { Logger } from '../../base/log.js';
import type { Geodata } from '../../geo/geodata.js';
import { RegionLayer } from '../../geo/regions/region-layer.js';
import { isRegion } from '../../geo/regions/region-type.js';
import type { Attribution } from '../../schema/attributions.js';
import { BOUNDARIES, type BoundaryLayer, readBoundaryLayers } from '../../store/boundaries.js';
import type { Sql } from '../../store/client.js';
import { readPacked } from '../../store/packed-pieces.js';
import type { CurrentGeodata } from './current-geodata.js';
import { FollowChanges } from './follow-changes.js';

export interface LoadedBoundariesOptions {
  /** For what nobody waits for: a layer is read in many small statements. */
  readonly sql: Sql;
  readonly geodata: CurrentGeodata;
  readonly log: Logger;
}

interface Held {
  readonly layer: BoundaryLayer;
  /** null: what is stored cannot be used. */
  readonly packed: SharedArrayBuffer | null;
}

/** Keeps the areas that the operator loaded before the embedded ones. */
export class LoadedBoundaries {
  readonly #options: LoadedBoundariesOptions;
  readonly #embedded: Geodata;
  #held: ReadonlyMap<string, Held> = new Map();
  readonly #changes: FollowChanges;

  /** The geodata are those that come embedded. */
  constructor(options: LoadedBoundariesOptions) {
    this.#options = options;
    this.#embedded = options.geodata.current;
    this.#changes = new FollowChanges({
      read: () => this.#read(),
      log: options.log,
      what: 'loaded boundaries',
    });
  }

  /** Those in use, by type. */
  get attributions(): Attribution[] {
    return [...this.#held.values()]
      .filter(({ packed }) => packed !== null)
      .map(({ layer: { type, dataset, credit, licence, url } }) => ({
        use: 'boundaries',
        name: `${dataset}/${type}`,
        credit,
        licence,
        url,
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
    const { sql } = this.#options;
    const held = new Map<string, Held>();
    for (const layer of await readBoundaryLayers(sql)) {
      if (this.#changes.isStopped) return true;
      const known = this.#held.get(layer.type);
      const packed = isCurrent(known, layer) ? known.packed : await this.#fetch(layer);
      if (packed === 'replaced') return false;
      held.set(layer.type, { layer, packed });
    }
    this.#held = held;
    this.#replace();
    return true;
  }

  #replace(): void {
    const { geodata, log } = this.#options;
    const layers = { ...this.#embedded.layers };
    const embedded: { -readonly [T in keyof Geodata['layers']]: Geodata['layers'][T] } = {};
    let { version } = this.#embedded;
    for (const [type, { layer, packed }] of this.#held) {
      if (packed === null || !isRegion(type)) continue;
      const below = this.#embedded.layers[type];
      if (below) embedded[type] = below;
      layers[type] = packed;
      version += ` ${type}:${layer.version}`;
    }
    if (version === geodata.current.version) return;
    geodata.replaceLayers(layers, embedded, version);
    log.info({ types: [...this.#held.keys()] }, 'areas are those that were loaded');
  }

  /** @returns null for what cannot be used: it is logged, and what comes embedded stays */
  async #fetch(layer: BoundaryLayer): Promise<SharedArrayBuffer | null | 'replaced'> {
    const { sql, log } = this.#options;
    const { type, version, bytes } = layer;
    const packed = await readPacked(sql, BOUNDARIES, { name: type, version, bytes });
    if (packed === null && !(await this.#isStored(layer))) return 'replaced';
    try {
      if (packed === null) throw new Error('its bytes are not those that were stored');
      const read = new RegionLayer(packed);
      if (read.type !== type) throw new Error(`it has areas of ${read.type}`);
      return packed;
    } catch (error) {
      log.error(
        { err: error, type },
        'loaded boundaries cannot be used: the areas are those that come embedded; load them again',
      );
      return null;
    }
  }

  async #isStored({ type, version }: BoundaryLayer): Promise<boolean> {
    const stored = await readBoundaryLayers(this.#options.sql);
    return stored.some((layer) => layer.type === type && layer.version === version);
  }
}

/** What could not be used is read again when it was stored again, though its contents should be the same. */
const isCurrent = (held: Held | undefined, { version, loadedAt }: BoundaryLayer): held is Held =>
  held !== undefined &&
  held.layer.version === version &&
  (held.packed !== null || held.layer.loadedAt.getTime() === loadedAt.getTime());
