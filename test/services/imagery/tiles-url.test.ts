import t from 'tap';
import { readTilesUrl, tileUrl } from '../../../src/services/imagery/tiles-url.js';

const urlOf = (text: string) => {
  const service = readTilesUrl(text);
  return service && tileUrl(service, 5, 3, 7).href;
};

t.test('zoom, column and row go where the template has them', async (t) => {
  t.equal(urlOf('https://tiles.example.com/{z}/{x}/{y}.jpg'), 'https://tiles.example.com/5/3/7.jpg');
  t.equal(
    urlOf('http://localhost:8080/wmts?layer=a&z={z}&row={y}&col={x}'),
    'http://localhost:8080/wmts?layer=a&z=5&row=7&col=3',
  );
  t.equal(
    urlOf('https://tiles.example.com/{z}/{y}/{x}?rate=2&key=k'),
    'https://tiles.example.com/5/7/3?key=k',
  );
});

t.test('how it is asked, and whom it names, is in the address', async (t) => {
  t.match(readTilesUrl('https://tiles.example.com/{z}/{x}/{y}'), {
    maxZoom: 19,
    tileSide: 256,
    concurrency: 8,
    perSecond: Number.POSITIVE_INFINITY,
    credit: 'tiles.example.com',
    authorization: null,
  });
  t.match(
    readTilesUrl(
      'https://a:b@t.example.com/{z}/{x}/{y}?max_zoom=14&tile_size=512&rate=5&concurrency=2#attribution=%C2%A9%20Sat,%202026',
    ),
    {
      maxZoom: 14,
      tileSide: 512,
      concurrency: 2,
      perSecond: 5,
      credit: '© Sat, 2026',
      authorization: 'Basic YTpi',
      template: 'https://t.example.com/{z}/{x}/{y}',
    },
  );
});

t.test('anything else is refused', async (t) => {
  for (const text of [
    'https://tiles.example.com/{z}/{x}.png',
    'https://tiles.example.com/{z}/{x}/{y}/{y}.png',
    'https://{x}.example.com/{z}/{y}.png',
    'https://tiles.example.com/#{z}/{x}/{y}',
    'ftp://tiles.example.com/{z}/{x}/{y}',
    'file:///tiles/{z}/{x}/{y}',
    '/tiles/{z}/{x}/{y}',
    'https://t.example.com/{z}/{x}/{y}?tile_size=300',
    'https://t.example.com/{z}/{x}/{y}?max_zoom=30',
    'https://t.example.com/{z}/{x}/{y}?max_zoom=1.5',
    'https://t.example.com/{z}/{x}/{y}?concurrency=0',
    'https://t.example.com/{z}/{x}/{y}?rate=0',
    `https://t.example.com/{z}/{x}/{y}#attribution=${'x'.repeat(201)}`,
    'https://t.example.com/{z}/{x}/{y}#attribution=',
    'https://t.example.com/{z}/{x}/{y}#attribution=a%0Ab',
    'https://t.example.com/{z}/{x}/{y}#credit=a',
  ]) {
    t.equal(readTilesUrl(text), null, text);
  }
});
