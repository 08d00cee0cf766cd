import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import type { MapFrame } from '../../../src/render/map-frame.js';
import { PinCollector } from '../../../src/render/pins/pin-collector.js';
import { CELL_PT } from '../../../src/render/pins/place-grid.js';
import type { PinsShape } from '../../../src/render/scene.js';

const COLORS = ['#ff0000', '#00ff00', '#0000ff'];
const map = { xPt: 10, yPt: 20, widthPt: 100, heightPt: 80 };
/** Degrees are points of the page. */
const frame = {
  map,
  projection: ([x, y]: [number, number]) => (x < 10 || x > 110 || y < 20 || y > 100 ? null : [x, y]),
} as unknown as MapFrame;

type Marker = [x: number, y: number, color: number];
function shapeOf(markers: readonly Marker[], size?: Pick<PinsShape, 'symbol' | 'sizePt'>): PinsShape | null {
  const pins = new PinCollector(frame, COLORS);
  for (const marker of markers) pins.add(...marker);
  return pins.shape(size);
}
const placesOf = ({ places }: PinsShape): [number, number][] =>
  Array.from({ length: places.length / 2 }, (_, i) => [places[2 * i]!, places[2 * i + 1]!]);

const marker = fc.tuple(
  fc.double({ min: 10, max: 110, noNaN: true }),
  fc.double({ min: 20, max: 100, noNaN: true }),
  fc.integer({ min: 0, max: 2 }),
);
const crowd = fc.oneof(
  fc.array(marker, { minLength: 1, maxLength: 60 }),
  fc
    .array(marker, { minLength: 20, maxLength: 300 })
    .map((markers) => markers.map(([x, y, color]): Marker => [50 + x / 10, 50 + y / 10, color])),
);
const size = fc.record({
  symbol: fc.constantFrom('pin' as const, 'dot' as const),
  sizePt: fc.double({ min: 2.1, max: 14, noNaN: true }),
});

t.test('no markers, or none on the map, are no shape', async (t) => {
  t.equal(shapeOf([]), null);
  t.equal(
    shapeOf([
      [9, 50, 0],
      [50, 101, 0],
    ]),
    null,
  );
});

t.test('markers keep their colour, and their place to a quarter of a pixel', async (t) => {
  const shape = shapeOf(
    [
      [30, 40, 2],
      [90.123, 70.456, 1],
    ],
    { symbol: 'dot', sizePt: 3 },
  )!;
  t.same([...shape.colorOf], [2, 1]);
  t.equal(shape.colors, COLORS);
  for (const [i, [x, y]] of [
    [30, 40],
    [90.123, 70.456],
  ].entries()) {
    t.ok(
      Math.abs(shape.places[2 * i]! - x!) <= CELL_PT / 2 + 1e-5 &&
        Math.abs(shape.places[2 * i + 1]! - y!) <= CELL_PT / 2 + 1e-5,
    );
  }
});

t.test('the picture is the same in whatever order markers come', async () => {
  fc.assert(
    fc.property(
      crowd.chain((markers) =>
        fc.tuple(fc.constant(markers), fc.shuffledSubarray(markers, { minLength: markers.length })),
      ),
      ([markers, shuffled]) => isDeepStrictEqual(shapeOf(shuffled), shapeOf(markers)),
    ),
  );
});

t.test('pins stand from north to south, each once', async () => {
  fc.assert(
    fc.property(crowd, size, (markers, size) => {
      const places = placesOf(shapeOf(markers, size)!);
      return places.slice(1).every(([x, y], i) => {
        const [bx, by] = places[i]!;
        return by < y || (by === y && bx < x);
      });
    }),
  );
});

t.test('of markers at one place the colour that most have is seen, of equally many the first', async (t) => {
  const colorAt = (...colors: number[]) => [
    ...shapeOf(colors.map((color): Marker => [50, 50, color]))!.colorOf,
  ];
  t.same(colorAt(2, 1, 2), [2]);
  t.same(colorAt(2, 1, 2, 1), [1]);
  t.same(colorAt(0, 2, 1, 2, 1, 2), [2]);
});

t.test('each place has a colour that no other colour is there more often than, by counting', async () => {
  const few = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 })), {
    minLength: 1,
    maxLength: 400,
  });
  fc.assert(
    fc.property(few, (markers) => {
      const shape = shapeOf(
        markers.map(([x, color]): Marker => [20.09 + x, 50, color]),
        { symbol: 'dot', sizePt: 3 },
      )!;
      return placesOf(shape).every(([px], i) => {
        const counts = [0, 1, 2].map(
          (color) => markers.filter(([x, c]) => c === color && Math.abs(20.09 + x - px) < 0.2).length,
        );
        return shape.colorOf[i] === counts.indexOf(Math.max(...counts));
      });
    }),
  );
});

t.test(
  'what is left out lies at the place of one that is there, and of that one the upper edge shows',
  async () => {
    fc.assert(
      fc.property(crowd, size, (markers, size) => {
        const places = placesOf(shapeOf(markers, size)!);
        const isThere = ([x, y]: Marker): boolean =>
          places.some(([px, py]) => Math.max(Math.abs(px - x), Math.abs(py - y)) <= CELL_PT / 2 + 1e-4);
        // The top of a symbol lies on no symbol that comes later: those are lower, or beside it.
        return markers.every(isThere) && new Set(places.map(String)).size === places.length;
      }),
    );
  },
);

t.test('symbols become smaller and then dots as markers become denser', async (t) => {
  const sizes = [1, 4, 16, 64, 256, 1024, 8192].map((count) => {
    const side = Math.sqrt(count);
    const shape = shapeOf(
      Array.from(
        { length: count },
        (_, i): Marker => [10.1 + (99 * (i % side)) / side, 20.1 + (79 * Math.floor(i / side)) / side, 0],
      ),
    )!;
    return { symbol: shape.symbol, sizePt: shape.sizePt };
  });
  t.same(sizes[0], { symbol: 'pin', sizePt: 14 });
  t.equal(sizes.at(-1)!.symbol, 'dot');
  for (const [i, { symbol, sizePt }] of sizes.entries()) {
    if (i === 0) continue;
    t.ok(sizes[i - 1]!.symbol === symbol ? sizes[i - 1]!.sizePt >= sizePt : symbol === 'dot');
  }
});

t.test('dots that are close together and few on the map are no specks', async (t) => {
  const close = (count: number): Marker[] =>
    Array.from({ length: count }, (_, i) => [36 + (i % 12) / 2, 46 + Math.floor(i / 12) / 2, 0]);
  t.same(
    [100, 200].map((count) => shapeOf(close(count))!.sizePt),
    [2.5, 2],
  );
});

t.test(
  'where dots are as small as they get, one is left of those within half a dot, and every marker is near to one',
  async (t) => {
    const markers = Array.from(
      { length: 60_000 },
      (_, i): Marker => [30 + ((i * 7919) % 5000) / 100, 40 + ((i * 104_729) % 4000) / 100, i % 3],
    );
    const shape = shapeOf(markers)!;
    t.equal(shape.symbol, 'dot');
    t.equal(shape.sizePt, 2);
    t.ok(shape.colorOf.length < 2500 && shape.colorOf.length > 1500, `${shape.colorOf.length}`);
    const places = placesOf(shape);
    for (const [x, y] of markers.slice(0, 300)) {
      t.ok(places.some(([px, py]) => Math.abs(px - x) < 1.3 && Math.abs(py - y) < 1.3));
    }
  },
);

t.test('more colours than a byte has are an error', async (t) => {
  t.throws(() => new PinCollector(frame, new Array(256).fill('#000000')), RangeError);
});

t.test('places of several markers are counted, whatever their colours', async (t) => {
  const pins = new PinCollector(frame, COLORS);
  for (const [x, y, color] of [
    [30, 40, 0],
    [30, 40, 1],
    [60, 40, 2],
    [90, 70, 2],
    [90, 70, 2],
    [90, 70, 0],
    [9, 9, 0],
    [9, 9, 0],
  ] as Marker[])
    pins.add(x, y, color);
  const stacks = pins.stacks().map(({ xPt, yPt, count }) => [Math.round(xPt), Math.round(yPt), count]);
  t.same(stacks, [
    [90, 70, 3],
    [30, 40, 2],
  ]);
});
