/** Mean radius of WGS84, m (docs/decisions.md#places). */
const EARTH_RADIUS_M = 6_371_008.8;
const METERS_OF_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180;

/**
 * A plane of metres around a place (equirectangular projection): exact enough over driving distances, and
 * lossless on the way back.
 */
export class Plane {
  readonly metersOfLon: number;
  readonly metersOfLat = METERS_OF_DEGREE;

  constructor(lat: number) {
    this.metersOfLon = METERS_OF_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  }
}
