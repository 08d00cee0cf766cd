import type { Logger } from '../../base/log.js';
import type { Geodata } from '../../geo/geodata.js';
import { RegionLayer } from '../../geo/regions/region-layer.js';
import { isRegion } from '../../geo/regions/region-type.js';
import type { Attribution } from '../../schema/attributions.js';
import { BOUNDARIES, type BoundaryLayer, readBoundaryLayers } from '../../store/boundaries.js';
import type { Sql } from '../../store/client.js';
import { readPacked } from '../../store/packed-pieces.js';
import type { CurrentGeodata } from './current-geodata.js';
import { LoadedCopies, type Stored } from './loaded-copies.js';

export interface LoadedBoundariesOptions {
  /** A pool for background work: a layer is read in many small statements. */
  readonly sql: Sql;
  /** The embedded geodata, which this class replaces. */
  readonly geodata: CurrentGeodata;
  readonly log: Logger;
}

type Layer = BoundaryLayer & Stored;

/** Puts the areas that an operator loaded in the place of the embedded ones. */
export class LoadedBoundaries extends LoadedCopies<Layer> {
  readonly #sql: Sql;
  readonly #geodata: CurrentGeodata;
  readonly #embedded: Geodata;

  constructor({ sql, geodata, log }: LoadedBoundariesOptions) {
    super(log, 'loaded boundaries');
    this.#sql = sql;
    this.#geodata = geodata;
    this.#embedded = geodata.current;
  }

  /** Credits of the layers in use. */
  get attributions(): Attribution[] {
    return [...this.held.values()]
      .filter(({ packed }) => packed !== null)
      .map(({ stored: { type, dataset, credit, licence, url } }) => ({
        use: 'boundaries',
        name: `${dataset}/${type}`,
        credit,
        licence,
        url,
      }));
  }

  protected override async list(): Promise<Layer[]> {
    const layers = await readBoundaryLayers(this.#sql);
    return layers.map((layer) => ({ ...layer, name: layer.type }));
  }

  protected override read(layer: Layer): Promise<SharedArrayBuffer | null> {
    return readPacked(this.#sql, BOUNDARIES, layer);
  }

  protected override check(packed: SharedArrayBuffer, { type }: Layer): void {
    const read = new RegionLayer(packed);
    if (read.type !== type) throw new Error(`it has areas of ${read.type}, not of ${type}`);
  }

  protected override use(): void {
    const layers = { ...this.#embedded.layers };
    const embedded: { -readonly [T in keyof Geodata['layers']]: Geodata['layers'][T] } = {};
    let { version } = this.#embedded;
    for (const [type, { stored, packed }] of this.held) {
      if (packed === null || !isRegion(type)) continue;
      const below = this.#embedded.layers[type];
      if (below) embedded[type] = below;
      layers[type] = packed;
      version += ` ${type}:${stored.version}`;
    }
    if (version === this.#geodata.current.version) return;
    this.#geodata.replaceLayers(layers, embedded, version);
    this.log.info(
      { types: [...this.held.keys()] },
      'replaced embedded areas: those that were loaded are in use',
    );
  }
}
