import { RAMP_NAMES, type RampName, rampColors } from '../schema/color-ramps.js';
import type { LegendCount } from '../store/image-markers.js';

/** As choropleths name their classes: "1.2 – 5.6", "7", "below 50", "50 to below 500", "500 and above". */
const CLASS = /^(below )?[-−]?[\d.,]+(( – | to below )[-−]?[\d.,]+| and above)?$/;
const LEAST_CLASSES = 3;

/** Schemes of ColorBrewer (colorbrewer.org, Cynthia Brewer) for 3 to 9 classes, in place of the palette's nearest colours. */
const SCHEMES: Readonly<Record<RampName, readonly string[]>> = {
  // Blues
  blues: [
    'deebf7 9ecae1 3182bd',
    'eff3ff bdd7e7 6baed6 2171b5',
    'eff3ff bdd7e7 6baed6 3182bd 08519c',
    'eff3ff c6dbef 9ecae1 6baed6 3182bd 08519c',
    'eff3ff c6dbef 9ecae1 6baed6 4292c6 2171b5 084594',
    'f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 084594',
    'f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b',
  ],
  // Greens
  greens: [
    'e5f5e0 a1d99b 31a354',
    'edf8e9 bae4b3 74c476 238b45',
    'edf8e9 bae4b3 74c476 31a354 006d2c',
    'edf8e9 c7e9c0 a1d99b 74c476 31a354 006d2c',
    'edf8e9 c7e9c0 a1d99b 74c476 41ab5d 238b45 005a32',
    'f7fcf5 e5f5e0 c7e9c0 a1d99b 74c476 41ab5d 238b45 005a32',
    'f7fcf5 e5f5e0 c7e9c0 a1d99b 74c476 41ab5d 238b45 006d2c 00441b',
  ],
  // Purples
  purples: [
    'efedf5 bcbddc 756bb1',
    'f2f0f7 cbc9e2 9e9ac8 6a51a3',
    'f2f0f7 cbc9e2 9e9ac8 756bb1 54278f',
    'f2f0f7 dadaeb bcbddc 9e9ac8 756bb1 54278f',
    'f2f0f7 dadaeb bcbddc 9e9ac8 807dba 6a51a3 4a1486',
    'fcfbfd efedf5 dadaeb bcbddc 9e9ac8 807dba 6a51a3 4a1486',
    'fcfbfd efedf5 dadaeb bcbddc 9e9ac8 807dba 6a51a3 54278f 3f007d',
  ],
  // YlOrBr
  browns: [
    'fff7bc fec44f d95f0e',
    'ffffd4 fed98e fe9929 cc4c02',
    'ffffd4 fed98e fe9929 d95f0e 993404',
    'ffffd4 fee391 fec44f fe9929 d95f0e 993404',
    'ffffd4 fee391 fec44f fe9929 ec7014 cc4c02 8c2d04',
    'ffffe5 fff7bc fee391 fec44f fe9929 ec7014 cc4c02 8c2d04',
    'ffffe5 fff7bc fee391 fec44f fe9929 ec7014 cc4c02 993404 662506',
  ],
  // YlGnBu
  'yellow-blue': [
    'edf8b1 7fcdbb 2c7fb8',
    'ffffcc a1dab4 41b6c4 225ea8',
    'ffffcc a1dab4 41b6c4 2c7fb8 253494',
    'ffffcc c7e9b4 7fcdbb 41b6c4 2c7fb8 253494',
    'ffffcc c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 0c2c84',
    'ffffd9 edf8b1 c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 0c2c84',
    'ffffd9 edf8b1 c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 253494 081d58',
  ],
  // YlOrRd
  'yellow-red': [
    'ffeda0 feb24c f03b20',
    'ffffb2 fecc5c fd8d3c e31a1c',
    'ffffb2 fecc5c fd8d3c f03b20 bd0026',
    'ffffb2 fed976 feb24c fd8d3c f03b20 bd0026',
    'ffffb2 fed976 feb24c fd8d3c fc4e2a e31a1c b10026',
    'ffffcc ffeda0 fed976 feb24c fd8d3c fc4e2a e31a1c b10026',
    'ffffcc ffeda0 fed976 feb24c fd8d3c fc4e2a e31a1c bd0026 800026',
  ],
  // RdYlBu
  'red-blue': [
    'fc8d59 ffffbf 91bfdb',
    'd7191c fdae61 abd9e9 2c7bb6',
    'd7191c fdae61 ffffbf abd9e9 2c7bb6',
    'd73027 fc8d59 fee090 e0f3f8 91bfdb 4575b4',
    'd73027 fc8d59 fee090 ffffbf e0f3f8 91bfdb 4575b4',
    'd73027 f46d43 fdae61 fee090 e0f3f8 abd9e9 74add1 4575b4',
    'd73027 f46d43 fdae61 fee090 ffffbf e0f3f8 abd9e9 74add1 4575b4',
  ],
  // PRGn
  'purple-green': [
    'af8dc3 f7f7f7 7fbf7b',
    '7b3294 c2a5cf a6dba0 008837',
    '7b3294 c2a5cf f7f7f7 a6dba0 008837',
    '762a83 af8dc3 e7d4e8 d9f0d3 7fbf7b 1b7837',
    '762a83 af8dc3 e7d4e8 f7f7f7 d9f0d3 7fbf7b 1b7837',
    '762a83 9970ab c2a5cf e7d4e8 d9f0d3 a6dba0 5aae61 1b7837',
    '762a83 9970ab c2a5cf e7d4e8 f7f7f7 d9f0d3 a6dba0 5aae61 1b7837',
  ],
};

export const isClass = (category: string): boolean => CLASS.test(category);

/**
 * Fills in place of the palette's, where the legend begins with classes of numbers in the colours of a ramp: the palette's colours differ at a
 * glance, and form no even sequence.
 * @returns name of a colour -> `#rrggbb`; none where classes have been given other colours
 */
export function classFills(legend: readonly Pick<LegendCount, 'name' | 'color'>[]): Map<string, string> {
  const colors = new Map<string, string | null>();
  for (const { name, color } of legend) {
    if (name === null || !isClass(name)) break;
    if (!colors.has(name)) colors.set(name, color);
  }
  const ofClasses = [...colors.values()];
  const count = ofClasses.length;
  if (count < LEAST_CLASSES) return new Map();
  const ramp = RAMP_NAMES.find((name) => rampColors(name, count).join() === ofClasses.join());
  const scheme = ramp && SCHEMES[ramp][count - LEAST_CLASSES];
  if (scheme === undefined) return new Map();
  return new Map(scheme.split(' ').map((fill, i) => [ofClasses[i]!, `#${fill}`]));
}
