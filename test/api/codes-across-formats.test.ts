import t from 'tap';
import { asOwner, finished, importCsv, sharedTestApp } from '../support/app.js';
import { handMadeWorkbook, zipOf } from '../support/workbook-file.js';

const { call } = await asOwner(await sharedTestApp(t));

/** Codes as people write them, and blanks around one. */
const CODES = ['00123', '1e5', '12.0', ' A1 ', '12345678901234567890'];
const FOUND = CODES.map((code) => code.trim());
const cell = (name: string, ref: string): string =>
  `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${name}</t></is></c>`;

type Rows = readonly {
  name: string;
  code: string /** A stored number that shows so. */;
  number?: number;
  format?: number;
}[];
const texts: Rows = CODES.map((code, i) => ({ name: `Text ${i}`, code }));
/** Stored as numbers that are shown as the codes, where a spreadsheet program can do that. */
const numbers: Rows = [
  { name: 'Padded', code: '00123', number: 123, format: 1 },
  { name: 'Decimal', code: '12.0', number: 12, format: 2 },
];

const xlsx = (rows: Rows): Buffer =>
  handMadeWorkbook({
    formats: ['00000', '0.0'],
    sheet: [
      `<row r="1">${['name', 'lat', 'lng', 'location_code'].map((name, i) => cell(name, `${'ABCD'[i]}1`)).join('')}</row>`,
      ...rows.map(({ name, code, number, format }, i) => {
        const row = i + 2;
        const last =
          number === undefined ? cell(code, `D${row}`) : `<c r="D${row}" s="${format}"><v>${number}</v></c>`;
        return `<row r="${row}">${cell(name, `A${row}`)}<c r="B${row}"><v>5</v></c><c r="C${row}"><v>${row}</v></c>${last}</row>`;
      }),
    ].join(''),
  });

const OASIS = 'urn:oasis:names:tc:opendocument:xmlns';
function ods(rows: Rows): Buffer {
  const text = (value: string): string =>
    `<table:table-cell office:value-type="string"><text:p>${value.replaceAll(' ', '<text:s/>')}</text:p></table:table-cell>`;
  const number = (value: number, shown = `${value}`, format?: number): string =>
    `<table:table-cell${format ? ` table:style-name="ce${format}"` : ''} office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
  const lines = [
    ['name', 'lat', 'lng', 'location_code'].map(text),
    ...rows.map(({ name, code, number: stored, format }, i) => [
      ...[text(name), number(5), number(i + 2)],
      stored === undefined ? text(code) : number(stored, code, format),
    ]),
  ];
  const styles = [
    '<number:number-style style:name="N1"><number:number number:decimal-places="0" number:min-integer-digits="5"/></number:number-style>',
    '<number:number-style style:name="N2"><number:number number:decimal-places="1" number:min-decimal-places="1" number:min-integer-digits="1"/></number:number-style>',
    ...[1, 2].map(
      (i) => `<style:style style:name="ce${i}" style:family="table-cell" style:data-style-name="N${i}"/>`,
    ),
  ];
  const names = ['office', 'table', 'text', 'style'].map((name) => `xmlns:${name}="${OASIS}:${name}:1.0"`);
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml':
      `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${names.join(' ')} xmlns:number="${OASIS}:datastyle:1.0" office:version="1.3">` +
      `<office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Stores">` +
      `${lines.map((cells) => `<table:table-row>${cells.join('')}</table:table-row>`).join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
}

const features = (codes: readonly string[]): string =>
  `{"type":"FeatureCollection","features":[${codes
    .map(
      (code, i) =>
        `{"type":"Feature","geometry":{"type":"Point","coordinates":[${i},5]},"properties":{"name":"F${i}","location_code":${code}}}`,
    )
    .join()}]}`;
const batch = (codes: readonly string[]): string =>
  `{"markers":[${codes.map((code, i) => `{"name":"J${i}","lat":5,"lng":${i},"location_code":${code}}`).join()}]}`;
const fields = (codes: readonly string[]): string =>
  `{"markers":[${codes.map((code, i) => `{"name":"C${i}","lat":5,"lng":${i},"custom_fields":{"Nr":${code}}}`).join()}]}`;

/** Codes of the markers that an upload changed, and those that it added. */
async function matched(file: string | Buffer, type: string, query = '?match=location_code') {
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const column = query.includes('field:Nr') ? 'Nr' : 'location_code';
  const lines = FOUND.map((code, i) => `Old ${i},1,${i},${code}\n`);
  await importCsv(call, map.id, `name,lat,lng,${column}\n${lines.join('')}`);
  const { status, body } = await call('POST', `/maps/${map.id}/markers/bulk${query}`, file, {
    'content-type': type,
  });
  if (status === 202) await finished(call, body);
  else if (status !== 200) return body.error.message;
  const { data } = (await call('GET', `/maps/${map.id}/markers?page_size=100`)).body;
  const codeOf = (marker: { location_code: string | null; custom_fields: { Nr?: string } }) =>
    column === 'Nr' ? marker.custom_fields.Nr : marker.location_code;
  const changed = data.slice(0, FOUND.length).filter(({ name }: { name: string }) => !name.startsWith('Old'));
  return {
    changed: changed.map(codeOf),
    added: data.slice(FOUND.length).map(codeOf),
    errors: (body.errors ?? []).map(({ message }: { message: string }) => message),
  };
}
const all = { changed: FOUND, added: [], errors: [] };
const JSON_TYPE = 'application/json';
const ANY = 'application/octet-stream';

t.test('a code that is a text is the same in every format', async (t) => {
  const quoted = CODES.map((code) => JSON.stringify(code));
  const csv = `name,lat,lng,location_code\n${CODES.map((code, i) => `C${i},5,${i},${code}\n`).join('')}`;
  t.same(await matched(csv, 'text/csv'), all, 'CSV');
  t.same(await matched(xlsx(texts), ANY), all, '.xlsx');
  t.same(await matched(ods(texts), ANY), all, '.ods');
  t.same(await matched(batch(quoted), JSON_TYPE), all, 'JSON');
  t.same(await matched(features(quoted), 'application/geo+json'), all, 'GeoJSON');
  t.same(await matched(fields(quoted), JSON_TYPE, '?match=field:Nr'), all, 'a custom field');
  t.same(
    await matched(csv.replace('location_code', 'Nr'), 'text/csv', '?match=field:Nr'),
    all,
    'a custom field, CSV',
  );
});

t.test('a code that is a number has its digits, and the zeros before them that its cell shows', async (t) => {
  const shown = { changed: ['00123'], added: ['12'], errors: [] };
  t.same(await matched(xlsx(numbers), ANY), shown, '.xlsx');
  t.same(await matched(ods(numbers), ANY), shown, '.ods');
  const digits = ['123', '1e5', '12.0'];
  const ofFeatures = await matched(features([...digits, FOUND.at(-1)!]), 'application/geo+json');
  t.same(ofFeatures, { changed: [FOUND.at(-1)], added: ['123', '100000', '12'], errors: [] });
  const refused = (message: string) => ({ changed: [], added: [], errors: digits.map(() => message) });
  t.same(await matched(batch(digits), JSON_TYPE), refused('location_code must be a string'));
  t.same(
    await matched(fields(digits), JSON_TYPE, '?match=field:Nr'),
    refused('custom field "Nr" must be a string'),
  );
});
