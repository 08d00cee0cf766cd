import type { GeoJsonProperties } from 'geojson';
import { feature as featureOf } from 'topojson-client';
import type { GeometryObject, Topology } from 'topojson-specification';
import { isObject, polygonsOf, type RawFeature } from './feature.js';
import { BoundaryError } from './refusal.js';

/**
 * Features of the topology object with the most likely ones: files of states also have counties and the
 * nation.
 * @throws BoundaryError
 */
export function* readTopology(
  file: string,
  value: Record<string, unknown>,
  isLikely: (feature: RawFeature) => boolean,
): Generator<RawFeature> {
  if (!isObject(value.objects) || !Array.isArray(value.arcs))
    throw new BoundaryError(`${file} is a topology without objects or arcs`);
  const topology = value as unknown as Topology;
  let best: readonly GeometryObject<GeoJsonProperties>[] = [];
  let bestCount = -1;
  for (const object of Object.values(topology.objects)) {
    const geometries = object.type === 'GeometryCollection' ? object.geometries : [object];
    const count = geometries.filter(
      (geometry) => /Polygon$/.test(geometry.type ?? '') && isLikely(unlocated(geometry)),
    ).length;
    if (count > bestCount) [best, bestCount] = [geometries, count];
  }
  for (const geometry of best) {
    if (!/^(Multi)?Polygon$/.test(geometry.type ?? '')) {
      yield unlocated(geometry);
      continue;
    }
    try {
      const { geometry: located } = featureOf(topology, geometry as GeometryObject) as {
        geometry: RawFeature['geometry'];
      };
      closeRings(polygonsOf({ ...unlocated(geometry), geometry: located }));
      yield { ...unlocated(geometry), geometry: located };
    } catch (error) {
      throw new BoundaryError(
        `${file}: the arcs of ${JSON.stringify(geometry.id ?? geometry.properties)} cannot be read: ${(error as Error).message}`,
      );
    }
  }
}

/**
 * Largest gap between the ends of a ring. Rings close only as well as their arcs meet: in counties merged to
 * states some end 100 m from their start.
 */
const GAP_DEGREES = 0.01;

function closeRings(polygons: unknown): void {
  for (const ring of (polygons as number[][][][]).flat()) {
    const [first, last] = [ring[0], ring.at(-1)];
    if (!first || !last) continue;
    const gap = Math.max(Math.abs(first[0]! - last[0]!), Math.abs(first[1]! - last[1]!));
    if (gap > 0 && gap < GAP_DEGREES) ring.push(first);
  }
}

function unlocated({ id, properties, type }: GeometryObject<GeoJsonProperties>): RawFeature {
  return {
    id,
    properties: isObject(properties) ? properties : {},
    geometry: type === null || type === undefined ? null : { type, coordinates: [] },
  };
}
