import t from 'tap';
import { mapColumns } from '../../../src/import/columns/mapping.js';
import { MAPPED_FIELDS } from '../../../src/schema/import-fields.js';

const read = (headers: string[], rest: Omit<Parameters<typeof mapColumns>[0], 'headers'> = {}) =>
  mapColumns({ headers, ...rest }).map(({ field, how }) => field ?? how);

t.test('field names and display names are read exactly, without case and surrounding blanks', async (t) => {
  t.same(read(['Name', ' LAT ', 'Longitude', 'Street Address', 'Post Code', 'Zipcode', 'Category (Color)']), [
    'name',
    'lat',
    'lng',
    'street',
    'zip',
    'custom',
    'category',
  ]);
  t.same(read(['Latitude (deg)', 'names']), ['custom', 'custom']);
});

t.test('the type of a row is read by its name, however that is written, and by no other', async (t) => {
  for (const header of ['marker_type', 'Marker Type', 'MARKER TYPE', 'marker-type', 'MarkerType'])
    t.same(read([header]), ['marker_type'], header);
  for (const header of ['type', 'types of markers', 'marker']) t.same(read([header]), ['custom'], header);
});

t.test('an explicit mapping wins, by header or by 0-based index, and over ignore', async (t) => {
  t.same(read(['a', 'b'], { columnMapping: { name: 'b', lat: 0 }, ignore: ['a', 'b'] }), ['lat', 'name']);
});

t.test('a column that loses its field to an explicit mapping becomes a custom field', async (t) => {
  t.same(read(['name', 'title'], { columnMapping: { name: 'title' } }), ['custom', 'name']);
});

t.test('the legacy direction wins where an entry reads validly both ways', async (t) => {
  t.same(read(['city', 'state'], { columnMapping: { city: 'state' } }), ['state', 'custom']);
});

t.test('an index forces the documented direction', async (t) => {
  t.same(read(['city', 'state'], { columnMapping: { city: 1 } }), ['custom', 'city']);
});

t.test('an entry that is valid in neither direction is refused with what is wrong', async (t) => {
  t.throws(() => read(['a'], { columnMapping: { nonsense: 'a' } }), {
    message:
      /^column_mapping: "nonsense" is no field that the column "a" can be read as; fields are name, .*, house_number, lat_minutes, .*, lng_direction$/,
  });
  t.throws(() => read(['Where'], { columnMapping: { Where: 'Place' } }), {
    message: /^column_mapping: "Place" is no field that the column "Where" can be read as; fields are /,
  });
  t.throws(() => read(['a'], { columnMapping: { catgory: 0 } }), {
    message: /"catgory" is no field that column 0 can be read as; did you mean "category"\? fields are /,
  });
  t.throws(() => read(['Shop name'], { columnMapping: { Shopname: 'name' } }), {
    message:
      'column_mapping: there is no column "Shopname"; did you mean "Shop name"? the file has "Shop name"',
  });
  t.throws(() => read(['a'], { columnMapping: { name: 'b' } }), {
    message: 'column_mapping: there is no column "b"; the file has "a"',
  });
  const many = Array.from({ length: 22 }, (_, i) => `c${i}`.padEnd(70, 'x'));
  t.throws(() => read(many, { ignore: ['b'] }), {
    message: /^ignore: there is no column "b"; the file has "c0x{58}…", .*"c19x{57}…" and 2 more$/,
  });
  t.throws(() => read(['a'], { columnMapping: { name: 1 } }), {
    message: /name names column 1, and the file has 1, numbered from 0$/,
  });
  t.throws(() => read(['a', 'b'], { columnMapping: { name: 'a', a: 'lat' } }), {
    message: /column "a" twice: name one field; for two, .* the file needs the column twice/,
  });
  t.throws(() => read(['a', 'b'], { columnMapping: { name: 'a', b: 'name' } }), {
    message: /field "name" twice/,
  });
});

t.test('display names and other cases of a field name it, where its own name does not', async (t) => {
  t.same(read(['X', 'Y', 'T'], { columnMapping: { Latitude: 'Y', X: 'Longitude', NAME: 2 } }), [
    'lng',
    'lat',
    'name',
  ]);
  t.same(read(['name', 'Latitude'], { columnMapping: { name: 'Latitude' } }), ['custom', 'name']);
  t.same(read(['a'], { columnMapping: { a: 'Full_Address' } }), ['full_address']);
  for (const field of MAPPED_FIELDS) t.same(read(['a'], { columnMapping: { [field]: 'a' } }), [field]);
});

t.test('ignored columns are matched without case and blanks', async (t) => {
  t.same(read(['name', 'Secret'], { ignore: [' secret', 'Secret'] }), ['name', 'ignored']);
});

t.test('a column that the file does not have is refused, whichever option names it', async (t) => {
  const headers = ['name', 'Salary'];
  for (const rest of [
    { ignore: ['Salery'] },
    { ignore: ['Salary', 'Salery'] },
    { columnMapping: { category: 'Salery' } },
    { columnMapping: { Salery: 'category' } },
  ])
    t.throws(() => read(headers, rest), {
      code: 'BAD_REQUEST',
      message: /no.* column.*"Salery"|"Salery" is neither/,
    });
});

t.test('headers named like members of every object are plain data', async (t) => {
  t.same(read(['__proto__', 'constructor', 'toString']), ['custom', 'custom', 'custom']);
});

t.test('a column is a custom field where that is said, whatever its header is', async (t) => {
  const headers = ['name', 'category', 'Kind'];
  const read = (columnMapping: Record<string, string | number>) =>
    mapColumns({ headers, columnMapping }).map(({ field, how }) => field ?? how);
  for (const entry of [
    { 'field:category': 'category' },
    { category: 'field:category' },
    { 'field: Category': 1 },
  ] as Record<string, string | number>[])
    t.same(read({ ...entry, Kind: 'category' }), ['name', 'explicit', 'category'], JSON.stringify(entry));
  t.throws(() => read({ 'field:Type': 'category' }), {
    message: /write "field:category", or rename the column/,
  });
  t.throws(() => read({ 'field:Art': 'Art' }), { message: /there is no column "Art"/ });
  t.throws(() => read({ 'field:Art': 3 }), { message: /"field:Art" names column 3, and the file has 3/ });
  const named = mapColumns({ headers: ['field:x'], columnMapping: { 'field:x': 'name' } });
  t.match(named, [{ field: 'name', how: 'explicit' }]);
});
