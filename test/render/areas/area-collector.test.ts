import fc from 'fast-check';
import t from 'tap';
import { type AreaGeometry, circlePolygon } from '../../../src/geo/circle-polygon.js';
import { AreaCollector } from '../../../src/render/areas/area-collector.js';
import { Extent } from '../../../src/render/frame/extent.js';
import { frameOf } from '../../../src/render/frame/frame-of.js';
import { layoutOf } from '../../../src/render/frame/layout.js';
import type { MapFrame } from '../../../src/render/map-frame.js';
import type { PathShape, Shape } from '../../../src/render/scene.js';
import { runs } from '../../support/runs.js';

const COLORS = ['#fa081d', '#0b63f8', '#2c9636'];
const layout = layoutOf(
  { paper_size: 'letter', orientation: 'landscape' },
  { hasTitle: false, legend: null },
);
const world = frameOf('world', layout, new Extent());
function around(...places: [number, number][]): MapFrame {
  const extent = new Extent();
  for (const [lon, lat] of places) extent.add(lon, lat);
  return frameOf('regions', layout, extent);
}
const FRAMES = {
  world,
  us: frameOf('us', layout, new Extent()),
  pacific: around([150, -40], [-140, 40]),
  europe: around([-9, 38], [25, 60]),
  arctic: around([0, 70], [120, 68], [-120, 65]),
  antarctic: around([0, -80], [120, -78], [-120, -75]),
  fiji: around([178, -17], [-178, -18]),
};

const drawn = (frame: MapFrame, ...areas: [AreaGeometry, number, (string | null)?][]): Shape[] => {
  const collector = new AreaCollector(frame, COLORS);
  for (const [geometry, color, layer] of areas) collector.add(geometry, color, layer ?? null);
  return collector.shapes();
};
const paths = (shapes: readonly Shape[]): PathShape[] => shapes.filter((shape) => shape.kind === 'path');

/** Rings of path data. */
const ringsOf = (d: string): [number, number][][] =>
  d
    .split('M')
    .slice(1)
    .map((ring) =>
      ring
        .replace('Z', '')
        .split('L')
        .map((point) => point.split(',').map(Number) as [number, number]),
    );

/** A point and more inside of the map's edge, where an area may be cut. */
const isWithin = ({ map }: MapFrame, [x, y]: [number, number]): boolean =>
  x > map.xPt + 1 && x < map.xPt + map.widthPt - 1 && y > map.yPt + 1 && y < map.yPt + map.heightPt - 1;

/** By the rule of each path. */
function isFilled(shapes: readonly Shape[], [x, y]: [number, number]): boolean {
  return paths(shapes).some(({ d, fill, fillsUnion }) => {
    if (fill === null) return false;
    let winding = 0;
    for (const ring of ringsOf(d)) {
      ring.forEach(([x1, y1], i) => {
        const [x2, y2] = ring.at(i - 1)!;
        if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) winding += y1 > y ? 1 : -1;
      });
    }
    return fillsUnion ? winding !== 0 : winding % 2 !== 0;
  });
}

const lon = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0, 179.9));
const lat = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0, 89.9));
/** Not on the edge of a world map. */
const place = fc.tuple(
  fc.double({ min: -179.5, max: 179.5, noNaN: true }),
  fc.double({ min: -89.5, max: 89.5, noNaN: true }),
);
const EARTH_MILES = 3958.7613;

const milesBetween = ([x1, y1]: [number, number], [x2, y2]: [number, number]): number => {
  const rad = Math.PI / 180;
  const hav =
    Math.sin(((y2 - y1) / 2) * rad) ** 2 +
    Math.cos(y1 * rad) * Math.cos(y2 * rad) * Math.sin(((x2 - x1) / 2) * rad) ** 2;
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(hav)));
};

t.test(
  'a circle anywhere, over poles and the antimeridian too, fills the places within it and no others, on every map',
  async () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(FRAMES) as (keyof typeof FRAMES)[])),
        lon,
        lat,
        fc.double({ min: 1.5, max: 4.07, noNaN: true }).map((power) => 10 ** power),
        fc.array(place, { minLength: 30, maxLength: 30 }),
        (name, x, y, miles, places) => {
          const frame = FRAMES[name];
          const shapes = drawn(frame, [circlePolygon({ lat: y, lng: x }, miles), 0]);
          if (paths(shapes).length === 0) return true;
          return places.every((place) => {
            const point = frame.projection(place);
            if (point === null) return true;
            const distance = milesBetween([x, y], place);
            // Edges lie a little within the circle, and are simplified by less than half a pixel.
            const slack = Math.max(0.02 * miles, (4 * frame.metersPerPt) / 1609);
            return Math.abs(distance - miles) < slack || isFilled(shapes, point) === distance < miles;
          });
        },
      ),
      { numRuns: runs(60, 300) },
    );
  },
);

t.test('nothing is outside of the map', async () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(FRAMES)),
      lon,
      lat,
      fc.double({ min: 1, max: 12_000, noNaN: true }),
      ({ map, ...rest }, x, y, miles) =>
        drawn({ map, ...rest }, [circlePolygon({ lat: y, lng: x }, miles), 0]).every((shape) => {
          const points =
            shape.kind === 'path'
              ? ringsOf(shape.d).flat()
              : shape.kind === 'pins'
                ? [[shape.places[0]!, shape.places[1]!]]
                : [];
          return points.every(
            ([px, py]) =>
              px! >= map.xPt - 0.01 &&
              px! <= map.xPt + map.widthPt + 0.01 &&
              py! >= map.yPt - 0.01 &&
              py! <= map.yPt + map.heightPt + 0.01,
          );
        }),
    ),
    { numRuns: 150 },
  );
});

const polygon = (...ring: number[][]): AreaGeometry => ({ type: 'Polygon', coordinates: [ring] });

t.test(
  'a ring means the same whichever way it is wound, closed or not, cut at the antimeridian or going over it',
  async (t) => {
    const cut: AreaGeometry = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [170, -10],
            [180, -10],
            [180, 10],
            [170, 10],
            [170, -10],
          ],
        ],
        [
          [
            [-180, -10],
            [-170, -10],
            [-170, 10],
            [-180, 10],
            [-180, -10],
          ],
        ],
      ],
    };
    const ways: AreaGeometry[] = [
      cut,
      polygon([170, -10], [190, -10], [190, 10], [170, 10], [170, -10]),
      polygon([170, -10], [-170, -10], [-170, 10], [170, 10], [170, -10]),
      polygon([170, 10], [-170, 10], [-170, -10], [170, -10]),
      polygon([-190, -10], [-170, -10], [-170, 10], [-190, 10], [-190, -10]),
    ];
    for (const frame of [FRAMES.world, FRAMES.pacific, FRAMES.fiji]) {
      for (const way of ways) {
        const shapes = drawn(frame, [way, 0]);
        for (const [place, isWithin] of [
          [[175, 0], true],
          [[-175, 5], true],
          [[179.5, -9], true],
          [[160, 0], false],
          [[-165, 0], false],
          [[0, 0], false],
          [[178, 15], false],
        ] as [[number, number], boolean][]) {
          const point = frame.projection(place);
          if (point)
            t.equal(isFilled(shapes, point), isWithin, `${place} of ${JSON.stringify(way.coordinates)}`);
        }
      }
    }
  },
);

t.test('a ring round a pole holds the pole, whether it is closed along it or not', async (t) => {
  const step = (lat: number): number[][] => [-180, -120, -60, 0, 60, 120].map((x) => [x, lat]);
  const ways: [AreaGeometry, number][] = [
    [polygon(...step(-70), [180, -70], [180, -90], [-180, -90], [-180, -70]), -1],
    [polygon(...step(-70), [-180, -70]), -1],
    [polygon(...step(-70).toReversed()), -1],
    [polygon(...step(70), [180, 70], [180, 90], [-180, 90], [-180, 70]), 1],
    [polygon(...step(70).toReversed(), [120, 70]), 1],
  ];
  for (const [area, side] of ways) {
    for (const frame of Object.values(FRAMES)) {
      const shapes = drawn(frame, [area, 0]);
      for (const place of [
        [10, 80],
        [-170, 85],
        [179, 75],
        [10, 60],
        [-100, 5],
        [10, -60],
        [10, -80],
        [-170, -85],
      ] as [number, number][]) {
        const point = frame.projection(place);
        if (point)
          t.equal(isFilled(shapes, point), place[1] * side > 70, `${place} of ${JSON.stringify(area)}`);
      }
    }
  }
});

t.test('the whole earth is the whole earth, and has no outline', async (t) => {
  const earth = polygon([-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]);
  for (const [name, frame] of Object.entries(FRAMES)) {
    const shapes = drawn(frame, [earth, 0]);
    const { xPt, yPt, widthPt, heightPt } = frame.map;
    t.ok(isFilled(shapes, [xPt + widthPt / 2 + 0.3, yPt + heightPt / 2 + 0.7]), name);
    t.same(
      paths(shapes).filter(({ stroke }) => stroke !== null),
      [],
      name,
    );
  }
});

t.test('an edge along a parallel stays on it', async (t) => {
  const frame = around([-100, 48.9], [-99, 49.1]);
  const [shape] = drawn(frame, [polygon([-130, 30], [-60, 30], [-60, 49], [-130, 49], [-130, 30]), 0]);
  const at = (x: number, y: number) => isFilled([shape!], frame.projection([x, y])!);
  for (const x of [-99.95, -99.5, -99.05]) {
    t.ok(at(x, 48.998));
    t.notOk(at(x, 49.002));
  }
});

t.test(
  'an outline is drawn where an area ends, and not where the map cuts it or the antimeridian does',
  async (t) => {
    const shapes = paths(drawn(FRAMES.europe, [circlePolygon({ lat: 50, lng: -25 }, 1500), 1]));
    t.equal(shapes.length, 2);
    t.ok(shapes[0]!.fill !== null && shapes[0]!.stroke === null && shapes[1]!.fill === null);
    const { xPt, yPt, widthPt, heightPt } = FRAMES.europe.map;
    const edgesAlong = (d: string, tolerance: number): number =>
      ringsOf(d).reduce(
        (sum, ring) =>
          sum +
          ring.filter(([x, y], i) => {
            const [bx, by] = ring[i - 1] ?? [Number.NaN, Number.NaN];
            const on = (a: number, b: number, edge: number) =>
              Math.abs(a - edge) < tolerance && Math.abs(b - edge) < tolerance;
            return (
              on(x, bx!, xPt) || on(x, bx!, xPt + widthPt) || on(y, by!, yPt) || on(y, by!, yPt + heightPt)
            );
          }).length,
        0,
      );
    t.ok(edgesAlong(shapes[0]!.d, 0.01) > 0);
    t.equal(edgesAlong(shapes[1]!.d, 0.01), 0);

    const overDateLine = paths(drawn(FRAMES.fiji, [circlePolygon({ lat: -17.5, lng: 180 }, 30), 1]));
    const line = FRAMES.fiji.projection([180, -17.5])!;
    const outline = overDateLine.find(({ stroke }) => stroke !== null)!;
    const vertical = ringsOf(outline.d).flatMap((ring) =>
      ring.filter(([x, y], i) => i > 0 && Math.abs(x - line[0]) < 0.5 && Math.abs(y - ring[i - 1]![1]) > 5),
    );
    t.same(vertical, [], 'no line along the antimeridian');
  },
);

t.test('large ones lie below small ones, in whatever order they come', async (t) => {
  const areas: [AreaGeometry, number, null][] = [40, 300, 120, 800, 5].map((miles, i) => [
    circlePolygon({ lat: 48, lng: 9 + i / 10 }, miles),
    i % 3,
    null,
  ]);
  const expected = drawn(FRAMES.europe, ...areas);
  const sizes = paths(expected)
    .filter(({ fill }) => fill !== null)
    .map(({ d }) => {
      const xs = ringsOf(d)
        .flat()
        .map(([x]) => x);
      return Math.max(...xs) - Math.min(...xs);
    });
  t.same(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(areas, { minLength: areas.length }), (shuffled) => {
      t.same(drawn(FRAMES.europe, ...shuffled), expected);
    }),
  );
});

t.test('areas of one layer and colour are one shape', async (t) => {
  const squares = Array.from({ length: 30 }, (_, i): [AreaGeometry, number, string] => {
    const x = i % 6;
    const y = 45 + Math.floor(i / 6);
    return [polygon([x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]), i % 3, 'county'];
  });
  const shapes = paths(drawn(FRAMES.europe, ...squares));
  t.equal(shapes.length, 3);
  t.equal(ringsOf(shapes.map(({ d }) => d).join('')).length, 30);
});

t.test('areas of one layer and colour that overlap, or are the same, are filled on every map', async () => {
  const center = fc.record({
    lng: fc.integer({ min: -175, max: 175 }),
    lat: fc.integer({ min: -75, max: 75 }),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(FRAMES) as (keyof typeof FRAMES)[])),
      center,
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 200, max: 2_000 }),
      (name, { lng, lat }, apart, miles) => {
        const frame = FRAMES[name];
        const centers = [
          { lng, lat },
          { lng: Math.min(lng + apart, 179), lat },
          { lng, lat },
        ];
        const shapes = drawn(
          frame,
          ...centers.map((at): [AreaGeometry, number, string] => [circlePolygon(at, miles), 0, 'operator']),
        );
        return centers.every((at) => {
          const point = frame.projection([at.lng, at.lat]);
          const isOnMap = point !== null && isWithin(frame, point);
          return !isOnMap || isFilled(shapes, point);
        });
      },
    ),
    { numRuns: runs(40, 200) },
  );
});

t.test('what is too small to be seen is a dot in its place, what is elsewhere is nothing', async (t) => {
  const shapes = drawn(FRAMES.europe, [circlePolygon({ lat: 48, lng: 9 }, 1), 2]);
  const dot = shapes[0]!;
  t.equal(shapes.length, 1);
  t.ok(dot.kind === 'pins' && dot.symbol === 'dot');
  if (dot.kind === 'pins') {
    t.same([...dot.colorOf], [2]);
    const [x, y] = FRAMES.europe.projection([9, 48])!;
    t.ok(Math.hypot(dot.places[0]! - x, dot.places[1]! - y) < 0.3);
  }
  t.same(drawn(FRAMES.europe, [circlePolygon({ lat: -48, lng: 9 }, 100), 2]), []);
});

t.test(
  'of more circles than there is room for the largest are areas and the others dots, in any order',
  async (t) => {
    const circles = Array.from({ length: 41_000 }, (_, i): [number, number, number] => [
      -8 + (i % 200) * 0.2,
      38 + Math.floor(i / 200) * 0.1,
      20 + ((i * 7919) % 41_000) / 4000,
    ]);
    const collect = (order: readonly [number, number, number][]) => {
      const collector = new AreaCollector(FRAMES.europe, COLORS);
      for (const [x, y, miles] of order) {
        const [dx, dy] = [miles / 50, miles / 70];
        collector.add(polygon([x - dx, y - dy], [x + dx, y - dy], [x, y + dy]), 0);
      }
      return collector;
    };
    const forwards = collect(circles);
    const shapes = forwards.shapes();
    t.ok(paths(shapes).filter(({ fill }) => fill !== null).length <= 20_000);
    t.ok(forwards.becameDots > 15_000 && shapes.some(({ kind }) => kind === 'pins'));
    t.same(collect(circles.toReversed()).shapes().length, shapes.length);
  },
);

t.test('path data is what a scene asks for: M, L and Z, two decimals', async (t) => {
  for (const frame of Object.values(FRAMES)) {
    for (const { d } of paths(drawn(frame, [circlePolygon({ lat: 40, lng: -100 }, 700), 0]))) {
      t.match(d, /^(M-?\d+(\.\d{1,2})?,-?\d+(\.\d{1,2})?(L-?\d+(\.\d{1,2})?,-?\d+(\.\d{1,2})?)+Z?)+$/);
    }
  }
});

/** Centres all over the earth. */
const centres = (count: number): { lng: number; lat: number }[] =>
  Array.from({ length: count }, (_, i) => ({ lng: ((i * 7.77) % 360) - 180, lat: ((i * 3.33) % 160) - 80 }));

t.test('circles that have no room become dots, regions, which lie beside each other, do not', async (t) => {
  const collector = new AreaCollector(world, COLORS);
  for (const at of centres(600)) collector.add(circlePolygon(at, 12_400), 0);
  const large = collector.size;
  t.ok(large > 100 && large < 500, `${large}`);
  t.equal(collector.becameDots, 600 - large);
  for (const at of centres(50)) collector.add(circlePolygon(at, 100), 1);
  for (const at of centres(50)) collector.add(circlePolygon(at, 5_000), 1, 'country');
  t.equal(collector.size, large + 100);
  t.equal(collector.becameDots, 600 - large);
});

t.test('with insets each part shows its own area alone, and no border where it is cut', async (t) => {
  const frame = FRAMES.us;
  const { xPt, yPt, widthPt, heightPt } = frame.map;
  // Mexico and the sea before it, which the mainland's projection has under both insets; Canada with Alaska's
  // east; the earth.
  const boxes = [
    [-135, 10, -97, 31],
    [-150, 44, -90, 68],
    [-170, 15, -60, 75],
  ] as const;
  const shapes = boxes.map(([west, south, east, north]) => {
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return drawn(frame, [{ type: 'Polygon', coordinates: [ring] }, 0]);
  });
  const share = fc.double({ min: 0.003, max: 0.997, noNaN: true });
  fc.assert(
    fc.property(share, share, fc.nat({ max: 2 }), (x, y, which) => {
      const point: [number, number] = [xPt + x * widthPt, yPt + y * heightPt];
      const place = frame.projection.invert(point);
      if (place === null) return true;
      const [west, south, east, north] = boxes[which]!;
      const distances = [place[0] - west, east - place[0], place[1] - south, north - place[1]];
      const nearest = Math.min(...distances);
      return Math.abs(nearest) < 0.7 || isFilled(shapes[which]!, point) === nearest > 0;
    }),
    { numRuns: runs(200, 1000) },
  );
  const isAtCut = ([x, y]: [number, number]): boolean =>
    frame.parts.some(
      (part) =>
        Math.abs(x - part.xPt - part.widthPt) < 0.02 ||
        Math.abs(y - part.yPt) < 0.02 ||
        Math.abs(x - part.xPt) < 0.02,
    );
  for (const { d, stroke } of paths(shapes.flat())) {
    if (stroke === null) continue;
    for (const line of ringsOf(d))
      t.notOk(line.some((point, i) => i > 0 && isAtCut(point) && isAtCut(line[i - 1]!)));
  }
});
