import fc from 'fast-check';
import t from 'tap';
import { AreasOfMap } from '../../src/images/areas-of-map.js';
import { NO_COLOR, readContent, showMarkers } from '../../src/images/picture-content.js';
import { RegionShapes } from '../../src/images/region-shapes.js';
import { surveyMap } from '../../src/images/survey-map.js';
import { BaseMapFiles } from '../../src/render/base-map/base-map-files.js';
import type { PictureOptions } from '../../src/render/options.js';
import { Picture } from '../../src/render/picture.js';
import type { PinsShape } from '../../src/render/scene.js';
import { paletteColors } from '../../src/schema/palette-colors.js';
import { ImageMarkers } from '../../src/store/image-markers.js';
import { geodataDirectory } from '../../src/world/geodata/files.js';
import { fontsOfBuild } from '../render/fonts/fonts-of-build.js';
import { createOwner } from '../support/owner.js';
import { pictureOptions } from '../support/pictures/picture-options.js';

const { sql, url, createMap } = await createOwner(t);
const baseMapFiles = new BaseMapFiles(geodataDirectory);
const FILLS = new Map(paletteColors('extended').map(({ name, fill }) => [name, fill]));

/** Places that lie well within the United States or far from them. */
const PLACES = {
  us: [
    [-95.4, 29.8],
    [-122.3, 47.6],
    [-104.9, 39.7],
    [-80.2, 25.8],
    [-149.9, 61.2],
    [-157.9, 21.3],
  ],
  elsewhere: [
    [2.3, 48.9],
    [151.2, -33.9],
    [-58.4, -34.6],
    [139.7, 35.7],
  ],
} as const;

interface Row {
  isUs: boolean;
  place: number;
  category: string | null;
  color: string | null;
  type: 'pin' | 'circle' | 'pinned_circle';
}

const row: fc.Arbitrary<Row> = fc.record({
  isUs: fc.boolean(),
  place: fc.nat({ max: 11 }),
  category: fc.constantFrom('Retail', 'Depot', 'not in the legend', null),
  color: fc.constantFrom('red', 'blue', 'teal', null),
  type: fc.constantFrom('pin', 'pin', 'circle', 'pinned_circle'),
});
const placeOf = ({ isUs, place }: Row): readonly [lng: number, lat: number] => {
  const places = PLACES[isUs ? 'us' : 'elsewhere'];
  return places[place % places.length]!;
};

async function mapOf(rows: readonly Row[], legend: readonly [string, string][]): Promise<number> {
  const map = await createMap();
  const whole = rows.map((row) => ({
    ...row,
    name: `A ${row.type}`,
    lng: placeOf(row)[0],
    lat: placeOf(row)[1],
    radius: row.type === 'pin' ? null : 20,
  }));
  await sql`
    INSERT INTO markers (map_id, id, name, type, lng, lat, cell, color, category, radius)
    SELECT ${map}, nextval('marker_ids'), r.name, r.type, r.lng, r.lat, 0, r.color, r.category, r.radius
    FROM json_populate_recordset(NULL::markers, ${JSON.stringify(whole)}::text::json) r`;
  const [layer] = await sql<[{ id: number }]>`SELECT id FROM layers WHERE map_id = ${map} AND is_default`;
  for (const [i, [name, color]] of legend.entries())
    await sql`INSERT INTO legend_entries (map_id, layer_id, name, color, ordering) VALUES (${map}, ${layer.id}, ${name}, ${color}, ${i})`;
  return map;
}

async function pictureOf(mapId: number, options: Pick<PictureOptions, 'preset'> & Partial<PictureOptions>) {
  const map = await ImageMarkers.open(url, mapId, 30_000);
  try {
    const regions = new RegionShapes();
    regions.begin(url, []);
    const areas = new AreasOfMap(regions);
    const whole = pictureOptions({ legend: true, ...options });
    const content = await readContent(map, whole);
    const survey = await surveyMap(map, areas, content.palette, whole.preset);
    const picture = new Picture({
      options: whole,
      title: 'Map',
      legend: content.mostLines,
      extent: survey.extent,
      fonts: fontsOfBuild,
      baseMapFiles,
      colors: content.fills,
      signs: content.signs,
    });
    const names: string[] = [];
    picture.label = (name) => names.push(name);
    const shown = await showMarkers(map, areas, content, survey, picture, whole.labels ? 1 : null);
    const scene = () => picture.scene({ credits: [], ground: [], ...shown });
    return { ...shown, names, mostLines: content.mostLines, scene, picture };
  } finally {
    await map.close();
  }
}

/** `Retail #fa081d 3`, counted from the rows. */
function expectedLines(rows: readonly Row[], legend: readonly [string, string][]): string[] {
  const hasColor = rows.some(({ color }) => color !== null);
  const counts = new Map<string, number>();
  for (const { category, color } of rows) {
    const isListed = legend.some(([name]) => name === category);
    const name = category === null ? 'No category' : isListed ? category : 'Other categories';
    const fill = color !== null ? FILLS.get(color) : hasColor ? NO_COLOR : FILLS.get('red');
    counts.set(`${name} ${fill}`, (counts.get(`${name} ${fill}`) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `${line} ${count}`).sort();
}

const LEGEND: [string, string][] = [
  ['Depot', 'blue'],
  ['Retail', 'red'],
  ['Nobody', 'green'],
];

t.test(
  'a legend tells what the picture shows, by category and colour, and how many markers it does not',
  async (t) => {
    const presets = fc.constantFrom('pin_coverage', 'us', 'world', 'regions');
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), presets, async (rows, preset) => {
        const { legend, notShown, mostLines } = await pictureOf(await mapOf(rows, LEGEND), { preset });
        const areasAlone = preset === 'regions' && rows.some(({ type }) => type !== 'pin');
        const seen = rows.filter(({ isUs, type }) =>
          preset === 'us' ? isUs : !(areasAlone && type === 'pin'),
        );
        const lines = legend!.map(({ name, color, count }) => `${name} ${color} ${count}`).sort();
        t.same(
          lines.map((line) => line.replace(/#\w+/, '')),
          expectedLines(seen, LEGEND).map((line) => line.replace(/#\w+/, '')),
        );
        t.equal(notShown, rows.length - seen.length);
        t.ok(mostLines!.length >= legend!.length);
        if (seen.length === rows.length) t.same(lines, expectedLines(rows, LEGEND));
      }),
      { numRuns: Number(process.env.LEGEND_RUNS ?? 25) },
    );
  },
);

const colorsOfPins = (shapes: readonly { kind: string }[]): string[] => {
  const pins = shapes.find(({ kind }) => kind === 'pins') as PinsShape;
  return [...pins.colorOf].map((color) => pins.colors[color]!).sort();
};

const us = (count: number, category: string | null, color: string | null): Row[] =>
  Array.from({ length: count }, (_, place) => ({ isUs: true, place, category, color, type: 'pin' }));

t.test(
  'pins without a colour are grey beside others, and of the palette’s first colour where all are without',
  async (t) => {
    const some = await pictureOf(
      await mapOf([...us(1, 'VIP', 'red'), ...us(3, null, null).slice(1)], [['VIP', 'red']]),
      {
        preset: 'us',
      },
    );
    t.same(colorsOfPins((await some.scene()).shapes), [NO_COLOR, NO_COLOR, FILLS.get('red')]);
    t.same(some.legend, [
      { name: 'VIP', color: FILLS.get('red'), count: 1, symbol: 'pin' },
      { name: 'No category', color: NO_COLOR, count: 2, symbol: 'pin' },
    ]);
    const none = await pictureOf(await mapOf(us(3, null, null), []), { preset: 'us', legend: false });
    t.same(new Set(colorsOfPins((await none.scene()).shapes)), new Set([FILLS.get('red')]));
  },
);

t.test(
  'markers that are not on the map are told below the legend, and in the footer without one',
  async (t) => {
    const map = await mapOf(
      [...us(2, 'Retail', 'red'), { ...us(1, 'Retail', 'red')[0]!, isUs: false }],
      LEGEND,
    );
    for (const legend of [true, false]) {
      const { shapes } = await (await pictureOf(map, { preset: 'us', legend })).scene();
      const texts = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
      t.same(
        texts.filter((text) => /not on this map/.test(text)),
        ['1 not on this map'],
      );
      t.equal(texts.includes('Retail'), legend);
    }
  },
);

t.test('beside classes of numbers, markers without one have no data', async (t) => {
  const classes: [string, string][] = [
    ['1.2 – 5.6', 'yellow'],
    ['5.7 – 1,200', 'red'],
  ];
  const rows = [...us(1, '1.2 – 5.6', 'yellow'), ...us(2, null, null)];
  const { legend } = await pictureOf(await mapOf(rows, classes), { preset: 'world' });
  t.same(
    legend!.map(({ name, count }) => `${name}: ${count}`),
    ['1.2 – 5.6: 1', '5.7 – 1,200: 0', 'No data: 2'],
  );
});

t.test(
  'classes of two fields have the names of their fields, those of one label by the last import',
  async (t) => {
    const legend: [string, string][] = [
      ['1 – 5', 'yellow'],
      ['6 – 9', 'red'],
      ['below 50', 'blue'],
      ['50 and above', 'green'],
      ['VIP', 'teal'],
    ];
    const rows = legend.map(([name, color], place) => ({ ...us(1, name, color)[0]!, place }));
    const map = await mapOf(rows, legend);
    const ranges = [
      ['Sales', ['1 – 5', '6 – 9'], 3],
      ['Older', ['6 – 9', 'of no category'], 4],
      ['Staff (sum)', ['below 50', '50 and above'], 2],
    ] as const;
    for (const [heading, labels, minutes] of ranges)
      await sql`
      INSERT INTO choropleth_ranges (map_id, key, heading, classes, used_at)
      VALUES (${map}, md5(${heading})::uuid, ${heading}, ${sql.json(labels.map((label) => ({ label })))}, now() - ${minutes} * interval '1 minute')`;
    const { legend: lines, mostLines, scene } = await pictureOf(map, { preset: 'world' });
    t.same(
      lines!.map(({ name, heading }) => [name, heading]),
      [
        ['1 – 5', 'Sales'],
        ['6 – 9', 'Sales'],
        ['below 50', 'Staff (sum)'],
        ['50 and above', 'Staff (sum)'],
        ['VIP', undefined],
      ],
    );
    t.same(mostLines, lines);
    const texts = (await scene()).shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
    t.same(
      texts.filter((text) => /Sales|Staff|Older/.test(text)),
      ['Sales', 'Staff (sum)'],
    );
  },
);

t.test('classes in the colours of a ramp are painted in an even sequence, in map and legend', async (t) => {
  const classes: [string, string][] = [
    ['below 50', 'yellow'],
    ['50 to below 500', 'red'],
    ['500 and above', 'burgundy'],
    ['VIP', 'blue'],
  ];
  const rows = classes
    .flatMap(([name, color]) => us(1, name, color))
    .map((row, place) => ({ ...row, place }));
  const fillsOf = async (legend: [string, string][], hasLegend = true) => {
    const picture = await pictureOf(await mapOf(rows, legend), { preset: 'world', legend: hasLegend });
    const pins = colorsOfPins((await picture.scene()).shapes);
    if (hasLegend) t.same(picture.legend!.map(({ color }) => color).sort(), pins);
    return pins;
  };
  const painted = ['#ffe793', '#fd8439', '#d6111f', FILLS.get('blue')].sort();
  t.same(await fillsOf(classes), painted);
  t.same(await fillsOf(classes, false), painted);
  const [low, high, ...others] = classes as [[string, string], [string, string], ...[string, string][]];
  const ofPalette = ['yellow', 'red', 'burgundy', 'blue'].map((name) => FILLS.get(name)).sort();
  t.same(await fillsOf([high, low, ...others]), ofPalette, 'in another order they are no sequence');
  t.same(await fillsOf([low, high, ...others.slice(1)]), ofPalette, 'two classes need none');
});

t.test(
  'each colour of pins has a sign of its own, in the legend, too; classes and pins of one colour have none',
  async (t) => {
    const signsOf = async (legend: [string, string][], rows: readonly Row[]) => {
      const { scene, mostLines } = await pictureOf(await mapOf(rows, legend), { preset: 'us' });
      const { shapes } = await scene();
      const pins = shapes.find(({ kind }) => kind === 'pins') as PinsShape;
      // The sign is the last path of an entry of the legend; a disc has as many curves as the ring.
      const drawn = shapes.flatMap((shape) =>
        shape.kind === 'path' && shape.fill?.color === '#ffffff' ? [shape.d] : [],
      );
      return {
        signs: [...new Set(pins.colorOf)].map((color) => [pins.colors[color], pins.signs?.[color]]).sort(),
        discs: drawn.filter((d) => d.split('C').length === 5).length,
        lines: mostLines!.length,
      };
    };
    const rows = [
      { ...us(1, 'Depot', 'blue')[0]!, place: 0 },
      { ...us(1, 'Retail', 'red')[0]!, place: 1 },
      { ...us(1, null, null)[0]!, place: 2 },
    ];
    const { signs, discs } = await signsOf(LEGEND, rows);
    const [red, blue] = ['red', 'blue'].map((name) => FILLS.get(name));
    t.same(
      signs,
      [
        [blue, 'disc'],
        [NO_COLOR, 'none'],
        [red, 'triangle'],
      ].sort(),
      'in the order of the legend',
    );
    t.equal(discs, 1);
    const one = await signsOf(LEGEND, rows.slice(1, 2));
    t.same(one, { signs: [[red, undefined]], discs: 1, lines: 1 });
    const classes: [string, string][] = [
      ['below 50', 'yellow'],
      ['50 to below 500', 'red'],
      ['500 and above', 'burgundy'],
    ];
    const classed = await signsOf(
      classes,
      classes.map(([name, color], place) => ({ ...us(1, name, color)[0]!, place })),
    );
    t.same(new Set(classed.signs.map(([, sign]) => sign)), new Set(['disc']));
  },
);

t.test('markers that a picture of regions leaves out have no names there', async (t) => {
  const rows = (['pin', 'circle', 'pinned_circle'] as const).map((type, place) => ({
    ...us(1, null, null)[0]!,
    place,
    type,
  }));
  const namesOf = async (preset: PictureOptions['preset'], of: readonly Row[]) =>
    (await pictureOf(await mapOf(of, []), { preset, labels: true })).names.sort();
  t.same(await namesOf('regions', rows), ['A circle', 'A pinned_circle']);
  t.same(await namesOf('pin_coverage', rows), ['A circle', 'A pin', 'A pinned_circle']);
  t.same(await namesOf('regions', rows.slice(0, 1)), ['A pin'], 'where there are no regions pins are drawn');
});

t.test('remote parts of an area do not widen its map, and the footer tells of them', async (t) => {
  const map = await createMap();
  await sql`INSERT INTO markers (map_id, id, name, type, lng, lat, cell, color, region_source)
    VALUES (${map}, nextval('marker_ids'), 'France', 'country', 2.3, 46.6, 0, 'red', 'naturalearth/country/FR')`;
  const { picture, areasInPart, scene } = await pictureOf(map, { preset: 'regions', legend: false });
  t.ok(picture.shows(9.2, 42.2), 'Corsica');
  t.notOk(picture.shows(-20, 40));
  t.equal(areasInPart, 1);
  const footer = (await scene()).shapes.filter((shape) => shape.kind === 'text').at(-1);
  t.equal(footer?.text, 'remote parts of 1 area not on this map');
  const beside = await pictureOf(map, { preset: 'world', legend: false });
  t.equal(beside.areasInPart, 0, 'a world shows them');
});

t.test('the legend of a map without categories counts its markers by colour', async (t) => {
  const rows: Row[] = [
    { isUs: true, place: 0, category: null, color: 'red', type: 'pin' },
    { isUs: true, place: 1, category: null, color: 'blue', type: 'circle' },
    { isUs: true, place: 2, category: null, color: 'blue', type: 'circle' },
  ];
  const { legend } = await pictureOf(await mapOf(rows, []), { preset: 'pin_coverage' });
  t.same(
    legend!.map(({ name, count, symbol }) => [name, count, symbol]),
    [
      ['Markers', 2, 'circle'],
      ['Markers', 1, 'pin'],
    ],
  );
});

t.test('each entry has the symbol that most of its markers have on the map', async (t) => {
  const rows: Row[] = [
    { isUs: true, place: 0, category: 'Depot', color: 'blue', type: 'circle' },
    { isUs: true, place: 1, category: 'Retail', color: 'red', type: 'pinned_circle' },
    { isUs: true, place: 2, category: 'Retail', color: 'red', type: 'pin' },
  ];
  const { legend } = await pictureOf(await mapOf(rows, LEGEND), { preset: 'pin_coverage' });
  t.same(
    legend!.map(({ name, symbol }) => [name, symbol]),
    [
      ['Depot', 'circle'],
      ['Retail', 'pin'],
    ],
  );
  const { legend: ofRegions } = await pictureOf(await mapOf(rows, LEGEND), { preset: 'regions' });
  const symbols = ofRegions!.map(({ name, symbol, count }) => [name, symbol, count]);
  t.same(
    symbols,
    [
      ['Depot', 'circle', 1],
      ['Retail', 'circle', 1],
    ],
    'a picture of regions has no pins',
  );
});

t.test('a class of numbers without markers keeps its line, so that the ranges have no gap', async (t) => {
  const classes: [string, string][] = [
    ['1 – 5', 'yellow'],
    ['6 – 9', 'red'],
    ['10 – 20', 'burgundy'],
  ];
  const rows = (['1 – 5', '10 – 20'] as const).map(
    (category, place): Row => ({
      isUs: true,
      place,
      category,
      color: place === 0 ? 'yellow' : 'burgundy',
      type: 'pin',
    }),
  );
  const { legend, mostLines } = await pictureOf(await mapOf(rows, classes), { preset: 'pin_coverage' });
  t.same(
    legend!.map(({ name, count }) => [name, count]),
    [
      ['1 – 5', 1],
      ['6 – 9', 0],
      ['10 – 20', 1],
    ],
  );
  t.equal(mostLines!.length, 3);
  t.equal(new Set(legend!.map(({ color }) => color)).size, 3);
});
