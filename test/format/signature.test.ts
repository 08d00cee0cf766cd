import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import t from 'tap';
import { identify, isGeoJson } from '../../src/format/signature.js';
import { handMadeWorkbook, rowsXml } from '../support/workbook-file.js';

const CSV = 'name,lat,lng\nA,1,2\nBéla,3,4\n';
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

t.test('files are what their first bytes say', async (t) => {
  for (const [name, bytes, kind] of [
    ['nothing', Buffer.alloc(0), 'csv'],
    ['CSV', Buffer.from(CSV), 'csv'],
    ['CSV with a byte order mark', Buffer.from(`\ufeff${CSV}`), 'csv'],
    ['CSV with a NUL', Buffer.from('name,lat\nA\0B,1\nC\0D,2\n'), 'csv'],
    ['UTF-16 with a byte order mark', utf16(`\ufeff${CSV}`), 'utf-16le'],
    ['UTF-16', utf16(CSV), 'utf-16le'],
    ['big-endian UTF-16', utf16(CSV).swap16(), 'utf-16be'],
    ['Chinese UTF-16', utf16('名称,纬度,经度\n北京市,39.9,116.4\n上海市,31.2,121.5\n'), 'utf-16le'],
    ['gzip', gzipSync(CSV), 'gzip'],
    ['a workbook', handMadeWorkbook({ sheet: rowsXml([['a']]) }), 'workbook'],
    ['an OLE container', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'workbook'],
    ['an old workbook without a container', Buffer.from([0x09, 0x04, 0x06, 0, 0, 0, 0x10, 0]), 'workbook'],
    ['markers', Buffer.from(' {"note": {"type": "Feature"}, "markers": []}'), 'markers'],
    ['a feature collection', Buffer.from('\ufeff{ "type" : "FeatureCollection", "features": []}'), 'geojson'],
    ['features first', Buffer.from('{"crs":{"a":1},"features":[{"type"'), 'geojson'],
    ['features one a line', Buffer.from('{"type":"Feature","geometry":null}\n{"type":"Feature"'), 'geojson'],
    ['features in a text sequence', Buffer.from('\x1e{"type":"Feature"}\n\x1e{"type"'), 'geojson'],
    [
      'a feature with its geometry first',
      Buffer.from('{"geometry":{"type":"Point","coordinates":[1'),
      'geojson',
    ],
    ['cells between control characters', Buffer.from('a\x01b\x01c\n1\x012\x013\n'), 'csv'],
    ['a header in braces', Buffer.from('{name},{lat}\nA,1\n'), 'csv'],
    ['a header that begins like an archive', Buffer.from('PK,name\n1,A\n'), 'csv'],
    ['a header that begins like a database', Buffer.from('PAR1,PAR2\n1,2\n'), 'csv'],
  ] as const)
    t.equal(identify(bytes), kind, name);
});

t.test('what no import takes is refused with what it is and what to do', async (t) => {
  for (const [bytes, message] of [
    [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), /compressed with zstd: decompress it/],
    ['BZh91AY&SY', /compressed with bzip2/],
    ['\xfd7zXZ\0', /compressed with xz/],
    ['7z\xbc\xaf\x27\x1c', /7-Zip archive: unpack it/],
    ['Rar!\x1a\x07', /RAR archive/],
    ['%PDF-1.7\n%', /PDF document, .*export it as CSV or save it as an Excel workbook/],
    ['{\\rtf1\\ansi', /text document \(RTF\)/],
    ['SQLite format 3\0', /database \(SQLite\)/],
    ['PAR1\x15\x04', /database \(Parquet\)/],
    ['\x89PNG\r\n', /picture \(PNG\)/],
    ['\xff\xd8\xff\xe0', /picture \(JPEG\)/],
    ['GIF89a', /picture \(GIF\)/],
    [String.fromCharCode(...Array.from({ length: 300 }, (_, i) => i % 256)), /no text, .*export it as CSV/],
    ['[{"name":"A"}]', /JSON, neither \{"markers": \[\.\.\.\]\} nor GeoJSON/],
    ['{"name":"A"}\n{"name":"B"}', /JSON, neither/],
    ['{"type":"Topology"}', /JSON, neither/],
    ['\xef\xbb\xbf<!DOCTYPE html><html>', /web page \(HTML\), even if its name ends with \.xls/],
    ['<table><tr><td>', /web page/],
    [
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook',
      /Excel 2003 XML spreadsheet: .*\.xlsx/,
    ],
    ['<?xml version="1.0"?>\n<kml/>', /XML \(KML, GPX, OSM\), .*convert it to GeoJSON or to CSV/],
    [utf16('<html><body>'), /web page/],
  ] as const) {
    const first = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    t.throws(() => identify(first), { code: 'BAD_REQUEST', message }, message.source);
  }
});

t.test('a signature is known in each encoding of Unicode', async (t) => {
  for (const charset of ['utf8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])
    for (const addBOM of [true, false]) {
      if (!addBOM && charset.startsWith('utf-32')) continue;
      const file = (text: string): Buffer => iconv.encode(text, charset, { addBOM });
      const name = `${charset}, ${addBOM ? 'with' : 'without'} a mark`;
      t.equal(identify(file('{"type": "FeatureCollection", "features": []}')), 'geojson', name);
      t.ok(isGeoJson(file('{"features": []}')), name);
      t.equal(identify(file('{"markers": []}')), 'markers', name);
      t.throws(() => identify(file('<html><table><tr><td>name')), { message: /web page/ }, name);
      t.throws(() => identify(file('<?xml version="1.0"?>\n<kml>')), { message: /XML \(KML/ }, name);
      t.throws(() => identify(file('[{"name": "A"}]')), { message: /JSON, neither/ }, name);
      t.match(identify(file(CSV)), charset.startsWith('utf-16') ? charset : 'csv', name);
    }
});

t.test('JSON of markers is no GeoJSON, whatever its markers hold', async (t) => {
  t.equal(isGeoJson(Buffer.from('{"markers":[{"custom_fields":{"type":"Feature","features":[]}}]}')), false);
  t.equal(isGeoJson(Buffer.from('{"type":"FeatureCollection","features":[]}')), true);
  t.equal(isGeoJson(Buffer.from('[1]')), false);
});
