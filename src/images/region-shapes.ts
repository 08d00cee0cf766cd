import type { MultiPolygon } from 'geojson';
import { RegionLayer } from '../geo/regions/region-layer.js';
import { isRegion, type RegionType } from '../geo/regions/region-type.js';
import { BOUNDARIES } from '../store/boundaries.js';
import { connect } from '../store/client.js';
import type { StoredLayer } from '../store/image-markers.js';
import { readPacked } from '../store/packed-pieces.js';
import { loadLayer } from '../world/geodata/load.js';

/** A layer of areas in memory. */
interface Held {
  readonly layer: RegionLayer;
  /** Layer that the operator loaded; null: the embedded one. */
  readonly stored: StoredLayer | null;
}

/** Time limit of a statement, which reads a piece of one MiB. */
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Areas of regions: for each type the layer that the operator loaded, or else the embedded one. Layers stay
 * in memory for the next picture; a type that no map has is never read.
 */
export class RegionShapes {
  readonly #held = new Map<RegionType, Held>();
  #databaseUrl = '';
  #stored: ReadonlyMap<string, StoredLayer> = new Map();
  /** Types whose layer is up to date for the current picture. */
  readonly #current = new Set<RegionType>();

  /** Begins a picture. @param stored layers that the operator has loaded by now */
  begin(databaseUrl: string, stored: readonly StoredLayer[]): void {
    this.#databaseUrl = databaseUrl;
    this.#stored = new Map(stored.map((layer) => [layer.type, layer]));
    this.#current.clear();
  }

  isRead(type: RegionType): boolean {
    return this.#current.has(type);
  }

  /** Loads the layer of a type. Await it before you ask for areas of that type. */
  async load(type: RegionType): Promise<void> {
    if (this.#current.has(type)) return;
    const stored = this.#stored.get(type) ?? null;
    const held = this.#held.get(type);
    if (held === undefined || held.stored?.version !== stored?.version) {
      const layer = stored === null ? null : await readStored(stored, this.#databaseUrl);
      // The service logs a loaded layer that it cannot use, and uses the embedded one instead, too.
      if (layer !== null) this.#held.set(type, { layer, stored });
      else this.#held.set(type, { layer: new RegionLayer(await loadLayer(type)), stored: null });
    }
    this.#current.add(type);
  }

  has(regionSource: string): boolean {
    return this.#find(regionSource) !== null;
  }

  /** Same as `RegionFinder.geometryOf`. */
  geometryOf(regionSource: string): MultiPolygon | null {
    const found = this.#find(regionSource);
    return found === null ? null : found.layer.geometryOf(found.region);
  }

  /** @returns the first member of region_source, and the credit of a layer that the operator loaded */
  sourceOf(type: RegionType): { dataset: string; credit: string | null } {
    const { layer, stored } = this.#held.get(type)!;
    return { dataset: layer.dataset, credit: stored?.credit ?? null };
  }

  #find(regionSource: string): { layer: RegionLayer; region: number } | null {
    const [, type = '', code = '', ...more] = regionSource.split('/');
    const layer = isRegion(type) && more.length === 0 ? this.#held.get(type)?.layer : undefined;
    const region = layer?.regionOf(code) ?? -1;
    return region === -1 ? null : { layer: layer!, region };
  }
}

/** @returns null for a layer that cannot be used */
async function readStored(stored: StoredLayer, databaseUrl: string): Promise<RegionLayer | null> {
  const sql = connect(databaseUrl, {
    applicationName: 'cartload images',
    maxConnections: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const packed = await readPacked(sql, BOUNDARIES, { name: stored.type, ...stored });
    const layer = packed === null ? null : asLayer(packed);
    return layer?.type === stored.type ? layer : null;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function asLayer(packed: SharedArrayBuffer): RegionLayer | null {
  try {
    return new RegionLayer(packed);
  } catch {
    return null;
  }
}
