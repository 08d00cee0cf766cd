import { createRequire } from 'node:module';
import { LIST } from './list.js';

/** A coordinate reference system. */
export interface System {
  /** Its code in the EPSG data set. */
  readonly code: number;
  readonly name: string;
  /** Degrees. */
  readonly area: {
    readonly west: number;
    readonly south: number;
    readonly east: number;
    readonly north: number;
  };
  /** For proj4; null: it has degrees, which need no conversion. */
  readonly definition: string | null;
}

/** Degrees of WGS 84, or of data that differ from it by less than places are known. */
const GEOGRAPHIC: Readonly<Record<number, string>> = {
  4326: 'WGS 84',
  4258: 'ETRS89',
  4269: 'NAD83',
  6318: 'NAD83(2011)',
  4283: 'GDA94',
  7844: 'GDA2020',
  4167: 'NZGD2000',
};
/** Codes of UTM without the zone, [EPSG](https://epsg.org): the ellipsoids are the same to 0.1 mm. */
const UTM: readonly { from: number; first: number; last: number; name: string; isSouth: boolean }[] = [
  { from: 32600, first: 1, last: 60, name: 'WGS 84', isSouth: false },
  { from: 32700, first: 1, last: 60, name: 'WGS 84', isSouth: true },
  { from: 25800, first: 28, last: 38, name: 'ETRS89', isSouth: false },
  { from: 26900, first: 1, last: 23, name: 'NAD83', isSouth: false },
];
const WORLD = { west: -180, south: -90, east: 180, north: 90 };
/** How people write the code of Web Mercator. */
const WEB_MERCATOR = new Set([900913, 102100, 102113, 3785]);

let byCode: ReadonlyMap<number, System> | null = null;

function listed(): ReadonlyMap<number, System> {
  if (byCode !== null) return byCode;
  byCode = new Map(
    LIST.split('\n').flatMap((line) => {
      const [codes, name, area, definition] = line.split('\t') as [string, string, string, string];
      const [west, south, east, north] = area.split(' ').map(Number) as [number, number, number, number];
      return codes
        .split(',')
        .map(
          (code) =>
            [
              Number(code),
              { code: Number(code), name, area: { west, south, east, north }, definition },
            ] as const,
        );
    }),
  );
  return byCode;
}

/** null: it is not known here. */
export function systemOf(code: number): System | null {
  if (WEB_MERCATOR.has(code)) return systemOf(3857);
  const name = GEOGRAPHIC[code];
  if (name !== undefined) return { code, name, area: WORLD, definition: null };
  return listed().get(code) ?? utmOf(code);
}

function utmOf(code: number): System | null {
  const found = UTM.find(({ from, first, last }) => code >= from + first && code <= from + last);
  if (found === undefined) return null;
  const zone = code - found.from;
  const west = 6 * zone - 186;
  const [south, north] = found.isSouth ? [-80, 0] : [0, 84];
  return {
    code,
    name: `${found.name} / UTM zone ${zone}${found.isSouth ? 'S' : 'N'}`,
    area: { west, south, east: west + 6, north },
    definition: `+proj=utm +zone=${zone}${found.isSouth ? ' +south' : ''} +datum=WGS84 +units=m`,
  };
}

/**
 * `EPSG:27700`, also in lower case or without the name of the data set.
 * @returns null: it is written otherwise
 */
export function crsCodeOf(text: string): number | null {
  const found = /^\s*(?:(?:urn:ogc:def:crs:)?epsg:{0,2})?(\d{4,6})\s*$/i.exec(text);
  return found === null ? null : Number(found[1]);
}

/** The grids that most maps of a country are made in, and most tables. */
const NATIONAL = [
  ...[
    27700, 2157, 29903, 28992, 31370, 2169, 2154, 27572, 2056, 21781, 25832, 25833, 31466, 31467, 31468,
    31469,
  ],
  ...[31287, 31254, 31255, 31256, 2180, 2176, 2177, 2178, 2179, 25830, 25829, 25831, 3763, 3003, 3004, 3006],
  ...[25834, 25835, 3067, 3057, 3301, 3059, 3346, 5514, 23700, 3794, 3765, 3844, 2100, 2193],
];

/** All that coordinates may be in, the likeliest first. */
export function* allSystems(): Generator<System> {
  const national = NATIONAL.flatMap((code) => systemOf(code) ?? []);
  yield* national;
  yield systemOf(3857)!;
  for (const { from, first, last, name } of UTM)
    if (name === 'WGS 84') for (let zone = first; zone <= last; zone++) yield utmOf(from + zone)!;
  for (const system of listed().values())
    if (system.code !== 3857 && !NATIONAL.includes(system.code)) yield system;
}

interface Projection {
  inverse(point: [number, number]): [number, number];
}
const load = createRequire(import.meta.url);

/** Degrees that a point may lie beside the area of its system, which has its corners cut. */
const MARGIN = 1.5;

/** Converts points of a system to WGS 84. */
export class Projector {
  readonly #projection: Projection;

  constructor(readonly system: System & { readonly definition: string }) {
    this.#projection = (load('proj4') as (definition: string) => Projection)(system.definition);
  }

  /**
   * @param x easting
   * @param y northing
   * @param margin degrees around the area of the system in which points may lie
   * @returns null: it lies outside of that, or one of the two is no number
   */
  toWgs84(x: number, y: number, margin = MARGIN): { lat: number; lng: number } | null {
    // proj4 throws for them.
    if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
    const [degrees, lat] = this.#projection.inverse([x, y]);
    const lng = degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
    return Number.isFinite(lat) && Number.isFinite(lng) && this.#covers(lat, lng, margin)
      ? { lat, lng }
      : null;
  }

  #covers(lat: number, lng: number, margin: number): boolean {
    const { west, south, east, north } = this.system.area;
    if (lat < south - margin || lat > north + margin) return false;
    // An area may cross the date line.
    const width = east >= west ? east - west : east - west + 360;
    const from = (((lng - west + margin) % 360) + 360) % 360;
    return from <= width + 2 * margin;
  }
}

export const projectorOf = ({ definition, ...system }: System): Projector | null =>
  definition === null ? null : new Projector({ ...system, definition });
