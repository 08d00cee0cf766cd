import type { MultiPolygon, Position } from 'geojson';
import type { RegionPolygons } from './region-polygons.js';

export function geometryOf({ regions, parts, rings, points }: RegionPolygons, region: number): MultiPolygon {
  const coordinates: Position[][][] = [];
  for (let part = regions[region]!; part < regions[region + 1]!; part++) {
    const polygon: Position[][] = [];
    for (let ring = parts[part]!; ring < parts[part + 1]!; ring++) {
      const vertices: Position[] = [];
      for (let vertex = rings[ring]!; vertex < rings[ring + 1]!; vertex++)
        vertices.push([points[2 * vertex]! / 1e6, points[2 * vertex + 1]! / 1e6]);
      polygon.push(vertices);
    }
    coordinates.push(polygon);
  }
  return { type: 'MultiPolygon', coordinates };
}
