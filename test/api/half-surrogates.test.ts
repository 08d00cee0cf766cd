import t from 'tap';
import type { Marker } from '../../src/schema/marker.js';
import { asOwner, finished, importCsv, sharedTestApp } from '../support/app.js';

const { call } = await asOwner(await sharedTestApp(t));

/** Names of each kind that a map holds, and its legend. */
async function stored(mapId: number) {
  const { body } = await call('GET', `/maps/${mapId}/markers?page_size=3`);
  const legend = (await call('GET', `/maps/${mapId}/categories`)).body.categories;
  return {
    markers: body.data.map(({ name, category, color, address, custom_fields }: Marker) => [
      ...[name, category, color, address?.city],
      custom_fields,
    ]),
    legend: legend.map(({ name, color }: { name: string; color: string }) => [name, color]),
  };
}

t.test(
  'half a surrogate in JSON becomes U+FFFD in all names alike, so that categories keep their colours',
  async (t) => {
    // Two that come to the same, and one whole character. More than a batch of 500: written by COPY.
    const markers = ['\ud800', '\udfff', '\u{1f600}'].map((end, i) => ({
      name: `P${i}${end}`,
      lat: 1,
      lng: 2,
      category: `c${end}`,
      address: { city: `x${end}` },
      custom_fields: { [`k${end}`]: `v${end}` },
    }));
    const padding = Array.from({ length: 500 }, (_, i) => ({ name: `Q${i}`, lat: 1, lng: 2 }));
    const expected = {
      markers: [
        ['P0\ufffd', 'c\ufffd', 'red', 'x\ufffd', { 'k\ufffd': 'v\ufffd' }],
        ['P1\ufffd', 'c\ufffd', 'red', 'x\ufffd', { 'k\ufffd': 'v\ufffd' }],
        ['P2\u{1f600}', 'c\u{1f600}', 'blue', 'x\u{1f600}', { 'k\u{1f600}': 'v\u{1f600}' }],
      ],
      legend: [
        ['c\ufffd', 'red'],
        ['c\u{1f600}', 'blue'],
      ],
    };
    for (const [query, more] of [
      ['', padding],
      ['', []],
      ['?auto_map=true', padding],
    ] as const) {
      const { body: map } = await call('POST', '/maps', { name: 'M' });
      const path = `/maps/${map.id}/markers/bulk${query}`;
      const { status, body } = await call('POST', path, { markers: [...markers, ...more] });
      if (status === 202) t.match(await finished(call, body), { status: 'completed', added: 503 });
      else t.equal(status, 200);
      t.same(await stored(map.id), expected, `${query} ${more.length}`);
    }
  },
);

t.test('half a surrogate in UTF-16 does, too', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const text = '\ufeffname,lat,lng,category,city,k\ud800\nP\ud800,1,2,c\ud800,x\udfff,v\udc00\n';
  t.match(await importCsv(call, map.id, Buffer.from(text, 'utf16le')), { status: 'completed', added: 1 });
  t.same(await stored(map.id), {
    markers: [['P\ufffd', 'c\ufffd', 'red', 'x\ufffd', { 'k\ufffd': 'v\ufffd' }]],
    legend: [['c\ufffd', 'red']],
  });
});
