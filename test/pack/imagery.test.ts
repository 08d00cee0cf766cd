import { readFileSync } from 'node:fs';
import t from 'tap';
import { grade } from '../../src/pack/imagery/grade.js';
import { packLevels } from '../../src/pack/imagery/pack.js';
import { averageAlongParallels, type Equirectangular, halved } from '../../src/pack/imagery/pictures.js';
import { PackedPicture } from '../../src/render/imagery/packed-picture.js';
import { geodataDirectory } from '../../src/world/geodata/files.js';

/** Colours that change little from pixel to pixel, like those of the earth. */
function gradient(width: number): Equirectangular {
  const height = width / 2;
  const rgb = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rgb.set([(255 * x) / width, (255 * y) / height, 128 + 60 * Math.sin(x / 40)], 3 * (y * width + x));
    }
  }
  return { width, height, rgb };
}

t.test('a packed picture is read back, tile by tile', async (t) => {
  const levels = [gradient(1024), gradient(512)];
  const picture = new PackedPicture(packLevels(levels));
  t.same(
    picture.levels.map(({ width, height, degreesPerPx }) => [width, height, degreesPerPx]),
    [
      [1024, 512, 360 / 1024],
      [512, 256, 360 / 512],
    ],
  );
  levels.forEach(({ width, height, rgb }, i) => {
    const read = new Uint8Array(rgb.length);
    for (let row = 0; row < height / 256; row++) {
      for (let column = 0; column < width / 256; column++) {
        picture.readTile(picture.levels[i]!, column, row, read);
      }
    }
    const worst = rgb.reduce((most, value, at) => Math.max(most, Math.abs(value - read[at]!)), 0);
    t.ok(worst <= 3, `off by ${worst}: rounding, and chroma of four pixels`);
  });
});

t.test('other bytes are refused', async (t) => {
  t.throws(() => new PackedPicture(new Uint8Array(4)), /no packed picture/);
  t.throws(() => new PackedPicture(Buffer.from('GIF89a, and what follows')), /no packed picture/);
});

t.test('towards the poles pixels become averages along their parallel, not at the equator', async (t) => {
  const width = 360;
  const rgb = new Uint8Array(3 * width * 180);
  for (let pixel = 0; pixel < width * 180; pixel += 2) rgb.fill(200, 3 * pixel, 3 * pixel + 3);
  const { rgb: averaged } = averageAlongParallels({ width, height: 180, rgb });
  t.same([...averaged.subarray(3 * width * 90, 3 * width * 90 + 6)], [200, 200, 200, 0, 0, 0]);
  t.ok(Math.abs(averaged[0]! - 100) <= 1 && Math.abs(averaged[3]! - 100) <= 1);
});

t.test('half a picture is made of averages', async (t) => {
  const rgb = Uint8Array.of(0, 0, 0, 4, 8, 12, 8, 8, 8, 0, 0, 0, 4, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 2);
  t.same(halved({ width: 4, height: 2, rgb }), { width: 2, height: 1, rgb: Uint8Array.of(3, 2, 3, 2, 2, 3) });
});

t.test('the deep sea is lifted and snow is dimmed, grays stay gray', async (t) => {
  const [deep, snow, gray] = [
    [2, 5, 20],
    [255, 255, 255],
    [100, 100, 100],
  ].map((color) => [...grade(Uint8Array.from(color))]) as [number[], number[], number[]];
  t.ok(deep[2]! > 40 && deep[2]! > deep[0]!, deep.join());
  t.same(snow, [218, 218, 218]);
  t.equal(new Set(gray).size, 1);
});

t.test('the file of the build is the Blue Marble, in some MB', async (t) => {
  const packed = readFileSync(new URL('imagery.bin', geodataDirectory));
  t.ok(packed.length < 8 * 1024 ** 2);
  t.same(
    new PackedPicture(packed).levels.map(({ width, height }) => `${width}x${height}`),
    ['4096x2048', '2048x1024', '1024x512'],
  );
});
