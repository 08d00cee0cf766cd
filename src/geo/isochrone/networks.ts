import { openGraph, type RoadGraph } from '../roads/road-graph.js';
import { type Isochrone, IsochroneEngine, MAX_SNAP_METERS } from './isochrone.js';
import { snapToRoad } from './snap.js';

/** A road network, handed to threads by reference. */
export interface RoadNetwork {
  readonly name: string;
  /** Version of the contents. */
  readonly version: string;
  /** Packed graph (see RoadGraph). */
  readonly graph: SharedArrayBuffer;
}

/** All loaded networks, side by side; extracts may overlap. */
export interface RoadNetworks {
  /** Version of the whole set. */
  readonly version: string;
  readonly graphs: readonly RoadNetwork[];
}

export const NO_ROADS: RoadNetworks = { version: 'none', graphs: [] };

export interface NetworkIsochrone extends Isochrone {
  /** Name of the network that the area was drawn on. */
  readonly name: string;
  readonly version: string;
}

/** Distance in metres below which streets of two extracts are the same street. */
const SAME_STREET_METERS = 1;
/**
 * Bound on engines a thread keeps. Each takes some 5 bytes a vertex, and the memory of its largest search.
 */
const MOST_ENGINES = 8;

/**
 * Draws areas over several networks; one object a thread. An engine is kept while its version is in use, so
 * that a replaced network leaves the memory.
 */
export class NetworkEngines {
  #graphs = new Map<string, RoadGraph>();
  /** Engines by version, the most recently used last. */
  readonly #engines = new Map<string, IsochroneEngine>();
  #version = '';

  /** Number of engines, for tests. */
  get engines(): number {
    return this.#engines.size;
  }

  /**
   * Draws an area in the network with the nearest street; where several have that street, in the one whose
   * edge is farthest away.
   * @param minutes 1 to MAX_MINUTES
   * @param deadline in terms of `performance.now()`
   * @returns null where no street is near
   * @throws SearchTookTooLong behind the deadline
   */
  isochrone(
    networks: RoadNetworks,
    lon: number,
    lat: number,
    minutes: number,
    deadline = Infinity,
  ): NetworkIsochrone | null {
    this.#follow(networks);
    const network = this.#nearest(networks.graphs, lon, lat);
    if (network === null) return null;
    const isochrone = this.#engineOf(network).isochrone(lon, lat, minutes, deadline);
    return isochrone && { ...isochrone, name: network.name, version: network.version };
  }

  #follow({ version, graphs }: RoadNetworks): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#graphs = new Map(
      graphs.map(({ version, graph }) => [version, this.#graphs.get(version) ?? openGraph(graph)]),
    );
    for (const known of this.#engines.keys()) if (!this.#graphs.has(known)) this.#engines.delete(known);
  }

  #nearest(graphs: readonly RoadNetwork[], lon: number, lat: number): RoadNetwork | null {
    if (graphs.length === 1) return graphs[0]!;
    let best: RoadNetwork | null = null;
    let bestMeters = Infinity;
    let bestMargin = -Infinity;
    for (const network of graphs) {
      const graph = this.#graphs.get(network.version)!;
      // For a place elsewhere, the root of the box tree answers at once.
      const snap = snapToRoad(graph, lon, lat, MAX_SNAP_METERS);
      if (snap === null || snap.meters > bestMeters + SAME_STREET_METERS) continue;
      const margin = marginOf(graph, lon, lat);
      if (snap.meters >= bestMeters - SAME_STREET_METERS && margin <= bestMargin) continue;
      best = network;
      bestMeters = snap.meters;
      bestMargin = margin;
    }
    return best;
  }

  #engineOf({ version }: RoadNetwork): IsochroneEngine {
    const engine = this.#engines.get(version) ?? new IsochroneEngine(this.#graphs.get(version)!);
    this.#engines.delete(version);
    this.#engines.set(version, engine);
    if (this.#engines.size > MOST_ENGINES) this.#engines.delete(this.#engines.keys().next().value!);
    return engine;
  }
}

/** Degrees from a place to the nearest edge of a network's bounds; negative outside. */
const marginOf = ({ bounds }: RoadGraph, lon: number, lat: number): number =>
  Math.min(lon - bounds.west, bounds.east - lon, lat - bounds.south, bounds.north - lat);

const engines = new NetworkEngines();

/** Draws an area with the engines of this thread (see NetworkEngines.isochrone). */
export const isochroneOf = (
  networks: RoadNetworks,
  lon: number,
  lat: number,
  minutes: number,
  deadline?: number,
): NetworkIsochrone | null => engines.isochrone(networks, lon, lat, minutes, deadline);
