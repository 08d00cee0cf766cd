import { openGraph } from '../roads/road-graph.js';
import { SearchTookTooLong } from './bounded-search.js';
import { isochroneOf, type RoadNetworks } from './networks.js';

/** Areas until V8 has compiled the code: later ones take a third of the time of the first. */
export const WARM_UP_AREAS = 20;
const MINUTES = [5, 10, 15];
const MOST_MS = 100;

/** Draws the nth warm-up area, each at another place of the networks. */
export function warmUpArea(networks: RoadNetworks, n: number): void {
  const { graph } = networks.graphs[n % networks.graphs.length]!;
  const { edges, edgeFrom, vertexLonE7, vertexLatE7 } = openGraph(graph);
  const vertex = edgeFrom[Math.floor(((n + 0.5) / WARM_UP_AREAS) * edges)]!;
  const [lon, lat] = [vertexLonE7[vertex]! / 1e7, vertexLatE7[vertex]! / 1e7];
  try {
    isochroneOf(networks, lon, lat, MINUTES[n % MINUTES.length]!, performance.now() + MOST_MS);
  } catch (error) {
    if (!(error instanceof SearchTookTooLong)) throw error;
  }
}
