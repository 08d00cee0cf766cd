import { areaGeometry } from '../format/write/area-geometry.js';
import type { AreaGeometry } from '../geo/circle-polygon.js';
import { isRegion, type RegionType } from '../geo/regions/region-type.js';
import { isCircle, isDriveTime } from '../schema/marker-terms.js';
import type { RegionShapes } from './region-shapes.js';

/** Circles and drive times that differ, some 0.3 ms each; the markers of more are dots. Regions are no more than their layers have: some 45,000. */
const MAX_SHAPES = 10_000;
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
  /** How many of its markers have each colour; a marker read twice counts twice, as all others do then. */
  readonly colors: Map<number, number>;
}

export interface DriveTimes {
  readDriveTimes(keys: readonly string[]): Promise<Map<string, { packed: Uint8Array; source: string }>>;
}

export interface AreaVisitor {
  /** @param layer whose areas do not overlap each other, as counties; null: of none */
  area(geometry: AreaGeometry, color: number, layer: RegionType | null): void;
  /** A marker whose area is not there. */
  dot(lng: number, lat: number, color: number): void;
}

/**
 * The areas of a map, each once however many markers have it, in the colour that most of them have, of equals the first of the palette:
 * translucent ones upon each other would be of no colour of the legend. Bounded in number, and shapes are made when they are drawn.
 */
export class AreasOfMap {
  readonly #regions: RegionShapes;
  readonly #maxShapes: number;
  #shapes = 0;
  readonly #areas = new Map<string, Area>();
  /** Regions and drive times as markers name them: a million markers ask once each. */
  readonly #byText = new Map<string, Area>();
  /** What they are drawn on: first members of `region_source`. */
  readonly driveTimeSources = new Set<string>();
  readonly regionTypes = new Set<RegionType>();

  constructor(regions: RegionShapes, maxShapes = MAX_SHAPES) {
    this.#regions = regions;
    this.#maxShapes = maxShapes;
  }

  get size(): number {
    return this.#areas.size;
  }

  /** To be awaited after `take` has answered `unread`. @param text as MARKER_ROW.area */
  async read(text: string): Promise<void> {
    await this.#regions.load(typeOf(text) as RegionType);
  }

  /**
   * Notes the area of a marker; all markers read twice change nothing.
   * @param text as MARKER_ROW.area
   * @returns `none` for a marker without an area, of today's layers; `full` where there are too many; `unread`: to be asked again
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
    // Whichever data set gave a region when the marker was written, it is drawn as the layer of today has it.
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
    // The place is part of a circle, and not of its text.
    if (!isCircle(type)) this.#byText.set(text, area);
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

/** As pins at one place: the legend's order decides between equals. */
function mostFrequent(colors: ReadonlyMap<number, number>): number {
  const [[color]] = [...colors].sort(([a, many], [b, others]) => others - many || a - b) as [
    [number, number],
  ];
  return color;
}

const typeOf = (area: string): string => area.slice(0, area.indexOf(' '));
