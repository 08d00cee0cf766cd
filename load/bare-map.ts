import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { geoAlbersUsa, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { usPlaces } from './us-rows.js';

/** Pixels of a letter page at 200 dpi. */
const WIDTH = 2200;
const HEIGHT = 1700;
const PIN = 'M0,0C-4,-10 -9,-13 -9,-20A9,9 0 1 1 9,-20C9,-13 4,-10 0,0Z';

/**
 * The minimum for drawing pins on the states: d3-geo and resvg by their manuals, one path a pin, without
 * database, legend, labels and text. The service's pictures are measured against it.
 * @returns bytes of a PNG
 */
function drawBareMap(pins: number): number {
  const path = createRequire(import.meta.url).resolve('us-atlas/states-10m.json');
  const states = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ states: GeometryCollection }>;
  const land = feature(states, states.objects.states);
  const projection = geoAlbersUsa().fitSize([WIDTH, HEIGHT], land);
  const draw = geoPath(projection).digits(1);
  const places = usPlaces(pins).flatMap((place) => {
    const point = projection(place);
    return point === null
      ? []
      : [`<path transform="translate(${point[0].toFixed(1)},${point[1].toFixed(1)})" d="${PIN}"/>`];
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#dce9f2"/>` +
    `<path d="${draw(land)}" fill="#f6f3ec"/><path d="${draw(mesh(states, states.objects.states))}" fill="none" stroke="#bbb"/>` +
    `<g fill="#d33" stroke="#fff">${places.join('')}</g></svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng().length;
}

/**
 * Answers a number of pins with the milliseconds of drawing them; on a thread, so that the bench's
 * connections stay alive.
 */
parentPort!.on('message', (pins: number) => {
  const begin = performance.now();
  drawBareMap(pins);
  parentPort!.postMessage(performance.now() - begin);
});
