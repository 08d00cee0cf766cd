import { openGraph, type RoadGraph } from '../roads/road-graph.js';
import { type Isochrone, IsochroneEngine, MAX_SNAP_METERS } from './isochrone.js';
import { snapToRoad } from './snap.js';

/** A road network as threads get it: by reference. */
export interface RoadNetwork {
  readonly name: string;
  /** Changes with the contents. */
  readonly version: string;
  /** Packed (see RoadGraph). */
  readonly graph: SharedArrayBuffer;
}

/** What is loaded, side by side; extracts may overlap. */
export interface RoadNetworks {
  /** Changes with any of them. */
  readonly version: string;
  readonly graphs: readonly RoadNetwork[];
}

export const NO_ROADS: RoadNetworks = { version: 'none', graphs: [] };

export interface NetworkIsochrone extends Isochrone {
  /** Of the network that was used. */
  readonly name: string;
  readonly version: string;
}

/** Streets of two extracts that are so near to each other, in metres, are the same one. */
const SAME_STREET_METERS = 1;
/** An engine has some 5 bytes a vertex, and what its largest search took. */
const MOST_ENGINES = 8;

/**
 * Areas that are reached by car, over several networks. What was made of a version is kept as long as its networks are asked for, so that
 * one that was replaced does not stay in memory; one object a thread.
 */
export class NetworkEngines {
  #graphs = new Map<string, RoadGraph>();
  /** By version, those that were used last at the end. */
  readonly #engines = new Map<string, IsochroneEngine>();
  #version = '';

  /** For tests. */
  get engines(): number {
    return this.#engines.size;
  }

  /**
   * In the network whose street is nearest; of several that have this street in the one whose edge is farthest away.
   * @param minutes 1 to MAX_MINUTES
   * @param deadline of `performance.now()`
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
      // The root of its tree of boxes answers at once where the place is elsewhere.
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

/** Degrees from a place to the nearest edge of a network; negative outside. */
const marginOf = ({ bounds }: RoadGraph, lon: number, lat: number): number =>
  Math.min(lon - bounds.west, bounds.east - lon, lat - bounds.south, bounds.north - lat);

const engines = new NetworkEngines();

/** Those of this thread (see NetworkEngines.isochrone). */
export const isochroneOf = (
  networks: RoadNetworks,
  lon: number,
  lat: number,
  minutes: number,
  deadline?: number,
): NetworkIsochrone | null => engines.isochrone(networks, lon, lat, minutes, deadline);
