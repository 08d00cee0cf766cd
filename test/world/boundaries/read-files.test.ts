import type { FeatureCollection } from 'geojson';
import t from 'tap';
import { topology } from 'topojson-server';
import type { RegionType } from '../../../src/geo/regions/region-type.js';
import { readFiles } from '../../../src/world/boundaries/read-files.js';
import { area, boundaryFiles, collection, square } from '../../support/boundary-files.js';
import { asZip64, zippedShapefile } from '../../support/shapefile.js';

const write = await boundaryFiles(t);
const read = async (type: RegionType, paths: string[], property: string | null = null) => {
  const { features, ...draft } = await readFiles(paths, { type, property });
  const expanded = [...features].map(({ code, polygons }) => ({
    code,
    polygons: [...polygons].map((polygon) => [...polygon].map((ring) => [...ring])),
  }));
  return { ...draft, features: expanded };
};

const HOLE = square(-77, 39, 0.02)
  .map(([x, y]) => [x! + 0.02, y! + 0.02])
  .reverse();
const FEATURES = [
  area({ ZCTA5CE20: '20001', NAME: 'Ä' }, square(-77, 39), HOLE),
  area({ ZCTA5CE20: '00501', NAME: 'B' }, square(-73, 40.8)),
];
const EXPECTED = [
  { code: '20001', polygons: [[square(-77, 39), HOLE]] },
  { code: '00501', polygons: [[square(-73, 40.8)]] },
];
const clockwise = (rings: readonly (readonly number[])[][]) => rings.map((ring) => ring.toReversed());
const RECORDS = FEATURES.map(({ properties, geometry }) => ({
  properties: properties as Record<string, string>,
  rings: clockwise(geometry.coordinates),
}));

t.test('the same areas come out of GeoJSON, lines of GeoJSON and TopoJSON', async (t) => {
  const zips: FeatureCollection = { type: 'FeatureCollection', features: FEATURES };
  const odd: FeatureCollection = { type: 'FeatureCollection', features: [area({ id: 7 }, square(0, 0))] };
  const topo = topology({ odd, zips });
  for (const [name, text] of [
    ['a.geojson', collection(FEATURES)],
    ['bom.geojson', `\ufeff${collection(FEATURES)}`],
    ['lines.geojsonl', FEATURES.map((feature) => JSON.stringify(feature)).join('\n')],
    ['array.json', JSON.stringify(FEATURES)],
    ['topo.json', JSON.stringify(topo)],
  ] as const) {
    const { features, property, vertices, skipped } = await read('us_zip', [await write(name, text)]);
    t.same(features, EXPECTED, name);
    t.same({ property, vertices, skipped }, { property: 'ZCTA5CE20', vertices: 15, skipped: 0 }, name);
  }
});

t.test(
  'and of a zipped Shapefile, deflated, stored or in ZIP64, whose rings run the other way',
  async (t) => {
    const deflated = zippedShapefile(RECORDS);
    for (const zip of [deflated, zippedShapefile(RECORDS, { level: 0 }), asZip64(deflated)]) {
      const { features } = await read('us_zip', [await write('s.zip', zip)]);
      t.same(
        features,
        EXPECTED.map(({ code, polygons }) => ({ code, polygons: polygons.map(clockwise) })),
      );
    }
  },
);

t.test('texts of a Shapefile are in the encoding that its .cpg names', async (t) => {
  const names = { 'UTF-8': 'utf8', 'ISO 88591': 'latin1', 'ANSI 1252': 'latin1' } as const;
  for (const [codePage, encoding] of Object.entries(names)) {
    const encode = (text: string) => Buffer.from(text, encoding);
    const records = [{ ...RECORDS[0]!, properties: { NAME: 'Ä', ZCTA5CE20: 'Ä' } }];
    const path = await write('c.zip', zippedShapefile(records, { codePage, encode }));
    await t.rejects(read('us_zip', [path]), { message: /one has "Ä"/ }, codePage);
  }
  await t.rejects(read('us_zip', [await write('c.zip', zippedShapefile(RECORDS, { codePage: 'klingon' }))]), {
    message: 'c.zip names the unknown encoding "klingon" in its .cpg',
  });
});

t.test('several files are one layer, and a code that comes twice is one area', async (t) => {
  const more = [area({ ZCTA5CE20: '20001' }, square(-76, 39)), FEATURES[1]!];
  const paths = [await write('one.json', collection(FEATURES)), await write('two.json', collection(more))];
  const { features, codes } = await read('us_zip', paths);
  t.equal(codes, 2);
  t.same(features[0]!.polygons, [[square(-77, 39), HOLE], [square(-76, 39)]]);
  // The same area in both files stays one: two would cancel each other.
  t.same(features[1], EXPECTED[1]);
});

t.test('codes are found by the name of their property, and read as the type has them', async (t) => {
  for (const [type, properties, at, code] of [
    ['us_county', { STATEFP: '06', GEOID: '06075', NAME: 'San Francisco' }, [-122, 37], '06075'],
    ['us_state', { STATEFP: '06', NAME: 'California' }, [-122, 37], '06'],
    ['us_zip', { GEOID20: 501 }, [-73, 40], '00501'],
    ['us_zip', { GEOIDFQ20: '860Z200US94103', GEOID20: '94103' }, [-122, 37], '94103'],
    ['ca_fsa', { CFSAUID: 'k1a', PRUID: '35' }, [-75, 45], 'K1A'],
    ['uk_postcode', { name: 'SW1A', id: 7 }, [-0.1, 51.5], 'SW1A'],
    ['au_postcode', { POA_CODE21: '0800' }, [130, -12], '0800'],
    ['de_postcode', { plz: '01067', note: '01067 Dresden' }, [13, 51], '01067'],
    ['au_state', { STE_CODE21: '8', STE_NAME21: 'Australian Capital Territory' }, [149, -35], 'ACT'],
    ['country', { ISO_A2: '-99', ISO_A2_EH: 'FR', NAME: 'France' }, [2, 46], 'FR'],
  ] as const) {
    const path = await write('code.json', collection([area(properties, square(at[0], at[1]))]));
    t.equal((await read(type, [path])).features[0]!.code, code, `${type} ${code}`);
  }
  const path = await write('own.json', collection([area({ mine: '20001', plz: 'x' }, square(-77, 39))]));
  t.equal((await read('us_zip', [path], 'mine')).features[0]!.code, '20001');
});

t.test('features without area or code are left out while they are few', async (t) => {
  const areas = Array.from({ length: 20 }, (_, i) =>
    area({ POA_CODE21: String(3000 + i) }, square(144, -37)),
  );
  const nowhere = { ...area({ POA_CODE21: 'ZZZZ' }), geometry: null };
  const odd = area({ POA_CODE21: 'X' }, square(144, -37));
  const { skipped, codes } = await read('au_postcode', [
    await write('few.json', collection([nowhere, ...areas, odd])),
  ]);
  t.same({ skipped, codes }, { skipped: 2, codes: 20 });
});

t.test('a ring of merged counties that its arcs do not close is closed', async (t) => {
  const arcs = [
    square(-88, 37)
      .slice(0, -1)
      .concat([[-88, 37.001]]),
  ];
  const topo = { type: 'Topology', arcs, objects: { s: { type: 'Polygon', arcs: [[0]], id: '17' } } };
  const { features } = await read('us_state', [await write('gap.json', JSON.stringify(topo))]);
  t.same(features[0]!.polygons[0]![0]!.at(-1), [-88, 37]);
});

t.test('the object of a topology is read whose features have codes, also in a given property', async (t) => {
  const states: FeatureCollection = {
    type: 'FeatureCollection',
    features: [area({ code: '06' }, square(-120, 37, 5))],
  };
  const counties: FeatureCollection = {
    type: 'FeatureCollection',
    features: [area({ code: '06075' }, square(-122, 37))],
  };
  const path = await write('us.json', JSON.stringify(topology({ states, counties })));
  t.equal((await read('us_county', [path], 'code')).features[0]!.code, '06075');
  t.equal((await read('us_state', [path], 'code')).features[0]!.code, '06');
});
