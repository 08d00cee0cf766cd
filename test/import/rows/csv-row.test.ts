import fc from 'fast-check';
import t from 'tap';
import { copyText } from '../../../src/format/cells/copy-text.js';
import { typeName } from '../../../src/format/cells/field-types.js';
import { CopyWriter } from '../../../src/format/copy-writer.js';
import { CsvCells } from '../../../src/format/csv-cells.js';
import { CsvRowReader } from '../../../src/import/rows/csv-row.js';
import { emptyRow } from '../../../src/import/rows/incoming-row.js';
import { hostileCell } from '../../format/cells/hostile-cell.js';

/** Columns of these fields; null is a custom field called as its index. */
const mappingOf = (fields: (string | null)[], headers: string[] = []) =>
  fields.map((field, index) => ({
    index,
    header: headers[index] ?? field ?? `c${index}`,
    field,
    how: field === null ? ('custom' as const) : ('exact' as const),
    confidence: 1,
  }));

/** Reads one record with these columns. */
function read(fields: (string | null)[], cells: string[], headers: string[] = []) {
  const row = emptyRow();
  new CsvRowReader(mappingOf(fields, headers), 1).read(CsvCells.of(cells), row);
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
  t.match(read(['lat_lng'], ['13.4, 52.5'], ['lon_lat']), { lat: 52.5, lng: 13.4 }, 'as its header says');
  t.match(read(fields, ['', '', '']), { lat: Number.NaN, lng: Number.NaN });
  t.throws(() => read(fields, ['', '', 'here']), { code: 'coordinate_invalid', column: 'lat_lng' });
});

t.test('a geometry of a point that holds no degrees is told from those of other kinds', async (t) => {
  for (const text of ['POINT EMPTY', 'POINT(691607 5334760)'])
    t.throws(() => read(['lat_lng'], [text]), {
      message: /holds no degrees: write a point like POINT\(13.4 52.5\)/,
    });
});

t.test('an address with its place behind it gives both', async (t) => {
  const address = '12 MAIN ST\nBaltimore, MD 21201';
  const cell = `${address}\n(39.2904, -76.6122)`;
  const both = { street: address, lat: 39.2904, lng: -76.6122, latText: '39.2904' };
  t.match(read(['full_address'], [cell]), both);
  t.match(read(['lat_lng'], [cell]), both);
  t.match(
    read(['full_address', 'lat', 'lng'], [cell, '1', '2']),
    { street: cell, lat: 1 },
    'its own come first',
  );
  t.match(read(['full_address'], ['Hall (39.29, x)']), { street: 'Hall (39.29, x)', lat: Number.NaN });
  t.match(read(['lat_lng'], ['(39.2904, -76.6122)']), { street: '', lat: 39.2904 });
});

t.test('a geometry that is no point is called by its name', async (t) => {
  for (const [cell, name] of [
    ['POLYGON ((13.4 52.5, 13.5 52.5, 13.5 52.6, 13.4 52.5))', 'POLYGON'],
    ['{"type":"LineString","coordinates":[[1,2],[3,4]]}', 'LineString'],
  ])
    t.throws(() => read(['lat_lng'], [cell!]), {
      code: 'coordinate_invalid',
      message: new RegExp(`is a ${name}: only points become markers`),
    });
});

t.test('codes of grids are points', async (t) => {
  const munich = { latText: /^48\.137218/, lngText: /^11\.575544/ };
  t.match(read(['lat_lng'], ['32U 691607 5334760']), munich);
  t.match(read(['lat_lng'], ['8FWH4HX8+9C']), { lngText: /^11\.56606/ });
  t.match(read(['geohash'], ['u33dc0cpke7v']), { latText: /^52\.52003/ });
  const utm = ['utm_zone', 'utm_easting', 'utm_northing'];
  t.match(read(utm, ['32N', '691607', '5334760']), munich);
  t.match(
    read(['lat', 'lng', ...utm], ['1', '2', '32N', '691607', '5334760']),
    { lat: 1 },
    'degrees come first',
  );
  t.match(read(utm, ['32N', '', '-']), { lat: Number.NaN }, 'an empty place is none');
  for (const [fields, cells, message] of [
    [['lat_lng'], ['4HX8+9C'], /^"4HX8\+9C" is a short Plus Code: its first four characters/],
    [['lat_lng'], ['32T 691607 5334760'], /contradicts itself/],
    [['geohash'], ['u4a'], /"u4a" is no geohash/],
    [utm, ['32', '691607', '5334760'], /"32 691607 5334760" names no hemisphere/],
  ] as const)
    t.throws(() => read([...fields], [...cells]), { code: 'coordinate_invalid', column: fields[0], message });
});

t.test('a code of a grid in a column of something else is called by its name', async (t) => {
  t.throws(() => read(['lat_lng'], ['///filled.count.soap']), {
    message: /is a what3words address: convert it to latitude/,
  });
  t.throws(() => read(['lat_lng'], ['u33dc0cpke7v'], ['geohash']), { message: /column as geohash$/ });
  t.throws(() => read(['lat', 'lng'], ['8FWH4HX8+9C', '1']), {
    code: 'coordinate_invalid',
    message: /is a Plus Code: to have it read, give column_mapping for its column as lat_lng/,
  });
});

t.test('words for no value are empty cells where they are no value', async (t) => {
  for (const word of ['NULL', '\\N', 'nan', 'N/A', 'None', '-', '#N/A']) {
    const row = read(
      ['name', 'city', 'lat', 'lng', 'category', 'color', 'expire'],
      ['A', 'Berlin', ...Array(5).fill(word)],
    );
    t.match(
      row,
      { lat: Number.NaN, lng: Number.NaN, city: 'Berlin', category: '', color: '', expire: '', extras: '' },
      word,
    );
    t.match(read(['lat', 'lng', 'lat_lng'], [word, word, '52.5, 13.4']), { lat: 52.5, lng: 13.4 }, word);
    t.match(read(['lat_lng'], [word]), { lat: Number.NaN }, word);
    t.match(read(['name', null], [word, word]), { name: word, customFields: JSON.stringify({ c1: word }) });
  }
  t.match(read(['country', 'city', 'zip'], ['NA', 'None', 'n/a']), { country: 'NA', city: 'None', zip: '' });
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

t.test('a radius is kept in miles, 12,500 at most', async (t) => {
  const row = emptyRow();
  new CsvRowReader(mappingOf(['radius']), 0.5).read(CsvCells.of(['3']), row);
  t.equal(row.radiusMiles, 1.5);
  t.equal(read(['radius'], ['12500']).radiusMiles, 12_500);
  t.throws(() => read(['radius'], ['12500.1']), {
    message: 'radius "12500.1" is not a number above 0 and up to 12500 miles',
  });
});

t.test('a place is on the earth, its poles and its last meridian included', async (t) => {
  const fields = ['lat', 'lng'];
  t.match(read(fields, ['90', '180']), { lat: 90, lng: 180 });
  t.match(read(fields, ['-90', '-180']), { lat: -90, lng: -180 });
  const refused = (lat: string, lng: string, column: string, message: string) =>
    t.throws(() => read(fields, [lat, lng]), { code: 'coordinate_invalid', column, message });
  refused('90.1', '0', 'lat', 'lat "90.1" is not within -90 and 90');
  refused('0', '-180.1', 'lng', 'lng "-180.1" is not within -180 and 180');
  refused('north', '0', 'lat', 'lat "north" is not a number');
  refused('0', '1e5', 'lng', 'lng "1e5" is not within -180 and 180');
  refused('0', '99999999999', 'lng', 'lng "99999999999" is not within -180 and 180');
  refused('0', '181 O', 'lng', 'lng "181 O" is not a number');
  t.throws(() => read(['lat_lng'], ['here']), {
    message: '"here" does not hold a latitude and a longitude',
  });
});

const reasonOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

t.test('a notation that leaves a question open, or contradicts itself, says what to write', async (t) => {
  const south = 'write 48d51m24s S or -48.8567 for south, 48d51m24s N or 48.8567 for north';
  for (const [lat, message] of [
    ['48d51m24S', `is ambiguous: S may be seconds or south; ${south}`],
    ['48d51m24s', `is ambiguous: s may be seconds or south; ${south}`],
    ['48D51M24S', `is ambiguous: S may be seconds or south; ${south.replaceAll('d51m', 'D51M')}`],
    [`48°51'24s`, `is ambiguous: s may be seconds or south; ${south.replaceAll('48d51m24s', `48°51'24"`)}`],
    ['48d51m24', `does not say its hemisphere: ${south}`],
    ['-48°51′24″N', 'cannot be read: sign and letter contradict each other; write one of them alone'],
    ['N 48 S', 'cannot be read: it has two letters of hemispheres; write one of them'],
    [
      '48°60′00″N',
      'cannot be read: minutes and seconds must be below 60; write it like 48°51′24″N or 48.8567',
    ],
    [
      '48°51.5′30″N',
      'cannot be read: seconds cannot follow minutes with a fraction; write it like 48°51′24″N or 48.8567',
    ],
    [
      '48d51m24N, 2d21m8E',
      'holds two coordinates: write the latitude alone, or give column_mapping for its column as lat_lng',
    ],
    ['48d51m24E', 'is not a number'],
    ['12 30', 'is not a number'],
    ['n/b', 'is not a number'],
  ] as const) {
    t.throws(() => read(['lat', 'lng'], [lat, '2d21m8e']), {
      code: 'coordinate_invalid',
      column: 'lat',
      message: `lat ${JSON.stringify(lat).replaceAll('\\"', '""')} ${message}`,
    });
  }
  t.equal(
    reasonOf(() => read(['lat', 'lng'], ['1', '151d12m36S'])),
    'lng "151d12m36S" is ambiguous: S may be seconds or south; write 151d12m36s W or -151.21 for west, 151d12m36s E or 151.21 for east',
  );
  t.equal(
    reasonOf(() => read(['lat', 'lng'], ['1', '-2.5E'])),
    'lng "-2.5E" cannot be read: sign and letter contradict each other; write one of them alone',
  );
});

t.test('a pair with such a coordinate says what to write, whichever stands first', async (t) => {
  const reason = (pair: string) => reasonOf(() => read(['lat_lng'], [pair]));
  const south = 'write 33d51m24s S or -33.8567 for south, 33d51m24s N or 33.8567 for north';
  for (const pair of ['33d51m24s, 2d21m8e', '2d21m8e; 33d51m24s', '33d51m24s,2d21m8w'])
    t.equal(reason(pair), `"${pair}" is ambiguous: s may be seconds or south; ${south}`);
  t.match(reason('-48°51′24″N, 2°21′8″E'), /cannot be read: sign and letter contradict each other/);
  t.match(reason('48°51′24″N, 2°60′8″E'), /minutes and seconds must be below 60; write it like 2°21′8″E/);
  for (const pair of ['1, 2, 48d51m24S', 'here, there', '48d51m24S', '52.5 13.4, 30x'])
    t.equal(reason(pair), `"${pair}" does not hold a latitude and a longitude`);
});

const UNITS = ['d m s', 'd m S', 'D M S', `° ' s`, '° ′ s', 'd min s', 'd m'].map((units) =>
  units.split(' '),
);

t.test('what an ambiguous coordinate is told to be is read as that', async () => {
  const number = fc.integer({ min: 0, max: 59 });
  const text = fc
    .tuple(fc.integer({ min: 0, max: 89 }), number, number, fc.constantFrom(...UNITS))
    .map(([d, m, s, [first, second, third = '']]) => `${d}${first}${m}${second}${s}${third}`);
  fc.assert(
    fc.property(text, fc.constantFrom('lat', 'lng'), (text, axis) => {
      const other = axis === 'lat' ? 'lng' : 'lat';
      const reason = reasonOf(() => read([axis, other], [text, '1']));
      // A longitude is never south, but where the letters are capitals.
      if (reason === '') return axis === 'lng' && text.endsWith('s');
      const told = /write (.*) or (.*) for (?:south|west), (.*) or (.*) for (?:north|east)$/.exec(reason)!;
      const [low, lowDegrees, high, highDegrees] = told
        .slice(1)
        .map((spelling) => read([axis, other], [spelling, '1'])[axis]);
      return (
        low! <= 0 && Math.abs(low! - lowDegrees!) <= 5.1e-5 && high === -low! && lowDegrees === -highDegrees!
      );
    }),
    { numRuns: 200 },
  );
});

t.test('of a row with the letter of seconds in both coordinates, an s is no hemisphere', async (t) => {
  const fields = ['lat', 'lng'];
  t.match(read(fields, ['33d51m', '70d40m']), { lat: 33.85 });
  t.match(read(fields, ['33d51m36s', '-70d40m12s']), { lat: 33.86, lng: -70.67 });
  t.match(read(fields, ['-33d51m36s', '70.67']), { lat: -33.86, lng: 70.67 });
  t.match(read(fields, ['33d51m36s S', '70d40m12s w']), { lat: -33.86, lng: -70.67 });
  t.match(read(['lat_lng'], ['Lat: 33d51m36s, Lon: 70d40m12s']), { lat: 33.86, lng: 70.67 });
  const withDirections = (...cells: string[]) => read([...fields, 'lat_direction', 'lng_direction'], cells);
  t.match(withDirections('33d51m36s', '70d40m12s', 'S', 'W'), { lat: -33.86, lng: -70.67 });
  t.match(withDirections('-33d51m36s', '70d40m12s', '', 'W'), { lat: -33.86, lng: -70.67 });
  t.throws(() => withDirections('33d51m36s', '70d40m12s', '', 'W'), { message: /make no coordinate$/ });
  t.match(read(fields, ['33d51m36n', '70d40m12w']), { lat: 33.86, lng: -70.67 });
  for (const lng of ['70d40m12e', '70d40m12s W', '70.67', '-70.67'])
    t.throws(() => read(fields, ['33d51m36s', lng]), {
      column: 'lat',
      message: /is ambiguous: s may be .*north$/,
    });
  t.throws(() => read(fields, ['151d12m36s', '-33d51m24s']), {
    message: 'lat "151d12m36s" is not within -90 and 90; lat and lng look exchanged',
  });
});

t.test('of two coordinates one is not enough, but must be readable', async (t) => {
  t.match(read(['lat', 'lng'], ['1', '']), { lat: Number.NaN, lng: Number.NaN });
  t.match(read(['lat', 'lng'], ['', '1']), { lat: Number.NaN, lng: Number.NaN });
  t.throws(() => read(['lat', 'lng'], ['north', '']), { code: 'coordinate_invalid', column: 'lat' });
});

t.test('zero is written as zero, whatever PostgreSQL cannot read as a double', async (t) => {
  t.match(read(['lat', 'lng'], ['1e-400', '0.0']), { lat: 0, latText: '0', lngText: '0' });
});

t.test('cells beyond the header may be blank', async (t) => {
  t.match(read(['name'], ['A', ' ', '']), { name: 'A' });
  t.throws(() => read(['name'], ['A', 'x']), { code: 'cells_extra' });
  t.throws(() => read(['name'], ['A', '', 'x']), {
    code: 'cells_extra',
    message: 'the record has more cells than the header has columns (1)',
    column: null,
  });
});

t.test('a cell has 32,000 characters at most, and no NUL', async (t) => {
  t.equal(read(['name'], ['x'.repeat(32_000)]).name.length, 32_000);
  t.throws(() => read(['name', 'city'], ['A', 'x'.repeat(32_001)]), {
    code: 'cell_too_long',
    message: 'a cell has over 32000 characters',
    column: 'city',
  });
  t.throws(() => read(['name'], ['A', ' '.repeat(32_001)]), { code: 'cell_too_long', column: null });
  t.throws(() => read(['name', 'city'], ['A', 'x\0']), {
    code: 'nul_character',
    message: 'a cell holds a NUL character',
    column: 'city',
  });
});

t.test('a marker type is one of ours, in whatever case', async (t) => {
  const typeOf = (text: string) => read(['name', 'marker_type'], ['A', text]).type;
  t.equal(typeOf(' Pinned_Circle '), 'pinned_circle');
  t.equal(typeOf(' '), '');
  t.equal(read(['name'], ['A']).type, '');
  t.throws(() => typeOf('blob'), {
    code: 'type_invalid',
    column: 'marker_type',
    message: '"blob" is not a marker type',
  });
});

t.test('a message quotes 40 characters of a value', async (t) => {
  const typed = (text: string) => () => read(['marker_type'], [text]);
  t.throws(typed('x'.repeat(40)), { message: `"${'x'.repeat(40)}" is not a marker type` });
  t.throws(typed('x'.repeat(41)), { message: `"${'x'.repeat(40)}…" is not a marker type` });
});

t.test('the minutes of a drive stay as the upload has them', async (t) => {
  t.equal(read(['drive_time'], [' 12 ']).driveTime, '12');
  t.equal(read(['name'], ['A']).driveTime, '');
});

t.test('custom fields and extra members have the values that are not blank', async (t) => {
  const row = read(
    [null, 'county', null, null],
    [' a"b ', ' Kent ', ' ', 'c'],
    ['One', 'County', 'Two', 'T"'],
  );
  t.equal(row.customFields, '{"One":"a\\"b","T\\"":"c"}');
  t.equal(row.extras, '{"county":"Kent"}');
  t.match(read([null, 'county'], ['', '']), { customFields: '', extras: '' });
  t.equal(read([null, null], ['x']).customFields, '{"c0":"x"}', 'a cell that is missing is blank');
});

const cell = hostileCell.map((text) => text.replaceAll('\0', ''));

t.test('custom fields and extras are written for COPY as their JSON is', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(cell, fc.constant('')), { minLength: 3, maxLength: 3 }),
      cell,
      (cells, header) => {
        const row = read([null, 'county', null], cells, [header, 'County', 'c2']);
        const out = new CopyWriter(Buffer.alloc(1));
        row.writeMembers(out);
        const written = Buffer.from(out.finish()).toString();
        return written === `${copyText(row.customFields)}\t${copyText(row.extras)}`;
      },
    ),
    { numRuns: 3000 },
  );
});

t.test('what a column of neither kind holds is left out', async (t) => {
  const [column] = mappingOf([null]);
  const row = emptyRow();
  new CsvRowReader([{ ...column!, how: 'ignored' as never }], 1).read(CsvCells.of(['x']), row);
  t.match(row, { customFields: '', extras: '' });
});

t.test('the types that all values of a custom field fit are followed', async (t) => {
  const reader = new CsvRowReader(mappingOf([null, null]), 1);
  const row = emptyRow();
  const typesAfter = (...cells: string[]) => {
    reader.read(CsvCells.of(cells), row);
    return [...reader.types.ofFields].map(([name, types]) => [name, typeName(types)]);
  };
  t.same(typesAfter('', ''), []);
  t.same(typesAfter('5', ''), [['c0', 'number']]);
  t.same(typesAfter('6', '2020-01-02'), [
    ['c0', 'number'],
    ['c1', 'date'],
  ]);
  t.same(typesAfter('text', ''), [
    ['c0', 'text'],
    ['c1', 'date'],
  ]);
  t.same(typesAfter('7', '')[0], ['c0', 'text'], 'one text makes it text');
});

t.test('watched columns are told besides, blank where the upload has none', async (t) => {
  const row = emptyRow();
  new CsvRowReader(mappingOf(['name', null]), 1, [1, -1, 0]).read(CsvCells.of(['A', ' 5 ']), row);
  t.same(row.watched, ['5', '', 'A']);
});
