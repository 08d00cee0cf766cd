import { gzipSync } from 'node:zlib';
import { handMadeWorkbook } from './workbook-file.js';

export interface LargeUpload {
  readonly type: string;
  readonly bytes: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Size of the table that it becomes, where that is much larger. */
  readonly convertedBytes?: number;
}

const MOST_COLUMNS = 5000;
const MOST_RECORD_BYTES = 8 * 1024 * 1024;
const BOUNDARY = 'bound';

const times = (piece: string, bytes: number): string =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));
const many = (bytes: number, pieceOf: (i: number) => string, separator: string): string => {
  const pieces: string[] = [];
  for (let left = bytes; left > 0; left -= pieces.at(-1)!.length + 1) pieces.push(pieceOf(pieces.length));
  return pieces.join(separator);
};

function tables(bytes: number, d: ',' | '\t'): Record<string, string> {
  const head = ['name', 'lat', 'lng'].join(d);
  const long = Math.min(bytes, MOST_RECORD_BYTES - 100);
  const wide = Array.from({ length: MOST_COLUMNS - 3 }, (_, i) => `c${i}`).join(d);
  const row = (name: string) => [name, '1', '2'].join(d);
  return {
    'a long cell': `${head}\n${row(times('x', long))}\n`,
    'a cell of quotes': `${head}\n${row(`"${times('""', long)}"`)}\n`,
    'a cell of line breaks': `${head}\n${row(`"${times('\n', long)}"`)}\n`,
    'a quote that never closes': `${head}\n"${times('x\n', long)}`,
    'a quote in each row': `${head}\n${times(`${row('"x')}\n`, bytes)}`,
    'a long header': `${head}${d}${times('x', long)}\n${row('x')}\n`,
    'wide rows': `${head}${d}${wide}\n${times(`${row('x')}${d.repeat(MOST_COLUMNS - 3)}\n`, bytes)}`,
    'wide full rows': `${head}${d}${wide}\n${times(`${row('x')}${`${d}y`.repeat(MOST_COLUMNS - 3)}\n`, bytes)}`,
    'many rows': `${head}\n${many(bytes, (i) => row(`n${i}`), '\n')}\n`,
    'many rows without a place': `${head}\n${times(`x${d}x${d}x\n`, bytes)}`,
    'many blank rows': `${head}\n${times('\n', bytes)}${row('x')}\n`,
    'blank rows before the table': `${times('\n', bytes)}${head}\n${row('x')}\n`,
    'returns alone': `${head}\r${times(`${row('x')}\r`, bytes)}`,
    'delimiters alone': `${head}\n${times(`${d}${d}\n`, bytes)}`,
    'rows of blanks': `${head}\n${times(`   ${d}  ${d} \n`, bytes)}`,
    'bytes that are no UTF-8': `${head}\n${times(`${row('x')}\n`, bytes)}`,
    'a header alone': `${head}`,
    'NUL characters': `${head}\n${times('\0', long)}\n`,
  };
}

function json(bytes: number): Record<string, string> {
  const long = Math.min(bytes, MOST_RECORD_BYTES - 100);
  const marker = '{"name":"x","lat":1,"lng":2}';
  const members = many(long, (i) => `"n${i}":"x"`, ',');
  return {
    'many markers': `{"markers":[${many(bytes, () => marker, ',')}]}`,
    'empty markers': `{"markers":[${many(bytes, () => '{}', ',')}]}`,
    'a long text': `{"markers":[{"name":"${times('x', long)}","lat":1,"lng":2}]}`,
    'a text of escapes': `{"markers":[{"name":"${times('\\u0041', long)}","lat":1,"lng":2}]}`,
    'a marker with many members': `{"markers":[{"lat":1,"lng":2,${members}}]}`,
    'a marker with many fields': `{"markers":[{"lat":1,"lng":2,"custom_fields":{${members}}}]}`,
    'markers with members of their own': `{"markers":[${many(bytes, (i) => `{"lat":1,"lng":2,"custom_fields":{"f${i}":1}}`, ',')}]}`,
    'a deep marker': `{"markers":[{"lat":1,"lng":2,"x":${times('[', long / 2)}${times(']', long / 2)}}]}`,
    'many deep markers': `{"markers":[${many(bytes, () => `{"lat":1,"x":${'['.repeat(28)}${']'.repeat(28)}}`, ',')}]}`,
    'many members beside the markers': `{"markers":[${marker}],${members}}`,
    'a long member beside the markers': `{"markers":[${marker}],"x":"${times('x', long)}"}`,
    blanks: `{"markers":[${marker},${times(' ', bytes)}${marker}]}`,
    'no end': `{"markers":[${many(bytes, () => marker, ',')}`,
  };
}

function geoJson(bytes: number): Record<string, string> {
  const long = Math.min(bytes, MOST_RECORD_BYTES - 1000);
  const feature = (properties: string, geometry = '{"type":"Point","coordinates":[1,2]}') =>
    `{"type":"Feature","properties":${properties},"geometry":${geometry}}`;
  const collection = (features: string) => `{"type":"FeatureCollection","features":[${features}]}`;
  return {
    'many features': collection(many(bytes, () => feature('{"name":"x"}'), ',')),
    'a feature of many points': collection(
      feature(
        '{"name":"x"}',
        `{"type":"Polygon","coordinates":[[${many(long, (i) => `[${i % 90},1]`, ',')}]]}`,
      ),
    ),
    'a feature of many parts': collection(
      feature('{"name":"x"}', `{"type":"MultiPoint","coordinates":[${many(long, () => '[1,2]', ',')}]}`),
    ),
    'a feature of many properties': collection(feature(`{${many(long, (i) => `"n${i}":1`, ',')}}`)),
    'features of properties of their own': collection(many(bytes, (i) => feature(`{"n${i % 4990}":1}`), ',')),
    'features of deep properties': collection(
      many(bytes, () => feature(`{"x":${'{"a":'.repeat(24)}1${'}'.repeat(24)}}`), ','),
    ),
    'a long property': collection(feature(`{"name":"${times('x', long)}"}`)),
    'features one a line': many(bytes, () => feature('{"name":"x"}'), '\n'),
  };
}

function workbooks(bytes: number): Record<string, Buffer> {
  const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const head = `<row r="1">${text('A1', 'name')}${text('B1', 'lat')}${text('C1', 'lng')}</row>`;
  const row = (n: number, name: string) =>
    `<row r="${n}">${name}<c r="B${n}"><v>1</v></c><c r="C${n}"><v>2</v></c></row>`;
  const columnName = (i: number): string =>
    (i < 26 ? '' : columnName(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26));
  const wide = Array.from({ length: 4000 }, (_, i) => `<c r="${columnName(i + 3)}2"><v>1</v></c>`).join('');
  return {
    'many rows': handMadeWorkbook({
      sheet: head + many(bytes, (i) => row(i + 2, text(`A${i + 2}`, 'x')), ''),
    }),
    'one long shared text': handMadeWorkbook({
      strings: [`<t>${'x'.repeat(32_000)}</t>`],
      sheet: head + many(bytes / 10, (i) => row(i + 2, `<c r="A${i + 2}" t="s"><v>0</v></c>`), ''),
    }),
    'many shared texts': handMadeWorkbook({
      strings: Array.from({ length: bytes / 20 }, (_, i) => `<t>${i}</t>`),
      sheet: head + row(2, text('A2', 'x')),
    }),
    'a wide row': handMadeWorkbook({ sheet: `${head}<row r="2">${wide}</row>${row(3, text('A3', 'x'))}` }),
    'many sheets': handMadeWorkbook({
      sheet: head + row(2, text('A2', 'x')),
      more: Array.from({ length: 1000 }, (_, i) => ({
        name: `S${i}`.padEnd(31, 'x'),
        sheet: head + row(2, text('A2', 'x')),
      })),
    }),
    'a cell of many attributes': handMadeWorkbook({
      sheet: `${head}<row r="2"><c r="A2" ${many(bytes, (i) => `a${i}="x"`, ' ')}><v>1</v></c></row>`,
    }),
    'deep elements': handMadeWorkbook({
      sheet: `${head}${times('<a>', bytes / 2)}${times('</a>', bytes / 2)}`,
    }),
    'a cut archive': handMadeWorkbook({ sheet: head + row(2, text('A2', 'x')) }).subarray(0, -10),
  };
}

const refused = (bytes: number): Record<string, Buffer | string> => ({
  KML: `<?xml version="1.0"?><kml>${times('<Placemark>', bytes)}`,
  HTML: `<!doctype html><table>${times('<tr><td>', bytes)}`,
  XML: times('<??>', bytes),
  'an Excel 2003 workbook': `<?xml version="1.0"?>${times(' ', 1000)}<Workbook>${times('<Row>', bytes)}`,
  PDF: `%PDF-1.7\n${times('x', bytes)}`,
  'an old workbook': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(bytes)]),
  zeros: Buffer.alloc(bytes),
  'bytes that are no text': Buffer.alloc(bytes, Buffer.from('fe80ff0001', 'hex')),
});

function form(file: string | Buffer, meta: string, parts = 0): Buffer {
  const part = (name: string, body: string | Buffer, rest = ''): Buffer =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`),
      Buffer.from(body as string),
      Buffer.from('\r\n'),
    ]);
  return Buffer.concat([
    part('meta', meta),
    ...Array.from({ length: parts }, (_, i) => part(`p${i}`, 'x')),
    part('file', file, '; filename="a.csv"'),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

/** Uploads of each kind and of about so many bytes, each large in a way of its own. */
export function largestUploads(bytes: number): Record<string, LargeUpload> {
  const all: Record<string, LargeUpload> = {};
  const add = (
    kind: string,
    type: string,
    files: Record<string, string | Buffer>,
    headers?: Record<string, string>,
  ) => {
    for (const [name, content] of Object.entries(files))
      all[`${kind}: ${name}`] = { type, bytes: Buffer.from(content as string), ...(headers && { headers }) };
  };
  const csv = tables(bytes, ',');
  add('CSV', 'text/csv', csv);
  add('Latin-1', 'text/csv', {
    'one bad byte': Buffer.concat([Buffer.from(csv['many rows']!), Buffer.from('\xe9,1,2\n', 'latin1')]),
  });
  add('UTF-16', 'text/csv', { 'many rows': Buffer.from(`\ufeff${csv['many rows']}`, 'utf16le') });
  add('GB 18030', 'text/csv; charset=gb18030', { 'many rows': csv['many rows']! });
  add('TSV', 'text/csv', tables(bytes, '\t'));
  add('JSON', 'application/json', json(bytes));
  add('GeoJSON', 'application/geo+json', geoJson(bytes));
  const wide = 'GeoJSON: features of properties of their own';
  all[wide] = { ...all[wide]!, convertedBytes: all[wide]!.bytes.toString().split('Feature"').length * 4990 };
  add('workbook', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', workbooks(bytes));
  add('refused', 'text/csv', refused(bytes));
  add(
    'gzip',
    'text/csv',
    { 'many rows': gzipSync(csv['many rows']!), 'a bomb': gzipSync(Buffer.alloc(16 * bytes, 'x')) },
    { 'content-encoding': 'gzip' },
  );
  add('gzip', 'text/csv', { 'a file': gzipSync(csv['wide rows']!) });
  const meta = (inside: string) => `{"on_duplicate":"skip"${inside}}`;
  add('form', `multipart/form-data; boundary=${BOUNDARY}`, {
    'a long file': form(csv['many rows']!, meta('')),
    'many options': form(
      csv['a header alone']!,
      meta(`,${Array.from({ length: 9990 }, (_, i) => `"n${i}":1`).join(',')}`),
    ),
    'a long option': form(csv['a header alone']!, meta(`,"x":"${'x'.repeat(1_000_000)}"`)),
    'deep options': form(csv['a header alone']!, meta(`,"x":${'['.repeat(400_000)}${']'.repeat(400_000)}`)),
    'many parts': form(csv['a header alone']!, meta(''), 500),
    'line breaks': form(times('\r\n', bytes), meta('')),
    'almost boundaries': form(times(`\r\n--${BOUNDARY.slice(0, -1)}`, bytes), meta('')),
  });
  return all;
}
