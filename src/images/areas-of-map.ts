import { areaGeometry } from '../export/area-geometry.js';
import type { AreaGeometry } from '../geo/circle-polygon.js';
import { isRegion, type RegionType } from '../geo/regions/region-type.js';
import { isCircle, isDriveTime } from '../schema/marker.js';
import type { RegionShapes } from './region-shapes.js';

/** Areas that differ; the markers of more are dots. All ZIP codes, counties and countries are some 45,000. */
const MAX_AREAS = 50_000;
/** Areas of drive times that are read at a time, of 5 KB each. */
const DRIVE_TIMES = 64;

/** What decides an area, and how it is drawn. */
interface Area {
  readonly type: string;
  /** Miles, the key of a drive time's, or a region_source. */
  readonly of: string;
  /** Degrees; of a marker that has it. */
  readonly lng: number;
  readonly lat: number;
  /** Of its last marker. */
  color: number;
}

export interface DriveTimes {
  readDriveTimes(keys: readonly string[]): Promise<Map<string, { packed: Uint8Array; source: string }>>;
}

export interface AreaVisitor {
  area(geometry: AreaGeometry, color: number): void;
  /** A marker whose area is not there. */
  dot(lng: number, lat: number, color: number): void;
}

/**
 * The areas of a map, each once however many markers have it, in the colour of the last of them: translucent ones upon each other would be of
 * no colour of the legend. Bounded in number, and shapes are made when they are drawn.
 */
export class AreasOfMap {
  readonly #regions: RegionShapes;
  readonly #maxAreas: number;
  readonly #areas = new Map<string, Area>();
  /** What they are drawn on: first members of `region_source`. */
  readonly driveTimeSources = new Set<string>();
  readonly regionTypes = new Set<RegionType>();

  constructor(regions: RegionShapes, maxAreas = MAX_AREAS) {
    this.#regions = regions;
    this.#maxAreas = maxAreas;
  }

  get size(): number {
    return this.#areas.size;
  }

  /** To be awaited before markers with these areas are taken. */
  async prepare(areas: readonly (string | null)[], count: number): Promise<void> {
    const types = new Set<string>();
    for (let i = 0; i < count; i++) if (areas[i] !== null) types.add(typeOf(areas[i]!));
    for (const type of types) if (isRegion(type)) await this.#regions.load(type);
  }

  /**
   * Notes the area of a marker; more than once changes nothing.
   * @param text as MARKER_ROW.area
   * @returns `full` where there are too many, `none` for a marker without, of today's layers
   */
  take(text: string, lng: number, lat: number, color: number): 'taken' | 'full' | 'none' {
    const type = typeOf(text);
    const of = text.slice(type.length + 1);
    if (of === '') return 'none';
    const key = isCircle(type) ? `${of} ${lng} ${lat}` : of;
    const known = this.#areas.get(key);
    if (known) {
      known.color = color;
      return 'taken';
    }
    if (isRegion(type)) {
      if (!this.#regions.has(of)) return 'none';
      this.regionTypes.add(type);
    }
    if (this.#areas.size >= this.#maxAreas) return 'full';
    this.#areas.set(key, { type, of, lng, lat, color });
    return 'taken';
  }

  /** All of them in the order of their first markers, but drive times last. */
  async visit(driveTimes: DriveTimes, visitor: AreaVisitor): Promise<void> {
    let waiting: Area[] = [];
    const readWaiting = async (): Promise<void> => {
      const found = await driveTimes.readDriveTimes(waiting.map(({ of }) => of));
      for (const area of waiting) {
        const driveTime = found.get(area.of);
        if (driveTime) this.driveTimeSources.add(driveTime.source);
        this.#show(area, driveTime?.packed ?? null, visitor);
      }
      waiting = [];
    };
    for (const area of this.#areas.values()) {
      if (!isDriveTime(area.type)) this.#show(area, null, visitor);
      else if (waiting.push(area) === DRIVE_TIMES) await readWaiting();
    }
    if (waiting.length > 0) await readWaiting();
  }

  #show({ type, of, lng, lat, color }: Area, driveTime: Uint8Array | null, visitor: AreaVisitor): void {
    const radius = isCircle(type) ? Number(of) : null;
    const geometry = areaGeometry({ type, lat, lng, radius, regionSource: of, driveTime }, this.#regions);
    if (geometry === null) visitor.dot(lng, lat, color);
    else visitor.area(geometry, color);
  }
}

const typeOf = (area: string): string => area.slice(0, area.indexOf(' '));
