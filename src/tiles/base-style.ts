import { ATTRIBUTIONS, OPEN_STREET_MAP } from '../schema/attributions.js';
import { BASE_ZOOM, STREET_ZOOMS } from './base-tiles.js';

export type BaseTheme = 'light' | 'dark';

/** Colours of a theme. Ground and lines are calm, so that markers of any colour stand out. */
interface Colors {
  readonly land: string;
  readonly water: string;
  readonly river: string;
  readonly park: string;
  readonly border: string;
  readonly stateBorder: string;
  readonly road: string;
  readonly mainRoad: string;
  readonly casing: string;
  readonly text: string;
  readonly paleText: string;
  readonly waterText: string;
}

const COLORS: Readonly<Record<BaseTheme, Colors>> = {
  // Colours as pictures have them.
  light: {
    ...{ land: '#f6f4ee', water: '#d3e1e9', river: '#b7cedb', park: '#e0e9d5' },
    ...{ border: '#9a8f9b', stateBorder: '#bdb4ba', road: '#ffffff', mainRoad: '#fae9c3', casing: '#d3cabb' },
    ...{ text: '#48484f', paleText: '#6f6878', waterText: '#5b7f95' },
  },
  dark: {
    ...{ land: '#22252a', water: '#14171b', river: '#171b20', park: '#262c28' },
    ...{ border: '#6b6670', stateBorder: '#4a474e', road: '#33373d', mainRoad: '#454238', casing: '#1b1d21' },
    ...{ text: '#c9ccd1', paleText: '#9a9ea6', waterText: '#71889a' },
  },
};

/**
 * The browser's own fonts: MapLibre GL (5.11 and later) draws letters itself where a style has no `glyphs`,
 * and takes the weight from the name.
 */
const FONT = { regular: ['sans-serif'], bold: ['Arial Bold'] };

type Layer = Readonly<Record<string, unknown>> & { readonly id: string };
const BASE = { source: 'base' };
const STREETS = { source: 'streets' };

/** Width in pixels that grows with the zoom. */
const widening = (...stops: readonly (readonly [zoom: number, width: number])[]): unknown[] => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...stops.flat(),
];

const ofClass = (...classes: readonly string[]) => ['in', ['get', 'class'], ['literal', classes]];
const ofLevel = (level: number) => ['==', ['get', 'admin_level'], level];
const ofKind = (...kinds: readonly string[]) => ['in', ['get', 'kind'], ['literal', kinds]];

function groundLayers({ land, water, river, border, stateBorder }: Colors): Layer[] {
  const borders = (id: string, level: number, color: string, width: unknown): Layer => ({
    ...{ id, type: 'line', ...BASE, 'source-layer': 'borders', filter: ofLevel(level) },
    paint: { 'line-color': color, 'line-width': width },
  });
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': water } },
    { id: 'land', type: 'fill', ...BASE, 'source-layer': 'land', paint: { 'fill-color': land } },
    { id: 'lakes', type: 'fill', ...BASE, 'source-layer': 'water', paint: { 'fill-color': water } },
    {
      ...{ id: 'rivers', type: 'line', ...BASE, 'source-layer': 'rivers', maxzoom: 11 },
      paint: { 'line-color': river, 'line-width': widening([3, 0.4], [10, 1.6]) },
    },
    { ...borders('counties', 6, stateBorder, 0.4), minzoom: 7, maxzoom: 12 },
    { ...borders('states', 4, stateBorder, widening([3, 0.5], [10, 1.2])), minzoom: 3 },
    borders('countries', 2, border, widening([1, 0.5], [10, 1.8])),
  ];
}

const MAIN = ['motorway', 'primary', 'secondary'];

function streetLayers({ water, river, park, road, mainRoad, casing, paleText, land }: Colors): Layer[] {
  const roads = (id: string, classes: readonly string[], color: string, width: unknown): Layer => ({
    ...{ id, type: 'line', ...STREETS, 'source-layer': 'roads', filter: ofClass(...classes) },
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width },
  });
  return [
    { id: 'parks', type: 'fill', ...STREETS, 'source-layer': 'parks', paint: { 'fill-color': park } },
    {
      id: 'town waters',
      type: 'fill',
      ...STREETS,
      'source-layer': 'water_areas',
      paint: { 'fill-color': water },
    },
    roads('town rivers', ['river'], river, widening([11, 1], [16, 5])),
    { ...roads('paths', ['service', 'path'], casing, widening([13, 0.3], [17, 1.5])), minzoom: 14 },
    roads('streets casing', ['minor', 'tertiary'], casing, widening([11, 0.6], [14, 2.6], [17, 10])),
    roads('main roads casing', MAIN, casing, widening([11, 2], [14, 5], [17, 16])),
    roads('streets', ['minor', 'tertiary'], road, widening([12, 0.3], [14, 1.6], [17, 8])),
    roads('main roads', MAIN, mainRoad, widening([11, 1.2], [14, 3.6], [17, 14])),
    {
      ...{ id: 'road names', type: 'symbol', ...STREETS, 'source-layer': 'road_names', minzoom: 13 },
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': FONT.regular,
        'text-size': 11,
      },
      paint: { 'text-color': paleText, 'text-halo-color': land, 'text-halo-width': 1.2 },
    },
  ];
}

function nameLayers({ land, water, text, paleText, waterText }: Colors): Layer[] {
  const names = (
    id: string,
    kinds: readonly string[],
    size: unknown,
    font: string[],
    color: string,
    halo: string,
  ): Layer => ({
    ...{ id, type: 'symbol', ...BASE, 'source-layer': 'places', filter: ofKind(...kinds) },
    layout: {
      ...{ 'text-field': ['get', 'name'], 'text-font': font, 'text-size': size },
      ...{ 'text-max-width': 8, 'symbol-sort-key': ['get', 'rank'] },
    },
    paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1.2 },
  });
  // The larger a town, the larger its name.
  const ofTown = ['interpolate', ['linear'], ['get', 'rank'], 2, 15, 12, 11];
  return [
    names('waters', ['ocean', 'lake'], 11, FONT.regular, waterText, water),
    { ...names('state names', ['state'], 11, FONT.regular, paleText, land), minzoom: 4 },
    names('towns', ['town', 'quarter'], ofTown, FONT.regular, text, land),
    names('cities', ['capital', 'seat'], ofTown, FONT.bold, text, land),
    {
      ...names('country names', ['country'], widening([1, 10], [6, 15]), FONT.regular, paleText, land),
      maxzoom: 8,
    },
  ];
}

/** Credits of the base map, as pictures have them. */
const CREDITS = [
  ...new Set(ATTRIBUTIONS.flatMap(({ use, credit }) => (use === 'base_map' ? [credit] : []))),
  'GeoNames',
];

/**
 * A style for MapLibre GL with the tiles of the base map.
 * @param publicUrl with /v1
 */
export function baseStyle(theme: BaseTheme, publicUrl: string, hasStreets: boolean): object {
  const colors = COLORS[theme];
  const tiles = [`${publicUrl}/tiles/base/{z}/{x}/{y}.mvt`];
  const attribution = [...new Set(CREDITS)].join(' | ');
  const streets = {
    ...{ type: 'vector', tiles, minzoom: STREET_ZOOMS.min, maxzoom: STREET_ZOOMS.max },
    attribution: `<a href="${OPEN_STREET_MAP.url}">${OPEN_STREET_MAP.credit}</a>`,
  };
  return {
    version: 8,
    name: `cartload ${theme}`,
    sources: {
      base: { type: 'vector', tiles, minzoom: 0, maxzoom: BASE_ZOOM, attribution },
      ...(hasStreets && { streets }),
    },
    layers: [...groundLayers(colors), ...(hasStreets ? streetLayers(colors) : []), ...nameLayers(colors)],
  };
}
