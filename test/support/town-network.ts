import { createHash } from 'node:crypto';
import { openGraph } from '../../src/geo/roads/road-graph.js';
import { writeOsmPbf } from './osm-pbf.js';
import { gridTown, packedGraphOf } from './town.js';

/**
 * A grid town with its metadata and bytes.
 * @param streets number in each direction
 * @param at lon, lat of its middle
 */
export function townNetwork(
  name: string,
  streets: number,
  [lon, lat]: readonly [number, number] = [0, 0],
  spacingMeters = 200,
) {
  const { nodes, ways } = gridTown(streets, streets, spacingMeters, {
    highway: 'residential',
    maxspeed: '36',
  });
  const moved = nodes.map((node) => ({ ...node, lon: node.lon + lon, lat: node.lat + lat }));
  return networkOf(name, writeOsmPbf(moved, ways));
}

/** An .osm.pbf with its metadata and bytes. */
export function networkOf(name: string, file: Buffer) {
  const graph = packedGraphOf(file);
  const packed = Uint8Array.from(new Uint8Array(graph));
  const version = createHash('sha256').update(packed).digest('hex');
  const { bounds, vertices, arcs } = openGraph(graph);
  const stored = {
    name,
    version,
    fileName: `${name}.osm.pbf`,
    fileBytes: file.length,
    osmTimestamp: null,
    bounds,
    vertices,
    arcs,
    edgeVertices: 0,
  };
  return { graph, packed, stored, file, network: { name, version, graph } };
}
