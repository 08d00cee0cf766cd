import { DIVERGING, RAMP_NAMES, type RampName, rampColors } from '../schema/color-ramps.js';
import type { LegendCount } from '../store/image-markers.js';

/**
 * Names of classes as choropleths have them: "1.2 – 5.6", "7", "below 50", "50 to below 500", "500 and
 * above".
 */
const CLASS = /^(below )?[-−]?[\d.,]+(( – | to below )[-−]?[\d.,]+| and above)?$/;
const LEAST_CLASSES = 3;

/**
 * Nine colours of each ramp, along the schemes of ColorBrewer (colorbrewer.org, Cynthia Brewer) in steps of
 * equal CIEDE2000 difference as they are drawn on land. The palest, which look like land or water, are left
 * out; the middle of PRGn, a white, is a pale yellow.
 */
const SCHEMES: Readonly<Record<RampName, string>> = {
  blues: 'caddf0 a0cbe2 70b1d7 4795c8 2a7aba 1561a9 08488f 08316d 051c40',
  greens: 'dcf1d6 bfe6b8 95d491 65bd6f 3aa357 218944 087331 005b25 00441b',
  purples: 'd7d7ea b7b7d9 9d99c8 817ebb 7363ad 674ba0 593094 481084 2b0057',
  browns: 'fee391 feca5d fead3b fa8f24 ec7014 d35306 b13f03 8d3004 662506',
  'yellow-blue': 'edf8b1 b5e2b6 80cdbb 47b8c3 279bc1 1f7bb6 225ca7 243b97 081d58',
  'yellow-red': 'ffe793 fec561 fea446 fd8439 fc6230 f13724 d6111f b20026 800026',
  'red-blue': 'c11a27 e85437 f99254 feca7b ffffbf e5f5ef 94c7df 5a8ec1 3c59a6',
  'purple-green': '692075 9160a2 c3a7d0 eeddd9 fff3b8 cfecc9 84c784 3e964f 146b30',
};

/**
 * Colours for a number of classes, evenly along the ramp; few classes need none of its darkest, on which
 * nothing else is seen.
 * @returns `#rrggbb` each
 */
export function schemeOf(ramp: RampName, classes: number): string[] {
  const nine = SCHEMES[ramp]
    .split(' ')
    .map((hex) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
  const last = DIVERGING.includes(ramp) ? 8 : 6 + (2 * (classes - LEAST_CLASSES)) / (9 - LEAST_CLASSES);
  return Array.from({ length: classes }, (_, i) => {
    const place = (i * last) / (classes - 1);
    const [from, to] = [nine[Math.floor(place)]!, nine[Math.ceil(place)]!];
    const channels = from.map((channel, at) => Math.round(channel + (to[at]! - channel) * (place % 1)));
    return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  });
}

export const isClass = (category: string): boolean => CLASS.test(category);

/**
 * Fills in place of the palette's, where the legend begins with classes of numbers in the colours of a ramp:
 * the palette's colours differ at a glance, and form no even sequence.
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
  if (ramp === undefined) return new Map();
  return new Map(schemeOf(ramp, count).map((fill, i) => [ofClasses[i]!, fill]));
}
