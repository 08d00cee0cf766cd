import type { RequestListener, ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { asOwner, importCsv, sharedTestApp, startTestApp } from '../support/app.js';
import { startHttpServer } from '../support/http-server.js';

const { call } = await asOwner(await sharedTestApp(t));

type Call = typeof call;
const importAnew = async (client: Call, text: string, query = '') => {
  const { id } = (await client('POST', '/maps', { name: 'M' })).body;
  const job = await importCsv(client, id, text, query);
  return { job, id, markers: (await client('GET', `/maps/${id}/markers`)).body.data };
};
const short = (mapping: { header: string; field: string | null; how: string }[]) =>
  mapping.map(({ header, field, how }) => `${header}: ${field ?? 'none'}, ${how}`);

t.test('a messy export lands where a careful person would put it', async (t) => {
  const { job, markers } = await importAnew(
    call,
    'KundeNr;Firma;KundeStrasse;Hausnr.;PLZ;Ort;Breitengrad;Längengrad;Bemerkung\n' +
      '1001;Bäckerei Müller GmbH;Hauptstraße;5;10115;Berlin;52,532;13,384;nett\n' +
      '1002;Schmidt & Söhne KG;Am Markt;12a;80331;München;48,137;11,575;\n',
  );
  t.match(job, { status: 'completed', added: 2, error_count: 0 });
  t.same(short(job.mapping).slice(1), [
    'Firma: name, inferred',
    'KundeStrasse: street, inferred',
    'Hausnr.: house_number, inferred',
    'PLZ: zip, inferred',
    'Ort: city, inferred',
    'Breitengrad: lat, inferred',
    'Längengrad: lng, inferred',
    'Bemerkung: none, custom',
  ]);
  t.match(markers[0], {
    name: 'Bäckerei Müller GmbH',
    address: { street: 'Hauptstraße 5', zip: '10115', city: 'Berlin' },
    lat: 52.532,
    lng: 13.384,
    custom_fields: { Bemerkung: 'nett' },
  });
  t.match(markers[1], { address: { street: 'Am Markt 12a' } });
});

t.test('both coordinates in one column are read, in either order', async (t) => {
  const { job, markers } = await importAnew(
    call,
    'name,Geo Point\nA,"52.5, 13.4"\nB,POINT(13.5 52.6)\nC,"52.71, 13.62"\nD,"[13.73, 52.84]"\nE,nowhere\n',
  );
  t.match(job, {
    added: 4,
    error_count: 1,
    errors: [{ index: 4, code: 'location_missing', column: 'Geo Point', message: /"nowhere" does not hold/ }],
  });
  t.match(markers, [
    { lat: 52.5, lng: 13.4, custom_fields: {} },
    { lat: 52.6, lng: 13.5 },
    {},
    { lat: 52.84, lng: 13.73 },
  ]);
});

t.test('swapped axes are exchanged and told', async (t) => {
  const { job, markers } = await importAnew(
    call,
    'name,Lat.,Long.\nA,-122.41,37.77\nB,-118.24,34.05\nC,-121.49,38.58\n',
  );
  t.match(job.notes, [/swapped/]);
  t.match(markers[0], { lat: 37.77, lng: -122.41 });
});

t.test('rows without an address are told of two columns that look like coordinates', async (t) => {
  const text = 'Name;Ort;Breite;Länge\nA;Kiel;;\nB;;54,3;10,1\nC;;;\nD;Kiel;54,3;10,1\n';
  const { job, id } = await importAnew(call, text);
  t.match(job, { added: 2, error_count: 2 });
  t.match(job.notes, [
    'Columns "Breite" and "Länge" look like coordinates, which nothing proves, and are custom fields: if they are, map them with column_mapping, as {"lat": "Breite", "lng": "Länge"}.',
  ]);
  const [first, second] = job.errors;
  t.match(first, {
    index: 1,
    code: 'location_missing',
    column: 'Breite',
    message: /; columns "Breite" and "Länge" look like coordinates: map them with column_mapping$/,
  });
  t.match(second, { index: 2, column: null, message: /located$/ });
  t.match(job.error_summary[0]?.hint, /^Map the two columns to lat and lng/);
  const csv = { 'content-type': 'text/csv' };
  const dry = (await call('POST', `/maps/${id}/markers/bulk?dry_run=true`, text, csv)).body;
  t.same([dry.notes, dry.error_summary], [job.notes, job.error_summary], 'a dry run tells the same');
  const mapping = encodeURIComponent('{"lat":"Breite","lng":"Länge"}');
  const mapped = await importAnew(call, text, `?column_mapping=${mapping}`);
  t.match(mapped.job, { added: 3, error_count: 1 });
  t.match(mapped.markers[1], { name: 'B', lat: 54.3, lng: 10.1 });
});

t.test('markers of JSON whose custom fields look like coordinates are told, too', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const marker = (name: string, custom_fields: object, more = {}) => ({ name, custom_fields, ...more });
  const point = { Breite: '54,3', Länge: '10,1' };
  const send = async (markers: object[], query = '') =>
    (await call('POST', `/maps/${map.id}/markers/bulk?auto_map=true${query}`, { markers })).body;
  const placed = [
    marker('A', point, { lat: 1, lng: 2 }),
    marker('D', point, { address: { zip: '98101', country: 'US' } }),
  ];
  const { notes } = await send(placed, '&dry_run=true');
  t.notMatch(notes.join(), 'look like', 'not where the markers say where they are');
  const markers = [...placed, marker('B', point), marker('C', { Breite: '', Länge: '' })];
  const dry = await send(markers, '&dry_run=true');
  t.match(dry.notes.join('\n'), /^Columns "Breite" and "Länge" look like coordinates/m);
  const done = await send(markers);
  const [first, second] = done.errors;
  t.match(first, { index: 2, message: /; columns "Breite" and "Länge" look like coordinates: map them/ });
  t.match([second.index, second.message], [3, /^(?!.*look like)/]);
  const mapping = encodeURIComponent('{"lat":"Breite","lng":"Länge"}');
  t.match(await send(markers, `&column_mapping=${mapping}`), {
    added: 2,
    skipped: 1,
    errors: [{ index: 3 }],
  });
});

t.test('with auto_map=false only exact names count', async (t) => {
  const { job } = await importAnew(call, 'name,lat,lng,PLZ\nA,1,2,10115\n', '?auto_map=false');
  t.same(short(job.mapping), [
    'name: name, exact',
    'lat: lat, exact',
    'lng: lng, exact',
    'PLZ: none, custom',
  ]);
});

t.test('a file of headers alone and one of 5,000 columns are read too', async (t) => {
  t.match((await importAnew(call, 'Nombre,Dirección\n')).job, { status: 'completed', total: 0 });
  const wide = Array.from({ length: 4997 }, (_, i) => `c${i}`);
  const { job } = await importAnew(call, `Nombre,Latitud,Longitud,${wide.join()}\nA,1,2,${wide.join()}\n`);
  t.match(job, { added: 1, error_count: 0 });
});

t.test('custom fields of JSON stay as they are unless auto_map=true', async (t) => {
  const marker = {
    name: 'A',
    address: { city: 'Bonn' },
    custom_fields: {
      PLZ: '53111',
      Stadt: 'Köln',
      Latitude: '50,73',
      Longitude: '7,1',
      Color: 'red',
      Note: 'x',
    },
  };
  const post = async (query: string) => {
    const { id } = (await call('POST', '/maps', { name: 'M' })).body;
    const { body } = await call('POST', `/maps/${id}/markers/bulk${query}`, { markers: [marker] });
    return { body, markers: (await call('GET', `/maps/${id}/markers`)).body.data };
  };
  const [asItIs] = (await post('')).markers;
  t.same(asItIs.custom_fields, marker.custom_fields);
  t.same(asItIs.address, marker.address);
  t.match((await post('?auto_map=true')).markers, [
    {
      name: 'A',
      address: { city: 'Bonn', zip: '53111' },
      lat: 50.73,
      lng: 7.1,
      custom_fields: { Color: 'red', Note: 'x' },
    },
  ]);
});

/** An inferrer service; `asked` is what it was sent. */
async function startInferrer(t: Test, answer: (response: ServerResponse, request: Asked) => void) {
  const asked: Asked[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
      asked.push(body);
      answer(response, body);
    });
  };
  return { url: `http://${await startHttpServer(t, listener)}/`, asked };
}
interface Asked {
  headers: string[];
  open: number[];
  taken: string[];
  rows: string[][];
}

t.test('INFERRER_URL is asked instead, with sample rows', async (t) => {
  const inferrer = await startInferrer(t, (response, { headers }) => {
    const columns = headers.map((header) => ({
      label: header === 'Foo' ? 'zip' : 'custom',
      confidence: 0.9,
    }));
    response.end(JSON.stringify({ columns }));
  });
  const other = await startTestApp(t, { INFERRER_URL: inferrer.url });
  const { job } = await importAnew(await other.client(), 'name,lat,lng,Foo\nA,1,2,x\n');
  t.same(short(job.mapping).at(-1), 'Foo: zip, inferred');
  t.same(inferrer.asked, [
    {
      headers: ['name', 'lat', 'lng', 'Foo'],
      open: [3],
      taken: ['name', 'lat', 'lng'],
      rows: [['A', '1', '2', 'x']],
    },
  ]);
});

t.test(
  'an inferrer that fails in any way is told in a note, and the built-in one reads the columns',
  async (t) => {
    const ways: ((response: ServerResponse) => void)[] = [
      (response) => void response.writeHead(500).end(),
      (response) => void response.end('not json'),
      (response) => void response.end('{"columns":[]}'),
      (response) => void response.end('{"columns":[{"label":"nonsense","confidence":1}]}'),
      (response) => void response.destroy(),
      (response) => void response.end('x'.repeat(2_000_000)),
      () => {}, // never
      (response) => void response.writeHead(302, { location: '/' }).end(),
    ];
    let way = ways[0]!;
    const inferrer = await startInferrer(t, (response) => way(response));
    const other = await startTestApp(t, { INFERRER_URL: inferrer.url });
    const client = await other.client();
    for (way of ways) {
      const { job } = await importAnew(client, 'name,lat,lng,PLZ\nA,1,2,10115\n');
      t.match(job, { added: 1, notes: [/inferrer did not answer/] });
      t.same(short(job.mapping).at(-1), 'PLZ: zip, inferred');
    }
  },
);

t.test('an upload whose only coordinates prove no degrees is refused, and told what to do', async (t) => {
  const { id } = (await call('POST', '/maps', { name: 'M' })).body;
  const upload = (text: string, query = '') =>
    call('POST', `/maps/${id}/markers/bulk${query}`, text, { 'content-type': 'text/csv' });
  const projected = 'Name,X,Y\nA,391234.5,5820001.2\nB,391300.0,5820100.9\n';
  for (const query of ['', '?dry_run=true']) {
    t.match(await upload(projected, query), {
      status: 400,
      body: {
        error: {
          message:
            /^no column says where the rows are: "X" and "Y" may be coordinates, but nothing proves .* in degrees\. Give the option crs .* likely: EPSG:25832 .*EPSG:25833 .* the rows lie in DE\).* Name UTM in metres .* utm_zone, utm_easting and utm_northing\. Name columns of degrees lat and lng, or give column_mapping$/,
        },
      },
    });
  }
  t.match(await upload('Name,Breite,Länge\nA,52,13\nB,48,11\n'), { status: 400 });
  const { job } = await importAnew(call, 'Name,Stadt,X,Y\nA,Berlin,391234.5,5820001.2\n');
  t.match(job, { added: 1, error_count: 0 }, 'another column says where');
  const chosen = encodeURIComponent(JSON.stringify({ lat: 'Breite', lng: 'Länge' }));
  const mapped = await importAnew(call, 'Name,Breite,Länge\nA,52,13\n', `?column_mapping=${chosen}`);
  t.match(mapped.markers, [{ lat: 52, lng: 13 }]);
  const metres = encodeURIComponent(JSON.stringify({ lat: 'Y', lng: 'X' }));
  const rejected = await importAnew(call, projected, `?column_mapping=${metres}`);
  t.match(rejected.job.errors, [
    {
      message:
        /^lat "5820001\.2" is not in degrees: give the option crs with the code .*, or convert it to WGS84$/,
    },
    {},
  ]);
});
