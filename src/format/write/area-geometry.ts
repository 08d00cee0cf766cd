import type { AreaGeometry } from '../../geo/circle-polygon.js';
import { circlePolygon } from '../../geo/circle-polygon.js';
import { unpackArea } from '../../geo/drive-time/pack-area.js';
import type { RegionFinder } from '../../geo/regions/region-finder.js';
import { isRegion } from '../../geo/regions/region-type.js';
import { isCircle, isDriveTime } from '../../schema/marker-terms.js';

/** Members of a marker that decide its area. */
export interface AreaOf {
  readonly type: string;
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
  /** Miles. */
  readonly radius: number | null;
  readonly regionSource: string | null;
  /** Area of a drive time, packed as `packArea` does; null: it has none. */
  readonly driveTime: Uint8Array | null;
}

/** @returns null for what has no area: a pin, and a region that the layer of today does not have */
export function areaGeometry(
  { type, lat, lng, radius, regionSource, driveTime }: AreaOf,
  regions: Pick<RegionFinder, 'geometryOf'>,
): AreaGeometry | null {
  if (isCircle(type)) return radius === null ? null : circlePolygon({ lat, lng }, radius);
  if (isDriveTime(type)) return driveTime === null ? null : simplest(unpackArea(driveTime));
  if (!isRegion(type) || regionSource === null) return null;
  const area = regions.geometryOf(regionSource);
  return area === null ? null : simplest(area.coordinates);
}

/** @param coordinates of a MultiPolygon */
function simplest(coordinates: number[][][][]): AreaGeometry {
  const [only] = coordinates.length === 1 ? coordinates : [];
  return only ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates };
}

/** Characters of texts that are kept. */
const MAX_KEPT = 8_000_000;

/** Areas as JSON. Those of regions are kept, as many markers have the same. */
export class AreaJson {
  readonly #regions: Pick<RegionFinder, 'geometryOf'>;
  readonly #kept = new Map<string, string | null>();
  #characters = 0;

  constructor(regions: Pick<RegionFinder, 'geometryOf'>) {
    this.#regions = regions;
  }

  textOf(marker: AreaOf): string | null {
    const { type, regionSource } = marker;
    if (!isRegion(type) || regionSource === null) return this.#format(marker);
    const known = this.#kept.get(regionSource);
    if (known !== undefined) return known;
    const text = this.#format(marker);
    const length = regionSource.length + (text?.length ?? 0);
    if (this.#characters + length > MAX_KEPT) {
      this.#kept.clear();
      this.#characters = 0;
    }
    if (length <= MAX_KEPT) {
      this.#kept.set(regionSource, text);
      this.#characters += length;
    }
    return text;
  }

  #format(marker: AreaOf): string | null {
    const geometry = areaGeometry(marker, this.#regions);
    return geometry === null ? null : JSON.stringify(geometry);
  }
}
