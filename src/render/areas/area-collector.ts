import { geoStitch } from 'd3-geo-projection';
import type { AreaGeometry } from '../../geo/circle-polygon.js';
import type { MapFrame } from '../map-frame.js';
import { PathWriter } from '../path-writer.js';
import type { PathShape } from '../scene.js';
import { AREA_OPACITY, shadeOf } from '../symbols.js';
import { ringsForD3, touchesCut } from './rings-for-d3.js';

/** Of path data, all areas together: more than a page has room for, and what resvg draws in a second or two. */
const MOST_CHARACTERS = 32e6;
/** A smaller one is drawn as a dot: it would not be seen. */
const LEAST_AREA_PT2 = 1.2;
/** Vertices nearer to each other, in points, are one: half a pixel of the PNG. */
const LEAST_STEP_PT = 0.18;
const METERS_PER_DEGREE = 111_195;

/** Of circles and drive times: three upon each other are as dark as one region. */
const OVERLAPPING_OPACITY = 0.33;
const OUTLINE = { opacity: 0.85, leastPt: 0.2, mostPt: 0.6, perSquareRoot: 1 / 40 };

export type AreaOutcome = 'drawn' | 'tiny' | 'outside' | 'full';

/** Areas of a map on its page. */
export class AreaCollector {
  readonly #frame: MapFrame;
  readonly #leastStepDegrees: number;
  readonly #mostCharacters: number;
  readonly #areas: { d: string; areaPt2: number; color: number; opacity: number }[] = [];
  #characters = 0;
  #coveredPt2 = 0;

  constructor(frame: MapFrame, mostCharacters = MOST_CHARACTERS) {
    this.#frame = frame;
    this.#mostCharacters = mostCharacters;
    this.#leastStepDegrees = (LEAST_STEP_PT * frame.metersPerPt) / METERS_PER_DEGREE;
  }

  /**
   * @param geometry as RFC 7946 has it; degrees
   * @param color index of a palette
   * @param overlaps whether others may lie upon it, which are to be told apart
   * @returns `tiny`: too small to be seen; `full`: what there is room for has been drawn
   */
  add(geometry: AreaGeometry, color: number, overlaps: boolean): AreaOutcome {
    if (this.#characters >= this.#mostCharacters) return 'full';
    const rings = ringsForD3(geometry, this.#leastStepDegrees);
    if (rings.coordinates.length === 0) return 'tiny';
    const { coordinates } = touchesCut(rings) ? stitched(rings) : rings;
    const writer = new PathWriter(this.#frame.projection);
    for (const polygon of coordinates) writer.polygon(polygon.map((ring) => ring.slice(0, -1).flat()));
    const { d, areaPt2 } = writer;
    if (d === '') return 'outside';
    if (areaPt2 < LEAST_AREA_PT2) return 'tiny';
    this.#characters += d.length;
    this.#coveredPt2 += areaPt2;
    this.#areas.push({ d, areaPt2, color, opacity: overlaps ? OVERLAPPING_OPACITY : AREA_OPACITY });
    return 'drawn';
  }

  get size(): number {
    return this.#areas.length;
  }

  /** Of the map's own area, those that lie upon each other counted twice. */
  get share(): number {
    const { widthPt, heightPt } = this.#frame.map;
    return this.#coveredPt2 / (widthPt * heightPt);
  }

  /** Small ones lie over large ones, else in the order in which they came. */
  shapes(colors: readonly string[]): PathShape[] {
    return this.#areas
      .toSorted((a, b) => b.areaPt2 - a.areaPt2)
      .map(({ d, areaPt2, color, opacity }) => {
        const widthPt = Math.sqrt(areaPt2) * OUTLINE.perSquareRoot;
        return {
          kind: 'path',
          d,
          fill: { color: colors[color]!, opacity },
          stroke: {
            color: shadeOf(colors[color]!),
            opacity: OUTLINE.opacity,
            widthPt: Math.round(100 * Math.min(Math.max(widthPt, OUTLINE.leastPt), OUTLINE.mostPt)) / 100,
          },
        };
      });
  }
}

/** A Polygon of it would be an area of the whole earth, whose edge d3 draws itself. */
function stitched(rings: ReturnType<typeof ringsForD3>): ReturnType<typeof ringsForD3> {
  const { type, coordinates } = geoStitch(rings) as
    | ReturnType<typeof ringsForD3>
    | { type: 'Sphere'; coordinates?: never };
  return type === 'MultiPolygon' && coordinates ? { type, coordinates } : rings;
}
