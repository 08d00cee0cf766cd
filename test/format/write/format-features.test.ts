import t from 'tap';
import { AreaJson } from '../../../src/format/write/area-geometry.js';
import {
  FEATURE_EXPRESSIONS,
  type FeatureOptions,
  formatFeatures,
} from '../../../src/format/write/format-features.js';
import { square } from '../../support/boundary-files.js';

const COLUMNS = FEATURE_EXPRESSIONS.map((each) => /(?:created|updated)_at/.exec(each)?.[0] ?? each);
const row = (cells: Record<string, string>): string =>
  COLUMNS.map(
    (column) =>
      ({
        id: '7',
        name: 'A',
        lat: '1.5',
        lng: '-2',
        type: 'pin',
        created_at: 'T',
        updated_at: 'U',
        ...cells,
      })[column] ?? '',
  ).join('\t');

let asked = 0;
const regions = {
  geometryOf: (source: string) => {
    asked++;
    return source === 'census/us_zip/20001'
      ? { type: 'MultiPolygon' as const, coordinates: [[square(-77, 39)]] }
      : null;
  },
};
const all: FeatureOptions = {
  from: 0,
  areas: new AreaJson(regions),
  driveTimes: new Map(),
  areaCharacters: 1e9,
};
const format = (rows: string[], options: Partial<FeatureOptions> = {}) => {
  const { json, ...rest } = formatFeatures(Buffer.from(`${rows.join('\n')}\n`), { ...all, ...options });
  return { features: JSON.parse(`[${json}]`), ...rest };
};
const ZIP = { type: 'us_zip', region_source: 'census/us_zip/20001' };

t.test('a pin is a point with all that is known of it, as properties that a map editor paints', async (t) => {
  const cells = {
    name: 'Ä "B"',
    color: 'red',
    category: 'Shops\\tnew',
    street: 'Main 5',
    zip: '00501',
    extras: '{"photo_url" : "https://x/y"}',
    custom_fields: '{"Phone":"+49","Ä\\\\"":"2"}',
  };
  const { features } = format([row(cells)]);
  t.strictSame(features, [
    {
      type: 'Feature',
      id: 7,
      geometry: { type: 'Point', coordinates: [-2, 1.5] },
      properties: {
        name: 'Ä "B"',
        type: 'pin',
        category: 'Shops\tnew',
        color: 'red',
        street: 'Main 5',
        zip: '00501',
        lat: 1.5,
        lng: -2,
        created_at: 'T',
        updated_at: 'U',
        photo_url: 'https://x/y',
        Phone: '+49',
        'Ä"': '2',
        'marker-color': '#fa081d',
      },
    },
  ]);
});

t.test('a custom field that is called as a property has another name', async (t) => {
  const custom_fields = JSON.stringify({ fill: 'yes', name: 'n', 'name (2)': 'o', __proto__x: 'p' });
  const { features } = format([row({ custom_fields })]);
  t.match(features[0].properties, {
    name: 'A',
    'fill (2)': 'yes',
    'name (2)': 'n',
    'name (2) (2)': 'o',
    __proto__x: 'p',
  });
});

t.test('areas are geometries, circles polygons; the unknown, and without areas, is a point', async (t) => {
  asked = 0;
  const rows = [
    row({ ...ZIP, color: 'red' }),
    row(ZIP),
    row({ type: 'pinned_circle', radius: '3' }),
    row({ type: 'us_zip', region_source: 'census/us_zip/99999' }),
    row({ type: 'drive_time', region_source: 'roads/drive_time/10' }),
  ];
  const { features } = format(rows);
  t.same(
    features.map(({ geometry }: { geometry: { type: string } }) => geometry.type),
    ['Polygon', 'Polygon', 'Polygon', 'Point', 'Point'],
  );
  t.same(features[0].geometry.coordinates, [square(-77, 39)]);
  t.match(features[0].properties, {
    lat: 1.5,
    lng: -2,
    fill: '#fa081d',
    stroke: '#fa081d',
    'fill-opacity': 0.5,
  });
  t.notHas(features[0].properties, 'marker-color');
  t.match(features[2].properties, { radius: 3, radius_unit: 'miles', lat: 1.5, lng: -2 });
  t.equal(asked, 2, 'the area of many markers is made once');
  for (const { geometry } of format(rows, { areas: null }).features) t.equal(geometry.type, 'Point');
});

t.test('areas beyond the bound are left out, and told', async (t) => {
  const { length } = JSON.stringify({ type: 'Polygon', coordinates: [square(-77, 39)] });
  const { features, areaCharacters, omitted } = format([row(ZIP), row(ZIP), row({})], {
    areaCharacters: 1.5 * length,
  });
  t.same({ areaCharacters, omitted }, { areaCharacters: length, omitted: 1 });
  t.equal(features[0].properties.area_omitted, undefined);
  t.match(features[1], { geometry: { type: 'Point' }, properties: { area_omitted: true } });
  t.equal(features[2].properties.area_omitted, undefined);
});

t.test('rows go on where a chunk was full, and none is lost', async (t) => {
  const rows = Array.from({ length: 3000 }, (_, i) => row({ ...ZIP, id: String(i), name: 'x'.repeat(500) }));
  const copyText = Buffer.from(`${rows.join('\n')}\n`);
  const ids: number[] = [];
  let chunks = 0;
  for (let from = 0; from < copyText.length; chunks++) {
    const { json, end } = formatFeatures(copyText, { ...all, from });
    t.ok(json.length < 1.1 * 1024 * 1024);
    for (const { id } of JSON.parse(`[${json}]`)) ids.push(id);
    from = end;
  }
  t.ok(chunks > 1);
  t.same(
    ids,
    rows.map((_, i) => i),
  );
});
