import t from 'tap';
import type { AreaGeometry } from '../../src/geo/circle-polygon.js';
import { BaseMapFiles } from '../../src/render/base-map/base-map-files.js';
import { MAP_STYLE } from '../../src/render/base-map/style.js';
import { Extent } from '../../src/render/frame/extent.js';
import type { PictureOptions } from '../../src/render/options.js';
import { Picture } from '../../src/render/picture.js';
import type { TextShape } from '../../src/render/scene.js';
import { geodataDirectory } from '../../src/world/geodata/files.js';
import { pictureOptions } from '../support/pictures/picture-options.js';
import { fontsOfBuild } from './fonts/fonts-of-build.js';

const files = new BaseMapFiles(geodataDirectory);

function world(
  map_type: PictureOptions['map_type'] = 'map',
  { preset = 'world', extent = new Extent() }: { preset?: PictureOptions['preset']; extent?: Extent } = {},
) {
  return new Picture({
    options: {
      preset,
      format: 'png',
      map_type,
      paper_size: 'letter',
      orientation: 'landscape',
      legend: false,
      title: false,
      labels: false,
    },
    title: '',
    legend: null,
    extent,
    fonts: fontsOfBuild,
    baseMapFiles: files,
    colors: ['#ff0000', '#00ff00'],
  });
}

const aroundBrazil = {
  type: 'Polygon',
  coordinates: [
    [
      [-70, -25],
      [-35, -25],
      [-35, 5],
      [-70, 5],
      [-70, -25],
    ],
  ],
} as const satisfies AreaGeometry;

const textsOf = async (picture: Picture, areasOmitted: number): Promise<string[]> => {
  const { shapes } = await picture.scene({
    credits: ['Somebody', 'Somebody else'],
    ground: [],
    areasOmitted,
  });
  return shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
};

t.test('the footer names whose data it is, and how many areas are dots', async (t) => {
  t.equal((await textsOf(world(), 0)).at(-1), 'Somebody · Somebody else');
  t.equal((await textsOf(world(), 12_345)).at(-1), 'Somebody · Somebody else · 12,345 areas shown as dots');
});

t.test('what lies below comes first: ground, areas, pins, labels', async (t) => {
  const picture = world();
  picture.pin(10, 50, 0);
  picture.label('Here', 10, 50);
  picture.area(
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [20, 0],
          [20, 20],
          [0, 20],
          [0, 0],
        ],
      ],
    },
    1,
    null,
  );
  const ground = {
    kind: 'path',
    d: 'M0,0L1,0L1,1Z',
    fill: { color: '#123456', opacity: 1 },
    stroke: null,
  } as const;
  const { shapes } = await picture.scene({ credits: [], ground: [ground], areasOmitted: 0 });
  const places = [
    shapes.indexOf(ground),
    shapes.findIndex((shape) => shape.kind === 'path' && shape.fill?.color === '#00ff00'),
    shapes.findIndex(({ kind }) => kind === 'pins'),
    shapes.findIndex((shape) => shape.kind === 'text' && shape.text === 'Here'),
  ];
  t.equal(places[0], 0);
  t.same(
    places,
    places.toSorted((a, b) => a - b),
  );
  t.notOk(places.includes(-1));
});

t.test('a name of the base map has the halo of the area below it', async (t) => {
  const haloOf = async (picture: Picture): Promise<string | undefined> => {
    const { shapes } = await picture.scene({ credits: [], ground: [], areasOmitted: 0 });
    const name = shapes.find((shape) => shape.kind === 'text' && shape.text === 'BRAZIL') as TextShape;
    return name.halo?.color;
  };
  const withArea = (map_type: PictureOptions['map_type']): Picture => {
    const picture = world(map_type);
    picture.area(aroundBrazil, 0, 'country');
    return picture;
  };
  t.equal(await haloOf(world()), '#f6f4ee');
  t.equal(await haloOf(world('satellite')), '#0d1b26');
  // 85% of red upon land, and 95% upon what imagery has there.
  t.equal(await haloOf(withArea('map')), '#fe2524');
  t.equal(await haloOf(withArea('satellite')), '#f70504');
});

function town(options: Partial<PictureOptions> = {}) {
  const extent = new Extent();
  extent.add(10, 50);
  return new Picture({
    options: pictureOptions({ preset: 'pin_coverage', ...options }),
    title: '',
    legend: null,
    extent,
    fonts: fontsOfBuild,
    baseMapFiles: files,
    colors: ['#ff0000'],
  });
}

t.test(
  "markers' labels are bold and white with dark around them on imagery, and dark on a map",
  async (t) => {
    const labelOn = async (map_type: PictureOptions['map_type']) => {
      const picture = town({ map_type, labels: true });
      picture.pin(10, 50, 0);
      picture.label('Shop', 10, 50);
      const { shapes } = await picture.scene({ credits: [], ground: [], areasOmitted: 0 });
      return shapes.find((shape) => shape.kind === 'text' && shape.text === 'Shop');
    };
    t.match(await labelOn('satellite'), { color: '#ffffff', weight: 700, halo: { color: '#0d1b26' } });
    t.match(await labelOn('map'), { color: '#1f2328', weight: 400, halo: { color: '#ffffff' } });
  },
);

t.test('a pin that stands for several markers has their number, and dots have none', async (t) => {
  const textsWith = async (markers: number, places: number): Promise<string[]> => {
    const picture = town();
    const { map, projection } = picture.frame;
    for (let i = 0; i < markers; i++) {
      const x = map.xPt + 20 + (((i % places) * 3) % (map.widthPt - 40));
      picture.pin(
        ...projection.invert([x, map.yPt + 20 + 3 * Math.floor((3 * (i % places)) / (map.widthPt - 40))])!,
        0,
      );
    }
    return (await textsOf(picture, 0)).filter((text) => /^×/.test(text));
  };
  t.same(await textsWith(1_200, 1), ['×1,200']);
  t.same(await textsWith(1, 1), []);
  t.same(await textsWith(8_000, 4_000), [], 'dots');
});

t.test('a capital full of pins has its name above them', async (t) => {
  const picture = world('map', { preset: 'us' });
  const { projection } = picture.frame;
  const [x, y] = projection([-77.04, 38.9])!;
  for (let dx = -60; dx <= 60; dx += 9)
    for (let dy = -36; dy <= 48; dy += 13) picture.pin(...projection.invert([x + dx, y + dy])!, 0);
  const { shapes } = await picture.scene({ credits: [], ground: [], areasOmitted: 0 });
  const [pins, name] = [
    shapes.findIndex(({ kind }) => kind === 'pins'),
    shapes.findIndex((shape) => shape.kind === 'text' && shape.text === 'Washington, D.C.'),
  ];
  t.ok(pins >= 0 && name > pins, `${pins} ${name}`);
});

t.test('the scale bar stands in a corner without markers, or below them', async (t) => {
  const barOf = async (...corners: [x: number, y: number][]) => {
    const picture = town();
    const { map, projection } = picture.frame;
    for (const [x, y] of corners) {
      const place = projection.invert([
        map.xPt + (x === 0 ? 20 : map.widthPt - 20),
        map.yPt + (y === 0 ? 20 : map.heightPt - 20),
      ])!;
      picture.pin(...place, 0);
    }
    const { shapes } = await picture.scene({ credits: [], ground: [], areasOmitted: 0 });
    const text = shapes.find((shape) => shape.kind === 'text' && / km$/.test(shape.text)) as TextShape;
    return {
      corner: [text.xPt > map.xPt + map.widthPt / 2, text.yPt > map.yPt + map.heightPt / 2],
      isBelow: shapes.indexOf(text) < shapes.findIndex(({ kind }) => kind === 'pins'),
    };
  };
  t.same(await barOf([0, 0]), { corner: [false, true], isBelow: false });
  t.same(await barOf([0, 1]), { corner: [true, true], isBelow: false });
  t.same(await barOf([0, 1], [1, 1]), { corner: [true, false], isBelow: false });
  // Its text begins in the left half where it stands in the middle.
  t.same(await barOf([0, 1], [1, 1], [0, 0], [1, 0]), { corner: [true, true], isBelow: false });
});

t.test('a label does not cross the line around an inset', async (t) => {
  const picture = world('map', { preset: 'us' });
  const { map, projection, parts } = picture.frame;
  const [, alaska] = parts;
  const edge = alaska!.xPt + alaska!.widthPt;
  for (const up of [30, 60, 90]) {
    const place = projection.invert([edge - 12, map.yPt + map.heightPt - up])!;
    picture.pin(...place, 0);
    picture.label('A name that is long', ...place);
  }
  const { shapes } = await picture.scene({ credits: [], ground: [], areasOmitted: 0 });
  const labels = shapes.filter(
    (shape) => shape.kind === 'text' && shape.text === 'A name that is long',
  ) as TextShape[];
  t.ok(labels.length > 0);
  t.ok(
    labels.every(({ anchor, xPt }) => anchor === 'end' && xPt < edge),
    JSON.stringify(labels.map(({ anchor }) => anchor)),
  );
});

t.test('the scale bar keeps off islands of an area, and stands on water rather than land', async (t) => {
  const square = (west: number, south: number, size: number): number[][][] => [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ];
  const barOf = async (center: [number, number], island: [x: number, y: number] | null) => {
    const extent = new Extent();
    for (const by of [-4, 4]) extent.add(center[0] + by, center[1] + by);
    const picture = world('map', { preset: 'regions', extent });
    const { map, projection } = picture.frame;
    const [west, south] = projection.invert([
      map.xPt + (island?.[0] ?? 0),
      map.yPt + map.heightPt - (island?.[1] ?? 0),
    ])!;
    if (island !== null)
      picture.area({ type: 'Polygon', coordinates: square(west, south, 0.05) }, 0, 'country');
    const { shapes } = await picture.scene({ credits: [], ground: [], areasOmitted: 0 });
    const text = shapes.find((shape) => shape.kind === 'text' && / km$/.test(shape.text)) as TextShape;
    return [text.xPt - map.xPt < 200, text.yPt - map.yPt > map.heightPt - 50];
  };
  t.same(await barOf([-30, 40], null), [true, true], 'all is sea');
  t.same(await barOf([-30, 40], [20, 20]), [false, true]);
  t.same(await barOf([100, 60], null), [true, true], 'all is land');
  // Below is Colombia, above the Caribbean Sea.
  t.same(await barOf([-70, 9], null), [false, false]);
});

t.test('lakes lie above countries, and borders of states above their counties', async (t) => {
  const square = (west: number, south: number, size: number): AreaGeometry => ({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
        [west, south],
      ],
    ],
  });
  const pathsAboveAreas = async (layer: string | null) => {
    const extent = new Extent();
    for (const [lng, lat] of [
      [-95, 35],
      [-75, 50],
    ] as const)
      extent.add(lng, lat);
    const picture = world('map', { preset: 'regions', extent });
    picture.area(square(-95, 36, 14), 0, layer);
    const { shapes } = await picture.scene({ credits: [], ground: [], areasOmitted: 0 });
    const paths = shapes.filter((shape) => shape.kind === 'path');
    const area = paths.findIndex(({ fillsUnion }) => fillsUnion);
    const above = paths.slice(area + 1);
    return {
      water: above.filter(({ fill }) => fill?.color === MAP_STYLE.water!.color).length,
      states: above.filter(({ stroke }) => stroke?.color === MAP_STYLE.stateAboveAreas[1]!.color).length,
    };
  };
  t.same(await pathsAboveAreas('country'), { water: 1, states: 0 });
  t.same(await pathsAboveAreas('us_county'), { water: 0, states: 1 });
  t.same(await pathsAboveAreas(null), { water: 0, states: 0 }, 'a circle covers neither');
});
