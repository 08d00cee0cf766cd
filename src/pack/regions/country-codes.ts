import { iso1A2Code } from '@rapideditor/country-coder';
import type { TopologyArea } from './read-topology.js';

/**
 * Countries of areas that Natural Earth draws separately without an ISO number, by name: the country of ISO
 * 3166-1, or the owner of a leased place. Kosovo has the code in general use; reefs that five countries claim
 * have none.
 */
const CODES_BY_NAME: Readonly<Record<string, string | null>> = {
  Akrotiri: 'GB',
  Baikonur: 'KZ',
  'Bajo Nuevo Bank': 'CO',
  'Clipperton I.': 'FR',
  'Coral Sea Is.': 'AU',
  'Cyprus U.N. Buffer Zone': 'CY',
  Dhekelia: 'GB',
  'Indian Ocean Ter.': 'AU',
  Kosovo: 'XK',
  'N. Cyprus': 'CY',
  'Scarborough Reef': null,
  'Serranilla Bank': 'CO',
  'Siachen Glacier': 'IN',
  Somaliland: 'SO',
  'Spratly Is.': null,
  'USNB Guantanamo Bay': 'CU',
};

/**
 * ISO 3166-1 alpha-2 code of a country of world-atlas, whose id is the ISO number.
 * @throws Error for an unknown country: a new version of the package needs a new decision
 */
export function countryCode({ id, properties }: TopologyArea): string | null {
  const code = id === undefined ? CODES_BY_NAME[String(properties.name)] : iso1A2Code(id);
  if (code === undefined || (code === null && id !== undefined))
    throw new Error(`world-atlas has a country without a code: ${id} ${properties.name}`);
  return code;
}

/**
 * Parts of a country with an ISO 3166-1 code of their own, by boxes around them: [west, south, east, north].
 */
const TERRITORIES: Readonly<Record<string, Readonly<Record<string, readonly number[][]>>>> = {
  AU: { CC: [[96, -13, 98, -11]], CX: [[105, -11, 106, -10]] },
  FR: {
    GF: [[-55, 2, -51, 6]],
    GP: [[-62, 15.8, -60.9, 16.6]],
    MQ: [[-61.3, 14.3, -60.7, 15]],
    RE: [[55, -22, 56, -20]],
    YT: [[44.9, -13.1, 45.4, -12.6]],
  },
  NL: { BQ: [[-69, 11, -62, 18]] },
  NO: {
    BV: [[3, -55, 4, -54]],
    SJ: [
      [10, 74, 34, 81],
      [-10, 70, -7, 72],
    ],
  },
  NZ: { TK: [[-173, -10, -171, -8]] },
};

/** Code of one polygon of a country: its territory's, where that has one. */
export function codeOfPart(country: string, [ring]: readonly number[][][]): string {
  const [lng, lat] = ring![0] as [number, number];
  for (const [code, boxes] of Object.entries(TERRITORIES[country] ?? {}))
    for (const [west, south, east, north] of boxes)
      if (lng >= west! && lng <= east! && lat >= south! && lat <= north!) return code;
  return country;
}
