import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, Geometry, MultiPolygon, Polygon } from 'geojson';
import { feature, merge, mesh } from 'topojson-client';
import type { GeometryCollection, MultiPolygon as Mergeable, Topology } from 'topojson-specification';
import { push } from '../gazetteer/draft.js';
import { polygonsOf } from './polygons.js';

const require = createRequire(import.meta.url);

/** A TopoJSON file of a package. */
export const readTopology = (file: string): Topology =>
  JSON.parse(readFileSync(require.resolve(file), 'utf8'));

/** One area of a topology. */
export interface TopologyArea {
  readonly id: string | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: Mergeable;
}

/** Areas of one object of a TopoJSON file in a package. */
export class TopologyFile {
  readonly areas: readonly TopologyArea[];
  readonly #topology: Topology;

  constructor(file: string, object: string) {
    this.#topology = readTopology(file);
    const { geometries } = this.#topology.objects[object] as GeometryCollection<Record<string, unknown>>;
    this.areas = geometries
      .filter(({ type }) => type === 'Polygon' || type === 'MultiPolygon')
      .map((geometry) => ({
        id: geometry.id === undefined ? undefined : String(geometry.id),
        properties: geometry.properties ?? {},
        geometry: geometry as Mergeable,
      }));
  }

  /** GeoJSON MultiPolygon coordinates of merged areas, without the borders between them. */
  polygonsOf(areas: readonly TopologyArea[]): number[][][][] {
    if (areas.length > 1)
      return merge(
        this.#topology,
        areas.map(({ geometry }) => geometry),
      ).coordinates;
    const single: Feature<Geometry> = feature(this.#topology, areas[0]!.geometry);
    return polygonsOf(single.geometry as Polygon | MultiPolygon);
  }

  /** Lines shared by two of the areas, as longitudes and latitudes. */
  bordersBetween(areas: readonly TopologyArea[]): number[][][] {
    const together: GeometryCollection = {
      type: 'GeometryCollection',
      geometries: areas.map(({ geometry }) => geometry),
    };
    return mesh(this.#topology, together, (one, other) => one !== other).coordinates;
  }
}

/** Areas by code; areas without one are left out. */
export function areasByCode(
  areas: readonly TopologyArea[],
  codeOf: (area: TopologyArea) => string | null,
): Map<string, TopologyArea[]> {
  const byCode = new Map<string, TopologyArea[]>();
  for (const area of areas) {
    const code = codeOf(area);
    if (code !== null) push(byCode, code, area);
  }
  return byCode;
}
