import { readFileSync } from 'node:fs';
import { geoAlbersUsa, geoAzimuthalEqualArea, geoEqualEarth, geoMercator } from 'd3-geo';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import t, { type Test } from 'tap';
import { PackedPicture } from '../../../src/render/imagery/packed-picture.js';
import type { FittedProjection } from '../../../src/render/map-frame.js';
import type { ImageShape } from '../../../src/render/scene.js';
import { Satellite } from '../../../src/services/imagery/satellite.js';
import { geodataDirectory } from '../../../src/world/geodata/files.js';
import { fittedProjection, frameAround } from '../../support/projections.js';

const picture = new PackedPicture(readFileSync(new URL('imagery.bin', geodataDirectory)));
const satellite = new Satellite(picture, null);
const BOX = { xPt: 0, yPt: 0, widthPt: 360, heightPt: 240 };
const MIDDLE: [number, number] = [180, 120];

type Color = 'sand' | 'forest' | 'sea' | 'ice';
/** Tests of a pixel by its red, green and blue, from 0 to 255. */
const IS: Record<Color, (r: number, g: number, b: number) => boolean> = {
  sand: (r, g, b) => r > g && g > b && r > 130,
  forest: (r, g, b) => g > r && g > b + 15 && g < 130,
  sea: (r, g, b) => b > g && b > r + 20 && g < 140,
  ice: (r, g, b) => Math.min(r, g, b) > 170,
};

async function colorsOf(projection: FittedProjection, metersPerPt: number, format: 'png' | 'pdf' = 'png') {
  const { shapes, credits } = await satellite.draw(frameAround(BOX, projection, metersPerPt), format);
  t.same(credits, ['NASA Blue Marble']);
  const { bytes } = shapes[0] as ImageShape;
  const { width, height, data } =
    format === 'png' ? PNG.sync.read(Buffer.from(bytes)) : jpeg.decode(bytes, { useTArray: true });
  return (place: [number, number]) => {
    const [x, y] = projection(place)!;
    const at = 4 * (Math.floor((y / BOX.heightPt) * height) * width + Math.floor((x / BOX.widthPt) * width));
    return [data[at]!, data[at + 1]!, data[at + 2]!] as const;
  };
}

function check(
  t: Test,
  colorAt: (place: [number, number]) => readonly [number, number, number],
  places: Record<string, [Color, [number, number]]>,
): void {
  for (const [name, [color, place]] of Object.entries(places)) {
    t.ok(IS[color](...colorAt(place)), `${name} is ${color}: ${colorAt(place)}`);
  }
}

t.test('places of a world have their colours', async (t) => {
  const earth = geoEqualEarth().fitExtent(
    [
      [0, 0],
      [360, 240],
    ],
    { type: 'Sphere' },
  );
  for (const format of ['png', 'pdf'] as const) {
    check(t, await colorsOf(fittedProjection(earth), 110_000, format), {
      Sahara: ['sand', [15, 23]],
      Amazonas: ['forest', [-63, -5]],
      Congo: ['forest', [22, 0]],
      Pacific: ['sea', [-140, 0]],
      'Pacific beyond the antimeridian': ['sea', [172, 25]],
      Greenland: ['ice', [-40, 72]],
      Antarctica: ['ice', [90, -80]],
    });
  }
});

t.test('places of the United States and its insets have their colours', async (t) => {
  const usa = geoAlbersUsa().scale(440).translate(MIDDLE);
  check(t, await colorsOf(fittedProjection(usa), 14_500), {
    'White Sands': ['sand', [-114.5, 33]],
    Appalachians: ['forest', [-83.5, 35.5]],
    'Gulf of Mexico': ['sea', [-90, 26]],
    'Alaska in its inset': ['ice', [-154, 68]],
    'the sea around Hawaii in its inset': ['sea', [-158.5, 19.5]],
  });
});

t.test('places on both sides of the antimeridian have their colours', async (t) => {
  const fiji = geoMercator().rotate([180, 0]).center([0, -20]).scale(360).translate(MIDDLE);
  check(t, await colorsOf(fittedProjection(fiji), 16_000), {
    'the sea in the east': ['sea', [-176.5, -10]],
    'the sea in the west': ['sea', [174, -24]],
  });
  const chukotka = geoMercator().rotate([180, 0]).center([0, 67]).scale(400).translate(MIDDLE);
  check(t, await colorsOf(fittedProjection(chukotka), 6200), {
    'Chukotka west of it': ['ice', [177, 67.5]],
    'Chukotka east of it': ['ice', [-177, 67.5]],
  });
});

t.test('places around the south pole have their colours', async (t) => {
  const south = geoAzimuthalEqualArea().rotate([0, 90]).scale(220).translate(MIDDLE);
  check(t, await colorsOf(fittedProjection(south), 29_000), {
    'the pole': ['ice', [0, -89.99]],
    'East Antarctica': ['ice', [90, -75]],
    'West Antarctica': ['ice', [-110, -80]],
    'the Southern Ocean': ['sea', [-140, -65]],
  });
});

t.test('where the source is coarse a picture has fewer pixels, and a town is no larger file', async (t) => {
  const town = geoMercator().center([-8.61, 41.15]).scale(60_000).translate(MIDDLE);
  const { shapes } = await satellite.draw(frameAround(BOX, fittedProjection(town), 106), 'png');
  t.equal(shapes.length, 1);
  const { width, height } = PNG.sync.read(Buffer.from((shapes[0] as ImageShape).bytes));
  t.same([width, height], [360, 240]);
});

t.test('paper lies upon what is beyond the edge of the earth', async (t) => {
  const globe = geoAzimuthalEqualArea().scale(50).translate(MIDDLE);
  const frame = frameAround(BOX, fittedProjection(globe), 127_000, 'M80,120L180,20L280,120L180,220Z');
  const { shapes } = await satellite.draw(frame, 'png');
  t.match(shapes[1], {
    kind: 'path',
    d: 'M-1,-1L361,-1L361,241L-1,241ZM80,120L180,20L280,120L180,220Z',
    fill: { color: '#ffffff', opacity: 1 },
  });
  const { data } = PNG.sync.read(Buffer.from((shapes[0] as ImageShape).bytes));
  t.same([...data.subarray(0, 3)], [255, 255, 255]);
});
