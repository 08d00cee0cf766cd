import { geoStream } from 'd3-geo';
import type { AreaGeometry } from '../../geo/circle-polygon.js';
import type { MapFrame } from '../map-frame.js';
import { PinCollector } from '../pins/pin-collector.js';
import type { Shape } from '../scene.js';
import { AREA_OPACITY } from '../symbols.js';
import { areaShapes, type PageArea } from './area-shapes.js';
import { AreaSink } from './area-sink.js';
import { PaintBudget } from './paint-budget.js';
import { sphereArea } from './sphere-rings.js';

/** A smaller area is a dot: its colour could not be seen. */
const LEAST_SIDE_PT = 1.2;
const DOT_PT = 1.5;
/** A byte is a character of path data. At 12 MB a PNG takes some two seconds more. */
const MOST_BYTES = 12_000_000;
/** Areas without a layer. Each is a shape of its own and takes 0.1 ms to draw as pixels. */
const MOST_SINGLE = 20_000;

/**
 * Makes areas into shapes: translucent, with their outline, the large ones below the small ones. Memory and
 * time are bounded: where there are too many the smallest ones become dots, and where they cover the map some
 * hundred times those that come last. Up to there, the order in which areas come changes nothing.
 */
export class AreaCollector {
  readonly #frame: MapFrame;
  readonly #colors: readonly string[];
  readonly #dots: PinCollector;
  readonly #budget: PaintBudget;
  #areas: PageArea[] = [];
  #bytes = 0;
  #single = 0;
  #coveredPt2 = 0;
  /**
   * Number of areas of a visible size that became dots, as there were too many areas or they would cover too
   * much.
   */
  becameDots = 0;

  /** @param colors `#rrggbb`, 255 at most @throws RangeError for more */
  constructor(frame: MapFrame, colors: readonly string[]) {
    this.#frame = frame;
    this.#colors = colors;
    this.#dots = new PinCollector(frame, colors);
    this.#budget = new PaintBudget(frame.map.widthPt * frame.map.heightPt, frame.metersPerPt);
  }

  /**
   * @param geometry degrees, as RFC 7946 has it
   * @param layer of one kind of areas, as counties, which hardly overlap: those of one colour become one
   * shape, which is some hundred times faster; null: circles and the like
   */
  add(geometry: AreaGeometry, color: number, layer: string | null = null): void {
    const { projection, parts, metersPerPt } = this.#frame;
    const area = sphereArea(geometry, metersPerPt);
    // Areas of a layer hardly overlap, so the map's size bounds their sum.
    if (layer === null && !this.#budget.take(geometry, pointsOf(area.polygons))) {
      this.#dotInstead(geometry, color);
      return;
    }
    const sink = new AreaSink(parts);
    geoStream(
      area.polygons === null ? { type: 'Sphere' } : { type: 'MultiPolygon', coordinates: area.polygons },
      projection.stream(sink),
    );
    if (sink.isEmpty) return;
    const [xPt, yPt] = [(sink.left + sink.right) / 2, (sink.top + sink.bottom) / 2];
    if (Math.max(sink.right - sink.left, sink.bottom - sink.top) < LEAST_SIDE_PT || sink.d === '') {
      this.#dots.addPoint(xPt, yPt, color);
      return;
    }
    const outline = area.isWrapped || sink.isCut ? this.#outline(area.polygons?.flat() ?? []) : null;
    const box = [sink.left, sink.top, sink.right, sink.bottom] as const;
    this.#areas.push({ d: sink.d, outline, areaPt2: sink.areaPt2, box, xPt, yPt, color, layer });
    this.#coveredPt2 += sink.areaPt2;
    this.#bytes += sink.d.length + (outline?.length ?? 0);
    if (layer === null) this.#single++;
    if (this.#bytes > 2 * MOST_BYTES || this.#single > 2 * MOST_SINGLE) this.#keepLargest();
  }

  /** Number of areas, without those that became dots. */
  get size(): number {
    return this.#areas.length;
  }

  /** Share of the map that areas cover; where areas overlap, each counts. */
  get share(): number {
    const { widthPt, heightPt } = this.#frame.map;
    return this.#coveredPt2 / (widthPt * heightPt);
  }

  /** The areas themselves, those that did not become dots. Call `shapes` first. */
  get areas(): readonly PageArea[] {
    return this.#areas;
  }

  /** Layers of the areas. Call `shapes` first. */
  get layers(): ReadonlySet<string> {
    return new Set(this.#areas.flatMap(({ layer }) => layer ?? []));
  }

  /** Shapes in drawing order. @param opacity of areas that do not overlap */
  shapes(opacity = AREA_OPACITY): Shape[] {
    this.#keepLargest();
    const dots = this.#dots.shape({ symbol: 'dot', sizePt: DOT_PT });
    return [...areaShapes(this.#areas, this.#colors, opacity), ...(dots === null ? [] : [dots])];
  }

  /** Adds a dot at the middle of the area's box. */
  #dotInstead({ type, coordinates }: AreaGeometry, color: number): void {
    const [outer = []] = (type === 'Polygon' ? coordinates : coordinates[0]) ?? [];
    const lngs = outer.map(([lng]) => lng!);
    const lats = outer.map(([, lat]) => lat!);
    this.#dots.add(
      (Math.min(...lngs) + Math.max(...lngs)) / 2,
      (Math.min(...lats) + Math.max(...lats)) / 2,
      color,
    );
    this.becameDots++;
  }

  /** The border as lines, which leave out the map's edge where areas are cut. */
  #outline(border: number[][][]): string {
    const sink = new AreaSink(this.#frame.parts);
    geoStream({ type: 'MultiLineString', coordinates: border }, this.#frame.projection.stream(sink));
    return sink.d;
  }

  /**
   * Drops the smallest areas beyond the limits. They would be dropped at the end, too, as areas that fill the
   * limits come before them.
   */
  #keepLargest(): void {
    this.#areas.sort(largestFirst);
    this.#bytes = 0;
    this.#single = 0;
    let kept = 0;
    for (const { d, outline, layer } of this.#areas) {
      const bytes = this.#bytes + d.length + (outline?.length ?? 0);
      const single = this.#single + (layer === null ? 1 : 0);
      if (bytes > MOST_BYTES || single > MOST_SINGLE) break;
      [this.#bytes, this.#single] = [bytes, single];
      kept++;
    }
    for (const { xPt, yPt, color } of this.#areas.slice(kept)) this.#dots.addPoint(xPt, yPt, color);
    this.becameDots += this.#areas.length - kept;
    this.#areas.length = kept;
  }
}

/** Large below small; the other comparisons make the order the same every time. */
function largestFirst(a: PageArea, b: PageArea): number {
  return b.areaPt2 - a.areaPt2 || a.color - b.color || (a.d < b.d ? -1 : a.d > b.d ? 1 : 0);
}

const pointsOf = (polygons: readonly (readonly (readonly unknown[])[])[] | null): number =>
  polygons?.reduce((sum, rings) => rings.reduce((points, ring) => points + ring.length, sum), 0) ?? 0;
