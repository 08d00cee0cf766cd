import { gzipSync } from 'node:zlib';
import t from 'tap';
import { asOwner, CSV, finished, sharedTestApp } from '../support/app.js';

const { call, newMap } = await asOwner(await sharedTestApp(t));
const JSON_TYPE = { 'content-type': 'application/json' };
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

t.test('a file that is no CSV is refused with what it is and what to do', async (t) => {
  const path = `/maps/${await newMap()}/markers/bulk`;
  for (const [bytes, message] of [
    [gzipSync(gzipSync('name,lat,lng\nA,1,2\n')), /compressed with gzip twice: decompress it once/],
    [Buffer.from('PK\x03\x04\x14\x00rest of it', 'latin1'), /damaged zip archive or workbook/],
    [
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
      /damaged workbook \(\.xls\), .*save it as \.xlsx or as CSV/,
    ],
  ] as const) {
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'a.csv');
    for (const answer of [
      await call('POST', path, bytes, CSV),
      await call('POST', path, bytes, { 'content-type': 'text/csv; charset=windows-1252' }),
      await call('POST', path, form),
      await call('POST', path, gzipSync(bytes), { ...CSV, 'content-encoding': 'gzip' }),
    ]) {
      t.equal(answer.status, 400);
      t.match(answer.body.error, { code: 'BAD_REQUEST', message });
    }
  }
  const { body } = await call('POST', path, 'PK\n', CSV);
  t.match(await finished(call, body), { status: 'completed', total: 0 }, 'a header may begin like that');
});

t.test('a header with a line break or a backslash over plain cells becomes a custom field', async (t) => {
  for (const [cell, name] of [
    ['"Two\nlines"', 'Two\nlines'],
    ['"Two\r\nlines"', 'Two\r\nlines'],
    ['back\\slash', 'back\\slash'],
    ['"a ""b"""', 'a "b"'],
    ['a\u0001b', 'a\u0001b'],
  ] as const) {
    const map = await newMap();
    const { body } = await call('POST', `/maps/${map}/markers/bulk`, `name,lat,lng,${cell}\nA,1,2,x\n`, CSV);
    t.match(await finished(call, body), { status: 'completed', added: 1, error: null }, JSON.stringify(name));
    const { data } = (await call('GET', `/maps/${map}/markers`)).body;
    t.same(data[0].custom_fields, { [name]: 'x' });
  }
});

t.test('JSON in another encoding than UTF-8 is refused before anything is imported', async (t) => {
  const map = await newMap();
  const path = `/maps/${map}/markers/bulk`;
  const good = '{"name":"A","lat":1,"lng":2}';
  const bad = '{"name":"Caf\xe9","lat":1,"lng":2}';
  const many = Array(60_000).fill(good).join();
  for (const [text, message] of [
    [`{"markers":[${bad}]}`, /^The body must be JSON in UTF-8, and markers\[0\] holds other bytes/],
    [`{"markers":[${good},${bad}]}`, /one of markers\[0\] to markers\[1\] holds other bytes/],
    [`{"markers":[${many},${bad}]}`, /to markers\[60000\] holds other bytes/],
    [`{"markers":[${good}],"note":"Caf\xe9"}`, /^The body must be JSON in UTF-8$/],
    [`\xef\xbb{"markers":[]}`, /^The body must be JSON in UTF-8$/],
  ] as const) {
    const { status, body } = await call('POST', path, Buffer.from(text, 'latin1'), JSON_TYPE);
    t.equal(status, 400);
    t.match(body.error, { code: 'BAD_REQUEST', message });
  }
  t.equal((await call('GET', `/maps/${map}`)).body.marker_count, 0);
  t.same((await call('GET', `/jobs?map_id=${map}`)).body.data, []);
});

t.test('a byte order mark before JSON is ignored, in one marker and in many', async (t) => {
  const map = await newMap();
  const one = Buffer.concat([BOM, Buffer.from('{"name":"A","lat":1,"lng":2}')]);
  t.equal((await call('POST', `/maps/${map}/markers`, one, JSON_TYPE)).status, 201);
  const many = Buffer.concat([BOM, Buffer.from('{"markers":[{"name":"B","lat":1,"lng":2}]}')]);
  const { status, body } = await call('POST', `/maps/${map}/markers/bulk`, many, JSON_TYPE);
  t.match([status, body], [200, { added: 1, errors: [] }]);
  for (const bytes of [BOM, Buffer.concat([Buffer.from(' '), many]), Buffer.concat([BOM, many])]) {
    t.equal((await call('POST', `/maps/${map}/markers/bulk`, bytes, JSON_TYPE)).status, 400);
  }
});
