/** The package has no types; these are the parts in use. */
declare module 'd3-geo-projection' {
  /** Takes cuts along the antimeridian and at the poles out of a geometry that is wound as d3 has it. */
  export function geoStitch<T extends import('geojson').Polygon | import('geojson').MultiPolygon>(
    geometry: T,
  ): T;
}
