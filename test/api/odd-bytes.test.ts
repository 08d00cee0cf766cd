import { gzipSync } from 'node:zlib';
import t from 'tap';
import { finished, startTestApp } from '../support/app.js';

const service = await startTestApp(t);
const call = await service.client();
const newMap = async (): Promise<number> => (await call('POST', '/maps', { name: 'M' })).body.id;
const CSV = { 'content-type': 'text/csv' };

t.test('a file that is no CSV is refused with what it is and what to do', async (t) => {
  const path = `/maps/${await newMap()}/markers/bulk`;
  for (const [bytes, message] of [
    [gzipSync('name,lat,lng\nA,1,2\n'), /compressed with gzip: .*Content-Encoding: gzip/],
    [
      Buffer.from('PK\x03\x04\x14\x00rest of it', 'latin1'),
      /zip archive, not CSV: .*\.xlsx.* exported as CSV/,
    ],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /old Excel workbook .*export it as CSV/],
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
