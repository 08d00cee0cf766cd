import t from 'tap';
import { CsvRowReader } from '../../../src/import/rows/csv-row.js';
import { emptyRow } from '../../../src/import/rows/incoming-row.js';

/** Reads one record whose columns are these fields; null is a custom field called as its index. */
function read(fields: (string | null)[], cells: string[], headers: string[] = []) {
  const mapping = fields.map((field, index) => ({
    index,
    header: headers[index] ?? field ?? `c${index}`,
    field,
    how: field === null ? ('custom' as const) : ('inferred' as const),
    confidence: 1,
  }));
  const row = emptyRow();
  new CsvRowReader(mapping, 1).read(cells, row);
  return row;
}

t.test('a house number stands before or behind its street as its column does', async (t) => {
  t.equal(read(['street', 'house_number'], ['Hauptstraße', '5a']).street, 'Hauptstraße 5a');
  t.equal(read(['house_number', null, 'street'], ['12', 'x', 'Main St']).street, '12 Main St');
  t.equal(read(['street', 'house_number'], ['Hauptstraße', ' ']).street, 'Hauptstraße');
  t.equal(read(['street', 'house_number'], ['', '5']).street, '', 'a number alone is no street');
});

t.test('a whole address counts where there is no street', async (t) => {
  const address = 'Hauptstr. 5, 10115 Berlin';
  t.equal(read(['full_address'], [address]).street, address);
  t.equal(read(['street', 'full_address'], ['', address]).street, address);
  t.equal(read(['street', 'full_address'], ['Am Markt 1', address]).street, 'Am Markt 1');
});

t.test('coordinates in columns of their own come before both in one', async (t) => {
  const fields = ['lat', 'lng', 'lat_lng'];
  t.match(read(fields, ['1', '2', '52.5, 13.4']), { lat: 1, lng: 2, latText: '1', lngText: '2' });
  t.match(read(fields, ['', '', '52.5, 13.4']), { lat: 52.5, lng: 13.4, latText: '52.5', lngText: '13.4' });
  t.match(read(fields, ['1', '', '52.5, 13.4']), { lat: 52.5, lng: 13.4 }, 'one of two counts as none');
  t.match(read(fields, ['', '', '']), { lat: Number.NaN, lng: Number.NaN });
  t.throws(() => read(fields, ['', '', 'here']), { code: 'coordinate_invalid', column: 'lat_lng' });
});

t.test('what PostgreSQL reads as the same number stays as it is written', async (t) => {
  t.match(read(['lat', 'lng'], ['52,50', '+13.40']), { latText: '52.5', lngText: '+13.40' });
  t.match(read(['lat', 'lng'], [`48°30'N`, '1e1']), { lat: 48.5, latText: '48.5', lngText: '1e1' });
  t.throws(() => read(['lat', 'lng'], [`13°E`, '52']), { code: 'coordinate_invalid', column: 'lat' });
});

t.test(
  'an O is read as the headers of the coordinates tell, else the row is told what to write',
  async (t) => {
    const fields = ['lat', 'lng'];
    t.match(read(fields, ['40.4', `3°42'O`], ['Latitud', 'Longitud']), { lng: -3.7 });
    t.match(read(fields, ['52.5', `13°24'O`], ['Breite', 'Länge']), { lng: 13.4 });
    t.match(read(['lat_lng'], [`52°30'N 13°24'O`], ['Koordinaten']), { lat: 52.5, lng: 13.4 });
    const message =
      /^.*O" has the letter O, which is east in some languages and west in others: write E or W, or a sign$/;
    t.throws(() => read(fields, ['40.4', '3.7 O']), { code: 'coordinate_invalid', column: 'lng', message });
    t.throws(() => read(['lat_lng'], [`52°30'N 13°24'O`]), { code: 'coordinate_invalid', message });
  },
);

t.test('a radius is a number that has one reading', async (t) => {
  const radius = (text: string) => read(['radius'], [text]).radiusMiles;
  t.equal(radius('2,5'), 2.5);
  t.equal(radius('1,000.5'), 1000.5);
  t.equal(radius('1.000,5'), 1000.5);
  t.equal(radius(''), 0, 'none of its own');
  t.throws(() => radius('1,000'), {
    code: 'radius_invalid',
    column: 'radius',
    message: 'radius "1,000" can be thousands or decimals: write it like 1500 or like 1.5',
  });
  for (const text of ['0x10', '1e400', '-5', '0', '5 km'])
    t.throws(() => radius(text), { code: 'radius_invalid', message: /is not a number above 0/ }, text);
});
