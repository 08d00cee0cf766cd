import { unzipSync, zipSync } from 'fflate';
import t from 'tap';
import type { RegionType } from '../../../src/geo/regions/region-type.js';
import { readFiles } from '../../../src/world/boundaries/read-files.js';
import { area, boundaryFiles, collection, square } from '../../support/boundary-files.js';
import { type ShapefileOptions, zippedShapefile } from '../../support/shapefile.js';

const write = await boundaryFiles(t);

const refusal = async (
  contents: string | Uint8Array,
  type: RegionType = 'us_zip',
  property: string | null = null,
): Promise<string> => {
  const path = await write('f', contents);
  const error = await readFiles([path], { type, property }).then(
    () => null,
    (error: Error) => error,
  );
  return error?.constructor.name === 'BoundaryError' ? error.message : `not refused: ${error?.stack}`;
};

const ZIP = { ZCTA5CE20: '20001' };

t.test('a geometry that is none is refused with the feature it is of', async (t) => {
  const named = 'f: feature 2 ({"ZCTA5CE20":"20002"}) has ';
  for (const [ring, reason] of [
    [square(-77, 39).slice(0, -1), 'a ring that is not closed: it ends elsewhere than it begins'],
    [
      [
        [-77, 39],
        [-77, 40],
        [-77, 39],
      ],
      'a ring of 3 positions; 4 is the least',
    ],
    [
      [
        [-77, 39],
        [-76, null],
        [-76, 40],
        [-77, 39],
      ],
      'a position that is not two numbers: [-76,null]',
    ],
    [
      [
        [-77, 39],
        ['-76', 39],
        [-76, 40],
        [-77, 39],
      ],
      'a position that is not two numbers: ["-76",39]',
    ],
    ['x', 'coordinates that form no polygon'],
    [
      [
        [179, 52],
        [-179, 52],
        [-179, 53],
        [179, 52],
      ],
      'crosses the antimeridian',
    ],
  ] as const) {
    const wrong = { ...area({ ZCTA5CE20: '20002' }), geometry: { type: 'Polygon', coordinates: [ring] } };
    const message = await refusal(collection([area(ZIP, square(-77, 39)), wrong]));
    t.match(message, reason.startsWith('crosses') ? reason : `${named}${reason}`);
  }
});

t.test('coordinates that are no degrees are refused, said or seen', async (t) => {
  t.match(
    await refusal(collection([area(ZIP, square(-8_573_000, 4_706_000))])),
    /has the position -8573000, 4706000, which is not longitude and latitude in degrees: convert the file to WGS 84/,
  );
  const crs = { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } } };
  t.match(
    await refusal(collection([area(ZIP, square(-77, 39))], crs)),
    /coordinates are in urn:ogc:def:crs:EPSG::3857/,
  );
  const shapefile = (options: ShapefileOptions) =>
    zippedShapefile([{ properties: ZIP, rings: [square(-77, 39).toReversed()] }], options);
  t.match(
    await refusal(shapefile({ projection: 'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["x"]]' })),
    /f is in the projection WGS_1984_Web_Mercator_Auxiliary_Sphere, and not in longitude and latitude/,
  );
  for (const name of ['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326', 'urn:ogc:def:crs:EPSG::4269']) {
    const named = { crs: { type: 'name', properties: { name } } };
    t.match(await refusal(collection([area(ZIP, square(-77, 39))], named)), 'not refused', name);
  }
});

t.test('files of another type or country are refused', async (t) => {
  const at = (properties: object, lng: number, lat: number) =>
    collection([area(properties, square(lng, lat))]);
  for (const [type, text, reason] of [
    [
      'us_zip',
      at({ plz: '20095' }, 10, 53),
      'the features have plz: this is a file of de_postcode, not of us_zip',
    ],
    [
      'us_zip',
      at({ GEOID: '06075', COUNTYFP: '075' }, -122, 37),
      'the features have COUNTYFP: this is a file of us_county',
    ],
    ['us_state', at({ STATEFP: '06', COUNTYFP: '075' }, -122, 37), 'this is a file of us_county'],
    [
      'us_zip',
      at({ postcode: '20095' }, 10, 53),
      '1 of 1 areas lie outside of the United States: the ZIP code 20095 at longitude 10.00',
    ],
    ['de_postcode', at({ postcode: '20095' }, 53, 10), 'outside of Germany'],
    [
      'de_postcode',
      at({ postcode: 'Hamburg' }, 10, 53),
      'only 0 of 1 areas have a Postleitzahl in postcode; one has "Hamburg"',
    ],
    [
      'us_zip',
      at({ foo: '20001', bar: 1 }, -77, 39),
      'no property of the features is known to hold a ZIP code; name it with --code (there are: foo, bar)',
    ],
    ['us_zip', collection([]), 'there is no polygon in 0 features'],
  ] as const)
    t.match(await refusal(text, type), reason);
  t.match(
    await refusal(at({ foo: '20001' }, -77, 39), 'us_zip', 'bar'),
    'no feature has the property bar (there are: foo)',
  );
  const points = [{ type: 'Feature', properties: ZIP, geometry: { type: 'Point', coordinates: [-77, 39] } }];
  t.match(await refusal(collection(points)), 'there is no polygon in 1 features (geometries: 1 Point)');
});

t.test('too few codes that look right, and a file that is wrong at its end, are refused whole', async (t) => {
  const good = Array.from({ length: 8 }, (_, i) => area({ ZCTA5CE20: `2000${i}` }, square(-77, 39)));
  const bad = Array.from({ length: 2 }, (_, i) => area({ ZCTA5CE20: `no ${i}` }, square(-77, 39)));
  t.match(
    await refusal(collection([...good, ...bad])),
    'only 8 of 10 areas have a ZIP code in ZCTA5CE20; one has "no 0"',
  );
  t.match(await refusal(collection(good).slice(0, -20)), 'f ends in the middle of a value: it is cut off');
  t.match(await refusal(`${collection(good).slice(0, -1)},"x":}`), 'f is not valid JSON');
});

t.test('a zip file that is broken, or has no Shapefile in it, is refused', async (t) => {
  const records = [{ properties: ZIP, rings: [square(-77, 39).toReversed()] }];
  const whole = zippedShapefile(records, { level: 0 });
  t.match(
    await refusal(whole.slice(0, -60)),
    /^cannot read the directory of the zip file f: End of central directory record signature not found/,
  );
  t.match(await refusal(zippedShapefile(records, { without: ['shp'] })), 'f has no Shapefile in it (a .shp)');
  t.match(
    await refusal(zippedShapefile(records, { without: ['dbf'] })),
    'no .dbf with its properties beside it',
  );
  t.match(
    await refusal(zippedShapefile(records, { shapeType: 1 })),
    'there is no polygon in 1 features (geometries: 1 Point)',
  );
  // A number of vertices that the record has no room for.
  const files = unzipSync(whole);
  new DataView(files['areas.shp']!.buffer, files['areas.shp']!.byteOffset).setInt32(108 + 40, 1000, true);
  t.match(await refusal(zipSync(files)), 'cannot read the Shapefile f');
  // The deflated bytes are damaged.
  const deflated = Buffer.from(zippedShapefile(records));
  deflated.fill(0xff, deflated.indexOf('areas.shp') + 9, deflated.indexOf('areas.shp') + 40);
  t.match(await refusal(deflated), /^cannot unpack areas\.shp of f: /);
});

t.test(
  'a Shapefile that lost its end before it was zipped, or has a damaged record, is refused',
  async (t) => {
    const records = Array.from({ length: 20 }, (_, at) => ({
      properties: { ZCTA5CE20: `200${10 + at}` },
      rings: [square(-77 + at, 39).toReversed()],
    }));
    const whole = unzipSync(zippedShapefile(records));
    const [shp, dbf] = [whole['areas.shp']!, whole['areas.dbf']!];
    const record = (shp.length - 100) / 20;
    for (const bytes of [0, 50, 100, 100 + 5 * record, 100 + 5 * record + 40, shp.length - 1])
      t.match(
        await refusal(zipSync({ ...whole, 'areas.shp': shp.slice(0, bytes) })),
        `f: areas.shp is cut off: it has ${bytes} bytes of the ${bytes < 100 ? 100 : shp.length} that its head says`,
      );
    const rows = dbf.length - 1;
    for (const bytes of [0, 20, 66, rows - 21, rows - 1])
      t.match(
        await refusal(zipSync({ ...whole, 'areas.dbf': dbf.slice(0, bytes) })),
        `f: areas.dbf is cut off: it has ${bytes} bytes of the ${bytes < 32 ? 32 : rows} that its head says`,
      );
    // The seventh record states another shape type: the reader continues with the eighth.
    const odd = shp.slice();
    odd[100 + 6 * record + 8] = 3;
    t.match(
      await refusal(zipSync({ ...whole, 'areas.shp': odd })),
      /^f has \d+ shapes that can be read and 20 rows beside them: it is damaged$/,
    );
  },
);

t.test('an entry of a zip file with a byte that is wrong is refused', async (t) => {
  const records = [{ properties: ZIP, rings: [square(-77, 39).toReversed()] }];
  for (const [name, before] of [
    ['areas.shp', 40],
    ['areas.dbf', 17],
  ] as const) {
    const whole = Buffer.from(zippedShapefile(records, { level: 0 }));
    // The last bit of the latitude of the third vertex, or of the code's last digit.
    const end = whole.indexOf(name) + name.length + unzipSync(whole)[name]!.length;
    whole[end - before] = whole[end - before]! ^ 1;
    t.equal(
      await refusal(whole),
      `cannot unpack ${name} of f: its CRC differs from the one in the directory`,
    );
  }
});

t.test('a zip file that unpacks to too much, or to more than it says, is refused', async (t) => {
  const records = [{ properties: ZIP, rings: [square(-77, 39).toReversed()] }];
  const whole = Buffer.from(zippedShapefile(records));
  const directoryAt = whole.readUInt32LE(whole.length - 22 + 16);
  // Both entries state 4 GiB less a byte or two.
  const bomb = Buffer.from(whole);
  for (let at = directoryAt; bomb.readUInt32LE(at) === 0x02014b50; ) {
    bomb.writeUInt32LE(0xfffffffe, at + 24);
    at += 46 + bomb.readUInt16LE(at + 28) + bomb.readUInt16LE(at + 30) + bomb.readUInt16LE(at + 32);
  }
  t.match(await refusal(bomb), 'f is larger than 4 GiB when unpacked');
  // An entry that is longer than stated is refused.
  const liar = Buffer.from(whole);
  const shapeAt = liar.indexOf('areas.shp', directoryAt) - 46;
  liar.writeUInt32LE(liar.readUInt32LE(shapeAt + 24) - 8, shapeAt + 24);
  t.match(await refusal(liar), /^cannot unpack areas\.shp of f: too many bytes in the stream/);
});

t.test('a zip file that is encrypted, packed in another way or overfull is refused', async (t) => {
  const whole = Buffer.from(zippedShapefile([{ properties: ZIP, rings: [square(-77, 39).toReversed()] }]));
  const directoryAt = whole.readUInt32LE(whole.length - 22 + 16);
  const shapeAt = whole.indexOf('areas.shp', directoryAt) - 46;
  for (const [at, value, why] of [
    [shapeAt + 8, 1, /^cannot unpack areas\.shp of f: entry is encrypted/],
    [shapeAt + 10, 12, /^cannot unpack areas\.shp of f: unsupported compression method: 12/],
    [directoryAt, 0, /^cannot read the directory of the zip file f: invalid central directory/],
    [whole.length - 22 + 10, 10_001, /^cannot read the directory of the zip file f: it has more than 10000/],
  ] as const) {
    const changed = Buffer.from(whole);
    changed.writeUInt16LE(value, at);
    t.match(await refusal(changed), why);
  }
});

t.test('a file of another kind is refused', async (t) => {
  t.match(await refusal('code,name\n1,2\n'), 'f is neither GeoJSON nor TopoJSON');
  t.match(await refusal('{"type":"Polygon","coordinates":[]}'), 'f is a "Polygon", and neither a GeoJSON');
  t.match(await refusal('{}'), 'f is JSON without a type');
  t.match(await refusal('{"type":"Topology","objects":{}}'), 'f is a topology without objects or arcs');
  const topo = { type: 'Topology', arcs: [], objects: { a: { type: 'Polygon', arcs: [[3]], id: '20001' } } };
  t.match(await refusal(JSON.stringify(topo)), 'f: the arcs of "20001" cannot be read');
  const empty = await write('empty', '');
  await t.rejects(readFiles([empty], { type: 'us_zip', property: null }), { message: `${empty} is empty` });
  await t.rejects(readFiles(['/nowhere/x'], { type: 'us_zip', property: null }), {
    message: 'cannot read /nowhere/x: ENOENT',
  });
});
