import { readFileSync } from 'node:fs';
import jpeg from 'jpeg-js';
import type { GeodataPart } from '../part.js';
import { sourceFile } from '../sources.js';
import { grade } from './grade.js';
import { packLevels } from './pack.js';
import { averageAlongParallels, halved } from './pictures.js';

const PICTURE = 'earth-blue-marble.jpg';

/** NASA's Blue Marble Next Generation with the sea floor, 4096 x 2048: a pixel is 9.8 km at the equator. */
export const imageryPart: GeodataPart = {
  file: 'imagery.bin',
  seconds: 8,
  module: import.meta.url,
  packages: ['jpeg-js'],
  sources: [PICTURE],
  build() {
    const picture = jpeg.decode(readFileSync(sourceFile(PICTURE)), {
      useTArray: true,
      formatAsRGBA: false,
      maxMemoryUsageInMB: 512,
    });
    const { width, height, data } = picture;
    const fine = averageAlongParallels({ width, height, rgb: grade(data) });
    const middle = halved(fine);
    return packLevels([fine, middle, halved(middle)]);
  },
};
