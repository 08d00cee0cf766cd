import { createRequire } from 'node:module';
import Flatbush from 'flatbush';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

export interface County {
  /** FIPS. */
  readonly code: string;
  /** GeoJSON MultiPolygon coordinates, degrees. */
  readonly polygons: readonly (readonly number[][][])[];
}

/** Counties of us-atlas in full resolution, the source of the layer. */
export function readCounties(): County[] {
  const topology = createRequire(import.meta.url)('us-atlas/counties-10m.json') as Topology;
  const { features } = feature(topology, topology.objects.counties as GeometryCollection);
  return features.flatMap(({ id, geometry }) => {
    if (geometry?.type === 'Polygon') return [{ code: String(id), polygons: [geometry.coordinates] }];
    return geometry?.type === 'MultiPolygon' ? [{ code: String(id), polygons: geometry.coordinates }] : [];
  });
}

/** The obvious first implementation: a Flatbush of the polygons' boxes, and ray casting over all edges. */
export class NaiveCounties {
  readonly #index: Flatbush;
  readonly #parts: { code: string; rings: Float64Array[] }[];

  constructor(counties: readonly County[]) {
    this.#parts = counties.flatMap(({ code, polygons }) =>
      polygons.map((rings) => ({ code, rings: rings.map((ring) => Float64Array.from(ring.flat())) })),
    );
    this.#index = new Flatbush(this.#parts.length);
    for (const { rings } of this.#parts) {
      const [lngs, lats] = [0, 1].map((member) => rings[0]!.filter((_, at) => at % 2 === member));
      this.#index.add(min(lngs!), min(lats!), max(lngs!), max(lats!));
    }
    this.#index.finish();
  }

  codeOf(lat: number, lng: number): string | null {
    for (const at of this.#index.search(lng, lat, lng, lat)) {
      const { code, rings } = this.#parts[at]!;
      let inside = false;
      for (const ring of rings) if (crossesOddly(ring, lat, lng)) inside = !inside;
      if (inside) return code;
    }
    return null;
  }
}

const min = (values: Float64Array): number => values.reduce((a, b) => Math.min(a, b));
const max = (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b));

/** Whether a ray to the east crosses the ring an odd number of times. @param ring lng, lat, lng, lat, …; closed */
function crossesOddly(ring: Float64Array, lat: number, lng: number): boolean {
  let odd = false;
  for (let i = 2; i < ring.length; i += 2) {
    const [aLng, aLat, bLng, bLat] = [ring[i - 2]!, ring[i - 1]!, ring[i]!, ring[i + 1]!];
    if (aLat > lat !== bLat > lat && lng < ((bLng - aLng) * (lat - aLat)) / (bLat - aLat) + aLng) odd = !odd;
  }
  return odd;
}
