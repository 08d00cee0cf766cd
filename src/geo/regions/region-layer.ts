import Flatbush from 'flatbush';
import type { MultiPolygon } from 'geojson';
import { roundMicrodegrees } from '../cell.js';
import { type CellGrid, FAR, lookUp, NEAR } from './cell-grid.js';
import { isInside } from './edge-bands.js';
import { readSections, type Section } from './layer-file.js';
import { type Borders, nearestPart } from './nearest-part.js';
import { type LayerMeta, NEAREST_WITHIN_KM } from './pack-region-layer.js';
import { codeAt, findCode, type RegionCodes } from './region-codes.js';
import { geometryOf } from './region-geometry.js';
import type { RegionPolygons } from './region-polygons.js';
import { isPostal, type RegionType } from './region-type.js';

export { packRegionLayer } from './pack-region-layer.js';

/** Index that finds the region of a point. */
interface PointIndex {
  readonly grid: CellGrid;
  readonly borders: Borders;
  /** The region of each part. */
  readonly owners: Uint32Array;
}

/**
 * Regions of one type, read in place: any number of threads share the packed bytes. Regions are numbered 0 ..
 * size - 1 in the order of their codes.
 */
export class RegionLayer {
  readonly type: RegionType;
  /** First member of `region_source`. */
  readonly dataset: string;
  /** Number of regions. */
  readonly size: number;
  readonly #codes: RegionCodes;
  readonly #polygons: RegionPolygons;
  readonly #index: PointIndex | null;
  /** Remembered `region_source` texts, so that rows of an import create no new strings. */
  readonly #codeTexts = new Map<number, string>();
  readonly #sources = new Map<number, string>();

  /** @throws Error for bytes that `packRegionLayer` did not write */
  constructor(packed: SharedArrayBuffer) {
    const sections = readSections(packed);
    const bytes = (name: Section) => new Uint8Array(packed, ...sections[name]);
    const uint32s = (name: Section) => new Uint32Array(packed, sections[name][0], sections[name][1] / 4);
    const int32s = (name: Section) => new Int32Array(packed, sections[name][0], sections[name][1] / 4);
    const meta: LayerMeta = JSON.parse(Buffer.from(bytes('meta')).toString());
    this.type = meta.type;
    this.dataset = meta.dataset;
    this.#codes = { codes: bytes('codes'), codeStarts: uint32s('codeStarts') };
    this.size = this.#codes.codeStarts.length - 1;
    const points = int32s('points');
    this.#polygons = {
      regions: uint32s('regions'),
      parts: uint32s('parts'),
      rings: uint32s('rings'),
      points,
    };
    const bands = {
      boxes: int32s('boxes'),
      heights: uint32s('heights'),
      firstBands: uint32s('firstBands'),
      bands: uint32s('bands'),
      edges: uint32s('edges'),
    };
    this.#index = isPostal(meta.type)
      ? null
      : {
          grid: { top: int32s('top'), cells: int32s('cells'), candidates: uint32s('candidates') },
          borders: { points, bands, tree: Flatbush.from(packed, sections.tree[0]) },
          owners: uint32s('owners'),
        };
  }

  /**
   * The region of a point, or -1. On a border it is the eastern or northern neighbour; for a point outside of
   * all regions it is the nearest within NEAREST_WITHIN_KM.
   * @param lat degrees, -90..90
   * @param lng degrees, -180..180; 180 is -180
   * @param mayBeNearest called before a point outside of all regions gets the nearest one
   * @throws Error for postal types, which have no point index
   */
  regionAt(lat: number, lng: number, mayBeNearest?: () => boolean): number {
    if (!this.#index) throw new Error(`areas of ${this.type} are found by code alone`);
    const { grid, borders, owners } = this.#index;
    const y = roundMicrodegrees(lat);
    const rounded = roundMicrodegrees(lng);
    const x = rounded === 180e6 ? -180e6 : rounded;
    const entry = lookUp(grid, x, y);
    if (entry === FAR) return -1;
    if (entry > 0 && entry !== NEAR) return entry - 1;
    if (entry < 0) {
      const end = ~entry + grid.candidates[~entry]!;
      for (let at = ~entry + 1; at <= end; at++) {
        const part = grid.candidates[at]!;
        if (isInside(borders.points, borders.bands, part, x, y)) return owners[part]!;
      }
    }
    if (mayBeNearest?.() === false) return -1;
    const nearest = nearestPart(borders, x, y, NEAREST_WITHIN_KM);
    return nearest === -1 ? -1 : owners[nearest]!;
  }

  /** Number of the region with a code, or -1. */
  regionOf(code: string): number {
    return findCode(this.#codes, code);
  }

  codeOf(region: number): string {
    let code = this.#codeTexts.get(region);
    if (code === undefined) {
      code = codeAt(this.#codes, region);
      this.#codeTexts.set(region, code);
    }
    return code;
  }

  /** `region_source`, such as `census/us_county/06075`. */
  sourceOf(region: number): string {
    let source = this.#sources.get(region);
    if (source === undefined) {
      source = `${this.dataset}/${this.type}/${this.codeOf(region)}`;
      this.#sources.set(region, source);
    }
    return source;
  }

  /**
   * GeoJSON geometry (RFC 7946): outer rings counterclockwise, cut at the antimeridian, degrees with at most
   * 6 decimals.
   */
  geometryOf(region: number): MultiPolygon {
    return geometryOf(this.#polygons, region);
  }
}
