import iconv from 'iconv-lite';
import t from 'tap';
import { asOwner, finished, sharedTestApp } from '../support/app.js';

const { call, newMap } = await asOwner(await sharedTestApp(t, { WORKERS: '2' }));

/** Imports a file after a dry run of it, which must foresee counts and notes. */
async function imported(
  t: { match(found: unknown, wanted: unknown): boolean },
  body: string | Buffer,
  query = '',
  type = 'text/csv',
) {
  const map = await newMap();
  const path = `/maps/${map}/markers/bulk`;
  const send = (options: string) =>
    call('POST', `${path}?${options}${query}`, body, { 'content-type': type });
  const { body: dry } = await send('dry_run=true');
  const job = await finished(call, (await send('dry_run=false')).body);
  const { added, total, notes, error_count: rejected } = job;
  t.match(dry, { counts: { total, added, rejected }, notes });
  const { data } = (await call('GET', `/maps/${map}/markers?page_size=1000`)).body;
  const names: string[] = data.map(({ name }: { name: string }) => name);
  return { job, notes, names, markers: data };
}

t.test('rows that an open quote swallows are read, and those that may be none are named', async (t) => {
  const rows = 'A,46.3,4.8,"6 ft\nB,46.4,4.9,x\nC,46.5,4.7,y\nD,46.6,4.6,"ok"\n';
  const read = await imported(t, `name,lat,lng,note\n${rows}E,46.7,4.5,z\n`);
  t.same(read.names, ['A', 'B', 'C', 'D', 'E']);
  t.match(read.notes, [/^A quote opens .* on line 2, .* read as rows/]);
  t.equal(read.markers[0].custom_fields.note, '"6 ft');

  const { job } = await imported(t, `name,lat,lng,note\n${rows.replace(',x', '')}E,46.7,4.5,z\n`);
  t.match(job, { added: 1, errors: [{ line: 2, code: 'quote_unclear', message: /lines 2 to 5/ }] });
  t.match((await call('GET', job.errors_url!)).body, /B,46\.4,4\.9\n/);
});

t.test('text in UTF-16 and UTF-32 is what its first characters say', async (t) => {
  const geometry = { type: 'Point', coordinates: [13.4, 52.5] };
  const feature = { type: 'Feature', geometry, properties: { name: 'Köln' } };
  const geojson = JSON.stringify({ type: 'FeatureCollection', features: [feature] });
  const marker = JSON.stringify({ markers: [{ name: 'Köln', lat: 1, lng: 2 }] });
  for (const charset of ['utf-16le', 'utf-32le']) {
    const file = (text: string): Buffer => iconv.encode(text, charset, { addBOM: true });
    for (const text of [geojson, 'name,lat,lng\nKöln,1,2\n'])
      t.same((await imported(t, file(text))).names, ['Köln'], `${charset}: ${text}`);
    t.same((await imported(t, file(geojson), '', 'application/geo+json')).names, ['Köln']);
    const path = `/maps/${await newMap()}/markers/bulk`;
    const send = (text: string, type: string) => call('POST', path, file(text), { 'content-type': type });
    t.match(await send(marker, 'application/json'), { status: 200, body: { added: 1 } });
    t.match(await send('<html><body><table>', 'text/csv'), {
      status: 400,
      body: { error: { message: /web page.*save it as/ } },
    });
    t.match(await send('<kml>', 'text/csv'), { status: 400, body: { error: { message: /XML \(KML/ } } });
  }
});

t.test(
  "quotes are read as MySQL's backslashes escape them, and blanks around quoted cells pass",
  async (t) => {
    const escaped =
      '"name","note","lat","lng"\n"Foo \\"Bar\\" Inn","say \\"hi\\"","48.1","11.5"\n"C:\\\\",,1,2\n';
    const mysql = await imported(t, escaped);
    t.same(mysql.names, ['Foo "Bar" Inn', 'C:\\']);
    t.match(mysql.notes, [/escaped by backslashes/]);
    t.equal(mysql.markers[0].custom_fields.note, 'say "hi"');
    t.same(
      (await imported(t, escaped, '&escape=%22')).notes.filter((note) => /backslash/.test(note)),
      [],
    );
    t.same((await imported(t, 'name,lat,lng\n"C:\\",1,2\n"D:\\",1,3\n')).names, ['C:\\', 'D:\\']);

    const { names, markers } = await imported(
      t,
      '"name", "lat", "lng" , "Place"\n"A" ,"48.1" ,\t"11.5", "Main St, 5"  \n "B, b", 1,2,"x"\n',
    );
    t.same(names, ['A', 'B, b']);
    t.equal(markers[0].custom_fields.Place ?? markers[0].address.street, 'Main St, 5');
  },
);

t.test('a column that is only guessed rejects no row: what does not suit is a custom field', async (t) => {
  const feature = (name: string, color: string) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [13.4, 52.5] },
    properties: { 'marker-color': color, name },
  });
  const features = [feature('A', '#7e7e7e'), feature('B', 'red'), feature('C', '#ff0000')];
  const drawn = await imported(t, JSON.stringify({ type: 'FeatureCollection', features }));
  t.same(drawn.names, ['A', 'B', 'C']);
  t.match(drawn.notes, [/^2 cells of the column "marker-color", which looked like color, are no colours/]);
  t.match(drawn.markers, [
    { color: null, custom_fields: { 'marker-color': '#7e7e7e' } },
    { color: 'red', custom_fields: {} },
    { color: null, custom_fields: { 'marker-color': '#ff0000' } },
  ]);

  const text = 'name,lat,lng,Farbe\nA,1,2,rot\nB,1,3,red\n';
  const words = await imported(t, text);
  t.match(words.markers, [{ color: null, custom_fields: { Farbe: 'rot' } }, { color: 'red' }]);
  t.match(words.notes, [/^1 cell of the column "Farbe"/]);

  const mapping = encodeURIComponent(JSON.stringify({ color: 'Farbe' }));
  const { job } = await imported(t, text, `&column_mapping=${mapping}`);
  t.match(job, { added: 1, errors: [{ code: 'color_unknown' }] });
  t.match((await imported(t, 'name,lat,lng,color\nA,1,2,rot\n')).job, {
    added: 0,
    errors: [{ code: 'color_unknown' }],
  });
});

t.test('one byte that is no UTF-8 leaves the names of all other rows alone', async (t) => {
  const text = 'name,lat,lng,note\nMünchen,48.1,11.5,ok\nZürich,47.3,8.5,ok\nX,47.4,8.6,caf';
  const read = await imported(t, Buffer.concat([Buffer.from(text), Buffer.from([0xe9, 10])]));
  t.same(read.names, ['München', 'Zürich', 'X']);
  t.equal(read.markers[2].custom_fields.note, 'café');
  t.match(read.notes, [/^1 cell has bytes that are not valid UTF-8, on line 4/]);
});

t.test('rows whose cells are all empty are blank lines', async (t) => {
  const { job, notes } = await imported(t, 'name,lat,lng\nA,1,2\n,,\n"", ," "\nB,x,4\n,,\nC,5,6\n');
  t.match(job, { total: 3, added: 2, errors: [{ index: 1, line: 5 }] });
  t.same(notes, ['3 rows whose cells are all empty were left out and not counted.']);
});

t.test('undeclared Chinese, Japanese and Cyrillic files are read in their likeliest charset', async (t) => {
  for (const [charset, header, name] of [
    ['gbk', '名称,纬度,经度', '北京火车站大楼'],
    ['shift_jis', '名前,緯度,経度', '東京さくら食堂'],
    ['windows-1251', 'Название,Широта,Долгота', 'Магазин Москва'],
  ] as const) {
    const mapping = { name: 0, lat: 1, lng: 2 };
    const query = `&column_mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    const { names, notes } = await imported(
      t,
      iconv.encode(`${header}\n${name},39.9,116.4\n`, charset),
      query,
    );
    t.same(names, [name]);
    t.match(notes, [/^The file is not valid UTF-8; it was read as .* option encoding/]);
  }
});

t.test('a declared delimiter that the file lacks is named beside the one that it has', async (t) => {
  const { notes, names } = await imported(t, 'name,lat,lng\nA,1,2\n', '&delimiter=%3B');
  t.same(names, []);
  t.match(notes, [
    'The first records have no semicolon, which the option delimiter names, and were read as one column. They look separated by the comma: leave delimiter out, or name that.',
  ]);
});
