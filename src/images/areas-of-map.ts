import { areaGeometry } from '../format/write/area-geometry.js';
import type { AreaGeometry } from '../geo/circle-polygon.js';
import { isRegion, type RegionType } from '../geo/regions/region-type.js';
import { isCircle, isDriveTime } from '../schema/marker-terms.js';
import type { RegionShapes } from './region-shapes.js';

/**
 * Different circles and drive times, some 0.3 ms each; markers beyond are dots. Regions need no limit, as
 * their layers have some 45,000.
 */
const MAX_SHAPES = 10_000;
/** Areas of drive times that are read at a time, of 5 KB each. */
const DRIVE_TIMES = 64;

/** An area, and the colours of the markers that share it. */
interface Area {
  readonly type: string;
  /** Miles, the key of a drive time's, or a region_source. */
  readonly of: string;
  /** Degrees: the place of a marker with this area. */
  readonly lng: number;
  readonly lat: number;
  /** Number of its markers by colour. A marker read twice counts twice, as all others do then. */
  readonly colors: Map<number, number>;
}

export interface DriveTimeReader {
  readDriveTimes(keys: readonly string[]): Promise<Map<string, { packed: Uint8Array; source: string }>>;
}

export interface AreaVisitor {
  /** @param layer whose areas do not overlap each other, as counties; null: of none */
  area(geometry: AreaGeometry, color: number, layer: RegionType | null): void;
  /** Receives a marker without a known area. */
  dot(lng: number, lat: number, color: number): void;
}

/**
 * The areas of a map, each once however many markers have it, in the colour that most of them have, of equals
 * the first of the palette: translucent ones upon each other would be of no colour of the legend. Bounded in
 * number, and shapes are made when they are drawn.
 */
export class AreasOfMap {
  readonly #regions: RegionShapes;
  readonly #maxShapes: number;
  #shapes = 0;
  readonly #areas = new Map<string, Area>();
  /** Regions and drive times as markers name them: a million markers ask once each. */
  readonly #byText = new Map<string, Area>();
  /** Sources of the drive times that were found: first members of `region_source`. */
  readonly driveTimeSources = new Set<string>();
  readonly regionTypes = new Set<RegionType>();

  constructor(regions: RegionShapes, maxShapes = MAX_SHAPES) {
    this.#regions = regions;
    this.#maxShapes = maxShapes;
  }

  get size(): number {
    return this.#areas.size;
  }

  /**
   * Loads the layer of an area. Await it after `take` has answered `unread`.
   * @param text as MARKER_ROW.area
   */
  async read(text: string): Promise<void> {
    await this.#regions.load(typeOf(text) as RegionType);
  }

  /**
   * Notes the area of a marker; all markers read twice change nothing.
   * @param text as MARKER_ROW.area
   * @returns `none` for a marker without an area, of today's layers; `full` where there are too many;
   * `unread`: to be asked again
   */
  take(text: string, lng: number, lat: number, color: number): 'taken' | 'none' | 'full' | 'unread' {
    const known = this.#byText.get(text);
    if (known === undefined) return this.#takeNew(text, lng, lat, color);
    count(known, color);
    return 'taken';
  }

  #takeNew(text: string, lng: number, lat: number, color: number): ReturnType<AreasOfMap['take']> {
    const type = typeOf(text);
    const of = text.slice(type.length + 1);
    if (of === '') return 'none';
    // A region is drawn from today's layer, even if another data set gave it when the marker was written.
    const key = isCircle(type) ? `${of} ${lng} ${lat}` : isRegion(type) ? of.slice(of.indexOf('/') + 1) : of;
    let area = this.#areas.get(key);
    if (area === undefined) {
      if (isRegion(type)) {
        if (!this.#regions.isRead(type)) return 'unread';
        if (!this.#regions.has(of)) return 'none';
        this.regionTypes.add(type);
      } else if (++this.#shapes > this.#maxShapes) return 'full';
      area = { type, of, lng, lat, colors: new Map() };
      this.#areas.set(key, area);
    }
    count(area, color);
    // The text of a circle lacks its place, so it is no key.
    if (!isCircle(type)) this.#byText.set(text, area);
    return 'taken';
  }

  /** Visits all areas in the order of their first markers, but drive times last. */
  async visit(driveTimes: DriveTimeReader, visitor: AreaVisitor): Promise<void> {
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

  #show({ type, of, lng, lat, colors }: Area, driveTime: Uint8Array | null, visitor: AreaVisitor): void {
    const color = mostFrequent(colors);
    const radius = isCircle(type) ? Number(of) : null;
    const geometry = areaGeometry({ type, lat, lng, radius, regionSource: of, driveTime }, this.#regions);
    if (geometry === null) visitor.dot(lng, lat, color);
    else visitor.area(geometry, color, isRegion(type) ? type : null);
  }
}

const count = ({ colors }: Area, color: number): void => {
  colors.set(color, (colors.get(color) ?? 0) + 1);
};

/** The colour of most markers; the legend's order decides between equals, as for pins at one place. */
function mostFrequent(colors: ReadonlyMap<number, number>): number {
  const [[color]] = [...colors].sort(([a, many], [b, others]) => others - many || a - b) as [
    [number, number],
  ];
  return color;
}

/** Marker type of MARKER_ROW.area. */
export const typeOf = (area: string): string => area.slice(0, area.indexOf(' '));
