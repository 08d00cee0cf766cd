import { createRequire } from 'node:module';
import type { Placer } from '../../src/geo/placer.js';
import type { MarkerAddress } from '../../src/import/place/named-area.js';
import { placeMarker } from '../../src/import/place/place-marker.js';
import { report } from '../table.js';

interface Shape {
  id: string;
  properties: { name: string };
}
const NOWHERE = { lat: Number.NaN, lng: Number.NaN };
const BLANK = { street: '', city: '', county: '', state: '', country: '', zip: '' };

/** Lists of all counties of the 50 states and DC, imported as `us_county`: how many are read as another county, with and without a note. */
export function reportCountyLists(placer: Placer): void {
  const { objects } = createRequire(import.meta.url)('us-atlas/counties-10m.json') as {
    objects: Record<'counties' | 'states', { geometries: Shape[] }>;
  };
  const states = new Map(objects.states.geometries.map(({ id, properties }) => [id, properties.name]));
  const counties = objects.counties.geometries.filter(({ id }) => id < '60');
  const lists: [name: string, row: (county: Shape, state: string) => Partial<MarkerAddress>][] = [
    ['"Name County, State" in one cell', ({ id }) => ({ name: placer.areas.nameOf('us_county', id) })],
    [
      'county of its full name, and state',
      ({ id }, state) => ({ county: placer.areas.nameOf('us_county', id).split(',')[0]!, state }),
    ],
    ['bare names and states', ({ properties: { name } }, state) => ({ county: name, state })],
    [
      '"County" behind each name, cities too',
      ({ properties: { name } }, state) => ({ county: `${name} County`, state }),
    ],
    ['misspelt', ({ properties: { name } }, state) => ({ county: `${name}x`, state })],
    ['FIPS codes without their zeros', ({ id }) => ({ regionCode: String(Number(id)) })],
  ];
  for (const [name, row] of lists) {
    const counts = { right: 0, refused: 0, told: 0, silent: 0, pins: 0 };
    for (const county of counties) {
      const address = { ...BLANK, ...row(county, states.get(county.id.slice(0, 2))!) };
      const placed = placeMarker('us_county', NOWHERE, address, null, placer);
      if ('code' in placed) counts.refused++;
      else if (placed.regionSource === null) counts.pins++;
      else if (placed.regionSource.endsWith(`/${county.id}`)) counts.right++;
      else if (placed.contradiction === null && placed.namesake === undefined) counts.silent++;
      else counts.told++;
    }
    report(`places: ${counties.length.toLocaleString('en')} counties, ${name}`, [
      { name: 'right', value: counts.right, unit: '' },
      { name: 'refused with a reason', value: counts.refused, unit: '' },
      { name: 'pins, noted', value: counts.pins, unit: '' },
      { name: 'another county, noted', value: counts.told, unit: '' },
      { name: 'another county in silence', value: counts.silent, unit: '(goal 0)' },
    ]);
  }
}
