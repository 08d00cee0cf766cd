import type { Feature, Geometry, MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import type { LonLatLine } from '../../geo/base-map/line-layer.js';
import { polygonsOf } from '../regions/polygons.js';
import { readTopology } from '../regions/read-topology.js';
import { unroll } from './unroll.js';

type Properties = Readonly<Record<string, unknown>>;
export type Area = GeometryObject<Properties>;

/** A TopoJSON file of a package, as lines and rings. */
export class Atlas {
  readonly #topology: Topology;

  constructor(file: string) {
    this.#topology = readTopology(file);
  }

  /**
   * Every ring as if it were alone, clockwise as d3-geo wants what is smaller than half a sphere: holes are
   * turned round, and come out of an even-odd filling as holes.
   */
  ringsOf(object: string): LonLatLine[] {
    return this.#featuresOf(object).flatMap(({ geometry }) =>
      polygonsOf(geometry as Polygon | MultiPolygon).flatMap((rings) =>
        rings.map((ring, at) => unroll(at === 0 ? ring : ring.toReversed())),
      ),
    );
  }

  linesOf(object: string): LonLatLine[] {
    return this.#featuresOf(object).flatMap(({ geometry }) => {
      if (geometry.type === 'LineString') return [unroll(geometry.coordinates)];
      return geometry.type === 'MultiLineString' ? geometry.coordinates.map(unroll) : [];
    });
  }

  /** Lines between two of the areas, each once; those along a coast are in none. */
  bordersOf(object: string, isShown: (a: Area, b: Area) => boolean = () => true): LonLatLine[] {
    const { coordinates } = mesh(
      this.#topology,
      this.#topology.objects[object] as GeometryCollection<Properties>,
      (a, b) => a !== b && isShown(a as Area, b as Area),
    );
    return coordinates.map((line) => withoutSpikes(unroll(line)));
  }

  #featuresOf(object: string): Feature<Geometry, Properties | null>[] {
    return feature(this.#topology, this.#topology.objects[object] as GeometryCollection<Properties>).features;
  }
}

/**
 * Rounding to the file's grid left points twice, and ways out and back: such a border would be drawn twice.
 */
function withoutSpikes(line: LonLatLine): LonLatLine {
  const kept: (readonly number[])[] = [];
  for (const point of line) {
    if (isSame(kept.at(-1), point)) continue;
    if (isSame(kept.at(-2), point)) kept.pop();
    else kept.push(point);
  }
  return kept;
}

const isSame = (a: readonly number[] | undefined, b: readonly number[]): boolean =>
  a?.[0] === b[0] && a?.[1] === b[1];
