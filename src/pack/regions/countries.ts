import { borders } from '@rapideditor/country-coder';
import type { MultiPolygon } from 'geojson';
import { packRegionLayer } from '../../geo/regions/region-layer.js';
import { push } from '../gazetteer/draft.js';
import type { GeodataPart } from '../part.js';
import { codeOfPart, countryCode } from './country-codes.js';
import { mendAntimeridian } from './mend-antimeridian.js';
import { polygonsOf, uncrossed } from './polygons.js';
import { areasByCode, TopologyFile } from './read-topology.js';

/** Codes are ISO 3166-1 alpha-2, and XK. */
function pack(): Uint8Array {
  const file = new TopologyFile('world-atlas/countries-10m.json', 'countries');
  const byCode = new Map<string, number[][][][]>();
  for (const [country, areas] of areasByCode(file.areas, countryCode)) {
    for (const polygon of mendAntimeridian(file.polygonsOf(areas)))
      push(byCode, codeOfPart(country, polygon), polygon);
  }
  addVatican(byCode);
  return packRegionLayer(
    { type: 'country', dataset: 'natural-earth' },
    [...byCode].map(([code, polygons]) => ({ code, polygons: uncrossed(polygons) })),
  );
}

/** Adds the Vatican with the walls of country-coder: it is smaller than world-atlas's rounding. */
function addVatican(byCode: Map<string, number[][][][]>): void {
  const vatican = borders.features.find(({ properties }) => properties.iso1A2 === 'VA');
  const walls = polygonsOf(vatican!.geometry as MultiPolygon)[0]![0]!;
  const italy = byCode.get('IT')!;
  const mainland = italy.reduce((a, b) => (a[0]!.length > b[0]!.length ? a : b));
  byCode.set('IT', [...italy.filter((polygon) => polygon !== mainland), [...mainland, walls]]);
  byCode.set('VA', [[walls]]);
}

export const countries: GeodataPart = {
  file: 'country.bin',
  seconds: 10,
  module: import.meta.url,
  packages: ['world-atlas', '@rapideditor/country-coder', 'polyclip-ts', 'topojson-client'],
  build: pack,
};
