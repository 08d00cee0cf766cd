import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { colorNames as namesWithColors } from '../../load/palette/color-names.js';
import {
  colorNames,
  FILLS,
  isExtended,
  PALETTE_NAMES,
  type PaletteColor,
  paletteColors,
} from '../../src/schema/palette-colors.js';
import { ciede2000, labOf, linearRgb, type Triple, VISIONS, type Vision } from '../support/color-vision.js';

const [STANDARD, EXTENDED] = [paletteColors('standard'), paletteColors('extended')];
/** Paragraphs and items of the page, each in one line. */
const DOCUMENT = readFileSync(
  fileURLToPath(new URL('../../../docs/maps.md', import.meta.url)),
  'utf8',
).replace(/(?<=\S)\n {0,2}(?=[^\s|#-])/g, ' ');

/** CIEDE2000 of each pair by the index of its colours, as each kind of reader sees them. */
const SEEN = new Map(
  VISIONS.map((vision) => {
    const labs = EXTENDED.map(({ fill }) => labOf(fill, vision));
    return [vision, labs.map((a) => labs.map((b) => ciede2000(a, b)))];
  }),
);
const difference = (vision: Vision, i: number, j: number): number => SEEN.get(vision)![i]![j]!;

/** The least difference among the first `size` colours. */
function spread(size: number, vision: Vision): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < size; i++)
    for (let j = 0; j < i; j++) least = Math.min(least, difference(vision, i, j));
  return least;
}

// Sharma, Wu and Dalal 2005, "The CIEDE2000 color-difference formula", table 1: L a b, L a b, difference.
const PUBLISHED = `
50 2.6772 -79.7751 50 0 -82.7485 2.0425
50 3.1571 -77.2803 50 0 -82.7485 2.8615
50 2.8361 -74.0200 50 0 -82.7485 3.4412
50 -1.3802 -84.2814 50 0 -82.7485 1.0000
50 -1.1848 -84.8006 50 0 -82.7485 1.0000
50 -0.9009 -85.5211 50 0 -82.7485 1.0000
50 0 0 50 -1 2 2.3669
50 -1 2 50 0 0 2.3669
50 2.4900 -0.0010 50 -2.4900 0.0009 7.1792
50 2.4900 -0.0010 50 -2.4900 0.0010 7.1792
50 2.4900 -0.0010 50 -2.4900 0.0011 7.2195
50 2.4900 -0.0010 50 -2.4900 0.0012 7.2195
50 -0.0010 2.4900 50 0.0009 -2.4900 4.8045
50 -0.0010 2.4900 50 0.0010 -2.4900 4.8045
50 -0.0010 2.4900 50 0.0011 -2.4900 4.7461
50 2.5 0 50 0 -2.5 4.3065
50 2.5 0 73 25 -18 27.1492
50 2.5 0 61 -5 29 22.8977
50 2.5 0 56 -27 -3 31.9030
50 2.5 0 58 24 15 19.4535
50 2.5 0 50 3.1736 0.5854 1.0000
50 2.5 0 50 3.2972 0 1.0000
50 2.5 0 50 1.8634 0.5757 1.0000
50 2.5 0 50 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082`;

t.test('the difference that these tests measure with is CIEDE2000', async (t) => {
  const lines = PUBLISHED.trim().split('\n');
  t.equal(lines.length, 34);
  for (const line of lines) {
    const [l1, a1, b1, l2, a2, b2, published] = line.split(' ').map(Number) as [...Triple, ...Triple, number];
    t.equal(ciede2000([l1, a1, b1], [l2, a2, b2]).toFixed(4), published.toFixed(4), line);
    t.equal(
      ciede2000([l2, a2, b2], [l1, a1, b1]).toFixed(4),
      published.toFixed(4),
      `${line}, the other way round`,
    );
  }
});

t.test('there are 48 standard colours, and 144 extended ones that begin with them', async (t) => {
  t.equal(STANDARD.length, 48);
  t.equal(EXTENDED.length, 144);
  t.same(EXTENDED.slice(0, 48), STANDARD);
  t.same(
    colorNames('extended'),
    EXTENDED.map(({ name }) => name),
  );
});

t.test('names are plain words, and neither a name nor a fill is there twice', async (t) => {
  for (const { name, fill } of EXTENDED) {
    t.match(name, /^[a-z]+( [a-z]+)*$/);
    t.match(fill, /^#[0-9a-f]{6}$/);
  }
  t.equal(new Set(EXTENDED.map(({ name }) => name)).size, 144);
  t.equal(new Set(EXTENDED.map(({ fill }) => fill)).size, 144);
});

t.test(
  'the first colours are those that everybody expects, and white is the last of the standard ones',
  async (t) => {
    t.same(colorNames('standard').slice(0, 5), ['red', 'blue', 'green', 'orange', 'purple']);
    t.equal(colorNames('standard').at(-1), 'white');
  },
);

t.test('text is black or white, whichever has the greater contrast, and at least 4.5:1', async (t) => {
  const luminance = (hex: string): number => {
    const [red, green, blue] = linearRgb(hex);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (a: string, b: string): number => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
    return (high + 0.05) / (low + 0.05);
  };
  for (const { name, fill, text } of EXTENDED) {
    const other = text === '#000000' ? '#ffffff' : '#000000';
    t.ok(contrast(fill, text) >= 4.5, `${name} ${contrast(fill, text)}`);
    t.ok(contrast(fill, text) >= contrast(fill, other), name);
  }
});

t.test('the colour that is drawn next is, of those left, the farthest from all that are drawn', async (t) => {
  // Distances for readers with a deficiency count `weight` times, docs/maps.md#the-palettes.
  const distance = (i: number, drawn: number, weight: number): number => {
    let least = Number.POSITIVE_INFINITY;
    for (const vision of VISIONS)
      for (let j = 0; j < drawn; j++)
        least = Math.min(least, difference(vision, i, j) * (vision === 'everybody' ? 1 : weight));
    return least;
  };
  for (const [from, to, weight] of [
    [5, 12, 2],
    [12, 47, 2],
    [48, 144, 3],
  ] as const) {
    for (let drawn = from; drawn < to; drawn++) {
      const left = Array.from({ length: to - drawn }, (_, i) => distance(drawn + i, drawn, weight));
      t.equal(left.indexOf(Math.max(...left)), 0, EXTENDED[drawn]!.name);
    }
  }
});

t.test('a colour looks like its name: near what it typically is, and no other name is nearer', async (t) => {
  const typical = [...namesWithColors()].map(([name, hex]) => [name, labOf(hex, 'everybody')] as const);
  for (const [i, { name, fill }] of EXTENDED.entries()) {
    const lab = labOf(fill, 'everybody');
    const [nearest, distance] = typical
      .map(([other, seen]) => [other, ciede2000(lab, seen)] as const)
      .reduce((a, b) => (b[1] < a[1] ? b : a));
    t.equal(nearest, name);
    t.ok(distance <= (i < 12 ? 5 : 6), `${name} is ${distance} away`);
  }
});

t.test('the least differences in the document are those of the colours', async (t) => {
  const rows = [...DOCUMENT.matchAll(/^\| the first (\d+) +\|(.*)\|$/gm)];
  t.same(
    rows.map(([, size]) => Number(size)),
    [5, 12, 24, 48, 144],
  );
  for (const [, size, cells] of rows) {
    t.same(
      cells!.split('|').map((cell) => cell.trim()),
      VISIONS.map((vision) => spread(Number(size), vision).toFixed(1)),
      `the first ${size}`,
    );
  }
});

t.test('the pairs that the document says to look alike are those that do', async (t) => {
  const pairs = (vision: Vision): string[] => {
    const close: [number, PaletteColor, PaletteColor][] = [];
    for (let i = 0; i < 12; i++)
      for (let j = 0; j < i; j++) {
        const seen = difference(vision, i, j);
        if (seen < 12) close.push([seen, EXTENDED[j]!, EXTENDED[i]!]);
      }
    return close
      .sort(([a], [b]) => a - b)
      .map(([seen, a, b]) => `${a.name} and ${b.name} (${seen.toFixed(1)})`);
  };
  for (const vision of VISIONS.slice(1)) {
    const told = new RegExp(`^- ${vision}: (.*)$`, 'm').exec(DOCUMENT)?.[1];
    t.same(told?.split(', '), pairs(vision), vision);
  }
  t.same(pairs('everybody'), []);
});

t.test(
  'the document tells the lightness of the first colours, and five that a print without colour keeps apart',
  async (t) => {
    const lightnessOf = (name: string): number =>
      labOf(STANDARD.find((color) => color.name === name)!.fill, 'everybody')[0];
    const told = /Lightness \(CIELAB\) of the first 12: ([^.]*)\./.exec(DOCUMENT)?.[1];
    t.same(
      told,
      STANDARD.slice(0, 12)
        .map(({ name }) => `${name} ${Math.round(lightnessOf(name))}`)
        .join(', '),
    );
    const apart = /take ([a-z, ]+): each is/.exec(DOCUMENT)![1]!.split(', ').map(lightnessOf);
    t.equal(apart.length, 5);
    for (let i = 1; i < apart.length; i++)
      t.ok(apart[i]! - apart[i - 1]! >= 15, `${apart[i]} after ${apart[i - 1]}`);
  },
);

t.test('a name has one fill in all palettes', async (t) => {
  for (const palette of PALETTE_NAMES)
    for (const { name, fill } of paletteColors(palette))
      t.equal(FILLS.get(name), fill, `${palette}: ${name}`);
  t.same(PALETTE_NAMES.map(isExtended), [false, true]);
});
