import t from 'tap';
import { typeName } from '../../../src/format/cells/field-types.js';
import { JsonCells } from '../../../src/format/json-cells.js';
import { MAX_BLOCK_FIELDS } from '../../../src/import/rows/followed-types.js';
import { emptyRow, type IncomingRow } from '../../../src/import/rows/incoming-row.js';
import { JsonRowReader } from '../../../src/import/rows/json-row.js';
import { MAX_TEXT } from '../../../src/schema/marker-terms.js';

const read = (marker: unknown, reader = new JsonRowReader()): IncomingRow => {
  const row = emptyRow();
  const cells = new JsonCells(Buffer.from(JSON.stringify(marker)), reader.names);
  cells.advance();
  reader.read(cells, row);
  return row;
};
/** Custom fields with these names are read as these fields. */
const mapped = (fields: Record<string, string | null>, watched: string[] = []) =>
  new JsonRowReader(
    Object.entries(fields).map(([header, field], index) => ({
      index: index + 7,
      header,
      field,
      how: 'inferred' as const,
      confidence: 1,
    })),
    watched,
  );

t.test(
  'members of a marker are texts without blanks around them; what is null or absent is empty',
  async (t) => {
    const address = { street: ' 1 Mill Lane ', street2: 'Flat 2', city: 'Leeds', state: 'West Yorkshire' };
    const more = { country: 'GB', zip: 'LS1 4AP', county: 'Leeds' };
    t.match(
      read({ name: ' Inn\t', category: 'Pub', address: { ...address, ...more }, lat: 53.8, lng: -1.5 }),
      {
        ...{ name: 'Inn', category: 'Pub', street: '1 Mill Lane', street2: 'Flat 2', city: 'Leeds' },
        ...{ state: 'West Yorkshire', country: 'GB', zip: 'LS1 4AP' },
        ...{ lat: 53.8, lng: -1.5, latText: '53.8', lngText: '-1.5', customFields: '' },
      },
    );
    const empty = { name: '', category: '', street: '', zip: '', customFields: '' };
    t.match(read({ name: null, category: null, address: null, custom_fields: null }), empty);
    t.match(read({}), empty);
    t.match(
      read(JSON.parse('{"address":{"city":null},"__proto__":{"name":"x"}}')),
      empty,
      'its own members alone',
    );
  },
);

t.test('one coordinate alone is none', async (t) => {
  for (const marker of [{ lat: 1 }, { lng: 2 }, { lat: 1, lng: null }, { lat: null, lng: 2 }, {}]) {
    t.match(read(marker), { lat: Number.NaN, lng: Number.NaN });
  }
  t.match(read({ lat: -90, lng: 180 }), { lat: -90, lng: 180 }, 'the limits are within');
});

t.test('what is no marker is told with the member', async (t) => {
  const nul = 'a\0b';
  const cases: [marker: unknown, code: string, message: string, column: string | null][] = [
    [7, 'value_invalid', 'a marker must be an object', null],
    [null, 'value_invalid', 'a marker must be an object', null],
    [[1], 'value_invalid', 'a marker must be an object', null],
    [{ name: 7 }, 'value_invalid', 'name must be a string', 'name'],
    [{ category: ['a'] }, 'value_invalid', 'category must be a string', 'category'],
    [{ address: 'Leeds' }, 'value_invalid', 'address must be an object', 'address'],
    [{ address: [] }, 'value_invalid', 'address must be an object', 'address'],
    [{ address: { zip: 10115 } }, 'value_invalid', 'zip must be a string', 'zip'],
    [{ custom_fields: 'x' }, 'value_invalid', 'custom_fields must be an object', 'custom_fields'],
    [{ custom_fields: { Phone: 1 } }, 'value_invalid', 'custom field "Phone" must be a string', 'Phone'],
    [{ name: nul }, 'nul_character', 'name holds a NUL character', 'name'],
    [
      { custom_fields: { [nul]: 'x' } },
      'nul_character',
      'a custom field has a NUL character in its name',
      'a\ufffdb',
    ],
    [
      { name: 'A', custom_fields: { ['x'.repeat(MAX_TEXT + 1)]: '1' } },
      'cell_too_long',
      `a custom field has a name of over ${MAX_TEXT} characters`,
      `${'x'.repeat(40)}…`,
    ],
    [{ name: 'x'.repeat(MAX_TEXT + 1) }, 'cell_too_long', `name has over ${MAX_TEXT} characters`, 'name'],
    [{ lat: '1', lng: 2 }, 'coordinate_invalid', 'lat "1" is text: write the number without quotes', 'lat'],
    ...['48°51′24″N', '48d51m24S', '48,85', '-48°51′24″N', '48.85, 2.35'].map(
      (lat): [unknown, string, string, string] => [
        { lat, lng: 2 },
        'coordinate_invalid',
        `lat "${lat}" is text: send decimal degrees as a number, such as 48.8567`,
        'lat',
      ],
    ),
    [
      { lat: 1, lng: '2°21′8″E' },
      'coordinate_invalid',
      'lng "2°21′8″E" is text: send decimal degrees as a number, such as 2.3522',
      'lng',
    ],
    [{ lat: '91', lng: 2 }, 'coordinate_invalid', 'lat "91" is not a number within -90 and 90', 'lat'],
    [{ lat: 'abc', lng: 2 }, 'coordinate_invalid', 'lat "abc" is not a number within -90 and 90', 'lat'],
    [{ lat: '', lng: 2 }, 'coordinate_invalid', 'lat "" is not a number within -90 and 90', 'lat'],
    [{ lat: 90.5, lng: 2 }, 'coordinate_invalid', 'lat 90.5 is not within -90 and 90', 'lat'],
    [{ lat: 1, lng: -181 }, 'coordinate_invalid', 'lng -181 is not within -180 and 180', 'lng'],
    [{ lat: 1, lng: true }, 'coordinate_invalid', 'lng true is not a number within -180 and 180', 'lng'],
    [{ lat: 1, lng: [2] }, 'coordinate_invalid', 'lng [2] is not a number within -180 and 180', 'lng'],
  ];
  for (const [marker, code, message, column] of cases) {
    t.throws(() => read(marker), { code, message, column }, message);
  }
  t.equal(read({ name: 'x'.repeat(MAX_TEXT) }).name.length, MAX_TEXT);
});

t.test('custom fields are JSON without the empty ones, and their types are followed', async (t) => {
  const reader = new JsonRowReader();
  const fields = { 'Say "hi"': 'a\nb', Empty: ' ', Null: null, Seats: '12', Opened: '2024-05-01' };
  const { Empty, Null, ...kept } = fields;
  t.equal(read({ custom_fields: fields }, reader).customFields, JSON.stringify(kept));
  read({ custom_fields: { Seats: 'many' } }, reader);
  t.same(
    [...reader.types.ofFields].map(([name, types]) => [name, typeName(types)]),
    [
      ['Say "hi"', 'text'],
      ['Seats', 'text'],
      ['Opened', 'date'],
    ],
  );
  t.equal(read({ custom_fields: { Empty: '' } }).customFields, '');
});

t.test('types are followed of one field more than a block may have', async (t) => {
  const reader = new JsonRowReader();
  const many = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${from + i}`, '1']));
  read({ custom_fields: many(0, MAX_BLOCK_FIELDS) }, reader);
  read({ custom_fields: many(MAX_BLOCK_FIELDS, 10) }, reader);
  t.equal(reader.types.ofFields.size, MAX_BLOCK_FIELDS + 1);
  read({ custom_fields: { f0: 'x', [`f${MAX_BLOCK_FIELDS + 5}`]: 'x' } }, reader);
  t.equal(reader.types.ofFields.size, MAX_BLOCK_FIELDS + 1);
  t.equal(typeName(reader.types.ofFields.get('f0')!), 'text', 'what is known is followed on');
});

t.test('custom fields that are recognised fill what the marker does not say itself', async (t) => {
  const reader = mapped({ Ort: 'city', Kategorie: 'category', Breite: 'lat', Länge: 'lng', Nr: null });
  const fields = { Ort: 'Berlin', Kategorie: 'Depot', Breite: '52,5', Länge: '13.4', Nr: '7' };
  t.match(read({ custom_fields: fields }, reader), {
    ...{ city: 'Berlin', category: 'Depot', lat: 52.5, lng: 13.4, latText: '52.5', lngText: '13.4' },
    customFields: '{"Nr":"7"}',
  });
  t.same([...reader.types.ofFields.keys()], ['Nr'], 'they are no custom fields any more');
  t.match(
    read({ category: 'Shop', address: { city: 'Bonn' }, lat: 1, lng: 2, custom_fields: fields }, reader),
    {
      ...{ city: 'Bonn', category: 'Shop', lat: 1, lng: 2, latText: '1', lngText: '2' },
    },
  );
  t.match(read({ custom_fields: {} }, reader), { city: '', category: '', lat: Number.NaN });
  const times = mapped({
    Kreis: 'county',
    Fahrzeit: 'drive_time',
    'Gültig bis': 'expire',
    Bild: 'photo_url',
  });
  const row = read(
    {
      custom_fields: {
        Kreis: 'Harz',
        Fahrzeit: '15',
        'Gültig bis': '2030-01-31',
        Bild: 'https://x.example/a.png',
      },
    },
    times,
  );
  t.match(row, { county: 'Harz', driveTime: 15 });
  t.match(JSON.stringify([row.expire, row.extras]), /2030-01-31.*x\.example/);
});

t.test('watched fields are told beside the row, empty where it has none', async (t) => {
  const reader = mapped({}, ['Sales', 'Region']);
  const row = read({ custom_fields: { Sales: ' 12 ' } }, reader);
  t.same([row.watched, row.customFields], [['12', ''], '{"Sales":"12"}']);
});
