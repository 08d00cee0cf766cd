import { existsSync, readFileSync } from 'node:fs';
import { RegionLayer } from '../../src/geo/regions/region-layer.js';
import { geodataDirectory } from '../../src/world/geodata/files.js';
import { type Polygons, trueAreasOf } from './iou.js';

/**
 * Draws the areas of a packed layer within a box as SVG, beside the true ones of a file where one is given,
 * for looking at:
 *
 *     node dist/load/places/draw-areas.js us_zip -71.9,41.1,-71.1,42.05 ri_rhode_island_zip_codes_geo.min.json ZCTA5CE10 > ri.svg
 */
const [type, box, file, property] = process.argv.slice(2);
if (type === undefined || box === undefined)
  throw new Error('draw-areas TYPE WEST,SOUTH,EAST,NORTH [FILE PROPERTY]');

const SIZE_PIXELS = 900;
const [west, south, east, north] = box.split(',').map(Number) as [number, number, number, number];
const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
const scale = SIZE_PIXELS / Math.max((east - west) * squeeze, north - south);
const width = (east - west) * squeeze * scale;
const height = (north - south) * scale;

/** One colour per code, the same in both pictures. */
function colourOf(code: string): string {
  let hash = 7;
  for (const character of code) hash = (hash * 31 + character.charCodeAt(0) * 97) % 3600;
  return `hsl(${hash % 360} ${45 + (hash % 4) * 12}% ${62 + (hash % 5) * 5}%)`;
}

const isInView = (polygons: Polygons): boolean =>
  polygons.some((rings) => {
    const [lngs, lats] = [rings[0]!.map(([lng]) => lng!), rings[0]!.map(([, lat]) => lat!)];
    const [minLng, maxLng] = [lngs.reduce((a, b) => Math.min(a, b)), lngs.reduce((a, b) => Math.max(a, b))];
    const [minLat, maxLat] = [lats.reduce((a, b) => Math.min(a, b)), lats.reduce((a, b) => Math.max(a, b))];
    return minLng < east && maxLng > west && minLat < north && maxLat > south;
  });

function pathOf(code: string, polygons: Polygons): string {
  const at = ([lng, lat]: readonly number[]): string =>
    `${((lng! - west) * squeeze * scale).toFixed(1)},${((north - lat!) * scale).toFixed(1)}`;
  const outline = polygons.flatMap((rings) => rings.map((ring) => `M${ring.map(at).join('L')}Z`)).join('');
  return `<path d="${outline}" fill="${colourOf(code)}"><title>${code}</title></path>`;
}

function pictureOf(areas: Iterable<readonly [string, Polygons]>, left: number): string {
  const paths = [...areas]
    .filter(([, polygons]) => isInView(polygons))
    .map(([code, polygons]) => pathOf(code, polygons));
  return `<svg x="${left}" width="${width}" height="${height}" fill-rule="evenodd" stroke="#222" stroke-width=".6">${paths.join('')}</svg>`;
}

const bytes = readFileSync(new URL(`${type}.bin`, geodataDirectory));
const packed = new SharedArrayBuffer(bytes.length);
new Uint8Array(packed).set(bytes);
const layer = new RegionLayer(packed);
const approximated = Array.from(
  { length: layer.size },
  (_, region) => [layer.codeOf(region), layer.geometryOf(region).coordinates] as const,
);
const pictures = [pictureOf(approximated, 0)];
if (file !== undefined && existsSync(file))
  pictures.push(pictureOf(trueAreasOf(file, property!), width + 20));
process.stdout.write(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${(width + 20) * pictures.length}" height="${height}">` +
    `<rect width="100%" height="100%" fill="#dfeaf2"/>${pictures.join('')}</svg>\n`,
);
