import iconv from 'iconv-lite';
import t from 'tap';
import { finished, startTestApp } from '../support/app.js';

const service = await startTestApp(t, { WORKERS: '2' });
const call = await service.client();
const newMap = async (): Promise<number> => (await call('POST', '/maps', { name: 'M' })).body.id;

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
  for (const charset of ['utf-16le', 'utf-16be', 'utf-32le']) {
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
