import { deflateSync, gzipSync } from 'node:zlib';
import { CSV_TYPE, JSON_TYPE, json, type Mistake, type Sent } from './mistake.js';

const CSV = 'name,lat,lng\nA,1,2\n';
const BULK = 'POST /v1/maps/MAP/markers/bulk';
const upload = (sent: Sent, says: string): Mistake => [`${BULK}?dry_run=true`, says, sent];
const csv = (body: string | Buffer, says: string, headers = {}): Mistake =>
  upload({ body, headers: { ...CSV_TYPE, ...headers } }, says);
const typed = (type: string, says: string): Mistake =>
  upload({ body: CSV, headers: { 'content-type': type } }, says);
const option = (query: string, says: string): Mistake => [
  `${BULK}?${query}`,
  says,
  { body: CSV, headers: CSV_TYPE },
];

type Part = readonly [disposition: string, body: string];
const FILE: Part = ['name="file"; filename="a.csv"', CSV];
const formOf = (parts: readonly Part[]): string =>
  `${parts.map(([head, body]) => `--X\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`).join('')}--X--\r\n`;
const FORM = 'multipart/form-data; boundary=X';
const form = (parts: readonly Part[], says: string, type = FORM): Mistake =>
  upload({ body: formOf(parts), headers: { 'content-type': type } }, says);
const meta = (value: string | object, says: string): Mistake =>
  form([['name="meta"', typeof value === 'string' ? value : JSON.stringify(value)], FILE], says);

const TYPES = '400 | text/csv | application/json | multipart/form-data';
const NOT_FILE = 'Nothing was imported | not the file of that name | --data-binary @FILE';

export const OF_UPLOADS: readonly Mistake[] = [
  upload(json([{ name: 'x' }]), '400 | {"markers": [...]} | begins with "["'),
  upload(json(CSV), '400 | {"markers": [...]} | begins with "n"'),
  upload(json({ data: [{ name: 'x' }] }), '400 | no member "markers" | "data"'),
  upload(json({ name: 'x', lat: 1, lng: 2 }), '400 | no member "markers" | "name", "lat", "lng"'),
  upload(json({ markers: { name: 'x' } }), '400 | "markers" must be an array'),
  upload(
    json({ markers: [{ name: 'x', lat: 1, lng: 2, type: 'circle' }] }),
    '400 | markers[0].type | marker_type',
  ),
  upload(json({ markers: ['a'] }), '200 | a marker must be an object'),
  upload(json({ markers: [{ name: 'x', lat: 'x', lng: '2' }] }), '200 | lat | number'),
  upload(json({ markers: [{ name: 'x', lat: 1, lon: 2 }] }), '200 | markers[].lon (did you mean "lng"?)'),
  upload({ body: '', headers: JSON_TYPE }, '400 | body is empty'),
  csv(JSON.stringify([{ name: 'x' }]), '400 | JSON | {"markers": [...]} | CSV'),
  typed('application/x-www-form-urlencoded', `${TYPES} | not "application/x-www-form-urlencoded"`),
  typed('text/plain', `${TYPES} | not "text/plain"`),
  typed('application/octet-stream', `${TYPES} | not "application/octet-stream"`),
  typed('application/csv', `${TYPES} | not "application/csv"`),
  typed('application/vnd.ms-powerpoint', `${TYPES} | not "application/vnd.ms-powerpoint"`),
  upload({ body: CSV }, `${TYPES} | and is missing`),
  csv('', '400 | empty | header row'),
  csv('name,lat,lng\n', '200 | no row stands below the header | --data-binary @FILE'),
  csv('name,lat,lngA,1,2B,3,4', '200 | no row stands below the header | --data-binary @FILE'),
  csv('A,1,2\nB,3,4\n', '200 | looks like data | name,lat,lng'),
  csv('@shops.csv', `200 | ${NOT_FILE}`),
  csv('shops.csv', `200 | ${NOT_FILE}`),
  csv(CSV, '400 | gzip | header', { 'content-encoding': 'gzip' }),
  csv(gzipSync(CSV).subarray(0, -5), '400 | truncated or invalid gzip', { 'content-encoding': 'gzip' }),
  csv(deflateSync(CSV), '400 | "deflate" is not supported | use gzip', { 'content-encoding': 'deflate' }),
  csv('<!doctype html><html></html>', '400 | web page | .xlsx or as CSV'),
  csv('%PDF-1.4 ...', '400 | PDF | export it as CSV'),
  csv(Buffer.from('89504e470d0a1a0a0000', 'hex'), '400 | PNG | CSV'),
  csv('<?xml version="1.0"?><kml></kml>', '400 | XML | GeoJSON | CSV'),
  csv(Buffer.from('504b0304140000000000', 'hex'), '400 | damaged zip | send it again'),
  csv('name,lat,lng\n,1,2\n', '200 | the name is empty'),
  csv('name,lat,lng\nA,x,2\n', '200 | lat | x | not a number'),
  csv('name,lat,lng\nA,120,30\n', '200 | exchanged'),
  csv('name,lat,lng,color\nA,1,2,#ff0000\n', '200 | #ff0000 | colour of the palette'),
  csv('name,lat,lng,expire\nA,1,2,31.12.26\n', '200 | 31.12.26 | expire'),
  csv('name,lat,lng\n"A,1,2\nB,3,4\nC,5,6\n', '200 | A quote opens | on line 2 | twice'),

  form([FILE], '400 | boundary | -F', 'multipart/form-data'),
  form([FILE], '400 | last boundary | another boundary', 'multipart/form-data; boundary=Y'),
  form([['name="meta"', '{}']], '400 | "file" is missing | -F file=@FILE'),
  form([FILE, FILE], '400 | more than one part "file" | one file a request'),
  form([['name="upload"; filename="a.csv"', CSV]], '400 | "upload" is not expected | "file"'),
  form([['name="file"', '@shops.csv']], `200 | ${NOT_FILE}`),
  form([['name="file"; filename="a.csv"', '']], '400 | empty | header row'),
  form([['name="on_duplicate"', 'update'], FILE], '400 | "skip", "overwrite", "error" | not "update"'),
  form([['name="foo"', 'bar'], FILE], '200 | ignored: foo'),
  meta('on_duplicate=skip', '400 | not valid JSON | double quotes'),
  meta('[]', '400 | meta must be a JSON object | not an array'),
  meta(
    { dryrun: true, onDuplicate: 'skip' },
    '400 | "meta.dryrun" is not known | write "dry_run" | nothing was done',
  ),
  meta({ auto_map: 'true' }, '400 | auto_map must be true or false | not "true" | without quotes'),
  meta({ column_mapping: { category: 'Nope' } }, '400 | no column "Nope" | "name", "lat", "lng"'),
  meta({ column_mapping: { categry: 'name' } }, '400 | "categry" | "name", "lat", "lng"'),
  meta({ column_mapping: { name: 9 } }, '400 | column 9 | the file has 3'),
  meta({ column_mapping: ['name'] }, '400 | column_mapping must be an object | not an array'),
  meta({ column_mapping: 'name' }, '400 | column_mapping must be an object | not "name"'),
  meta({ column_mapping: { name: 'name', category: 'name' } }, '400 | "name" twice | name one field'),
  meta({ ignore: 'name' }, '400 | ignore must be an array | not "name"'),
  meta({ ignore: ['Nope'] }, '400 | no column "Nope" | "name", "lat", "lng"'),
  meta({ choropleth: 'Sales' }, '400 | choropleth must be an object | not "Sales"'),
  meta({ choropleth: { column: 'lat' } }, '400 | choropleth.field is required'),
  meta({ choropleth: { field: 'Nope' } }, '400 | "Nope" | GET /demographic-fields'),
  meta({ demographics: { fields: ['popultion'] } }, '400 | "popultion" | GET /demographic-fields'),
  meta({ demographics: 'population' }, '400 | demographics must be an object | not "population"'),

  option('dry_run=1', '400 | dry_run must be true or false | not "1"'),
  option('dry_run=True', '400 | dry_run must be true or false | not "True"'),
  option('dry_run', '400 | dry_run must be true or false | not ""'),
  option('dry_run=true&dry_run=false', '400 | dry_run | more than once | give it once'),
  option('dry-run=true&dry_run=true', '400 | "dry-run" is not known | write "dry_run"'),
  option('dry_run=true&type=circle', '200 | type (did you mean "marker_type"?)'),
  option('dry_run=true&radius=5', '200 | radius (did you mean "default_radius"?)'),
  option('on_duplicate=update', '400 | "skip", "overwrite", "error" | not "update"'),
  option('on_duplicate=Skip', '400 | did you mean "skip"?'),
  option('default_country=Germany', '400 | written like US | not "Germany"'),
  option('default_country=XX', '400 | "XX" | ISO 3166'),
  option('marker_type=circles', '400 | not "circles" | did you mean "circle"?'),
  option('default_radius=5km', '400 | default_radius must be a number | not "5km"'),
  option('default_radius=2,5', '400 | default_radius must be a number | not "2,5"'),
  option('default_radius=0', '400 | default_radius must be > 0 | not 0'),
  option('radius_unit=kilometers', '400 | "miles", "km" | not "kilometers"'),
  option('default_drive_time=0', '400 | default_drive_time must be >= 1 | not 0'),
  option('default_drive_time=10.5', '400 | default_drive_time must be an integer | not "10.5"'),
  option('demographics=population', '400 | demographics | JSON | URL-encoded'),
  option('column_mapping=name:Shop', '400 | column_mapping | JSON | URL-encoded'),
  option('choropleth=Sales', '400 | choropleth | JSON | URL-encoded'),
  option('auto_map=no', '400 | auto_map must be true or false | not "no"'),
  option('delimiter=comma', '400 | delimiter must be one ASCII character | got "comma"'),
  option('encoding=utf-42', '400 | "utf-42" | utf-8, windows-1252'),
  option('header_row=0', '400 | header_row must be >= 1 | not 0'),
  option('header_row=99', '400 | row 99 lies beyond the last row | names of the columns'),
  option('dry_run=true&sheet=Data', '200 | ignored: sheet'),
];
