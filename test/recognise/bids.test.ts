import t from 'tap';
import { inferColumns } from '../../src/recognise/infer.js';
import { labelsOf } from './labels-of.js';

/** Label of a column of addresses beside one of towns that no list has. */
const addressBeside = (town: string, ...rows: readonly (readonly [address: string, town: string])[]) =>
  inferColumns({ headers: ['Adresse', town], rows }).columns[0]!.label;

t.test('addresses that end with the town of their row are whole', async (t) => {
  t.equal(addressBeside('Ort', ['Foo 5, Qxtown', 'Qxtown'], ['Bar 7, Zwville', 'Zwville']), 'full_address');
  t.equal(addressBeside('city', ['Foo 5, Qxtown', 'Qxtown']), 'full_address', 'an exact name, too');
  for (const between of [', ', ',', '; ', ' - ', '\n', ', 1234 ', ', 12345'])
    t.equal(addressBeside('Ort', [`Foo 5${between}Qxtown`, ' QXTOWN ']), 'full_address', between);
  for (const between of [' ', ' in ', ', 123 ', ', 123456 ', ', old '])
    t.equal(addressBeside('Ort', [`Foo 5${between}Qxtown`, 'Qxtown']), 'street', between);
});

t.test('half of the rows are enough, and such as say nothing do not count', async (t) => {
  const whole = ['Foo 5, Qxtown', 'Qxtown'] as const;
  const street = ['Bar 7', 'Qxtown'] as const;
  t.equal(addressBeside('Ort', whole, street), 'full_address');
  t.equal(addressBeside('Ort', whole, street, ['Baz 9', 'Qxtown']), 'street');
  t.equal(addressBeside('Ort', whole, ['Bar 7', ''], ['', 'Zwville'], ['Baz 9', 'Qx']), 'full_address');
  t.equal(addressBeside('Ort', ['Foo 5, Qx', 'Qx']), 'street', 'of towns of two letters nothing is known');
  t.equal(
    addressBeside('Ort', ['Foo, Qxtown Road 5', 'Qxtown']),
    'street',
    'a street that has the name of the town',
  );
  t.equal(addressBeside('Ort', ['A 5,Qxtown', 'Qxtown']), 'street', 'before the town is less than a street');
  t.equal(addressBeside('Ort', ['AB 5,Qxtown', 'Qxtown']), 'full_address');
  t.equal(addressBeside('Ort', ['Qxtown', 'Qxtown']), 'street');
  const late = Array.from(
    { length: 40 },
    (_, i) => [i < 30 ? `Bar ${i}` : `Foo ${i}, Qxtown`, 'Qxtown'] as const,
  );
  t.equal(addressBeside('Ort', ...late), 'street', 'thirty rows are looked at');
  t.equal(labelsOf('Adresse|Kategorie', 'Foo 5, Qxtown|Qxtown')[0], 'street', 'another column is no town');
});

t.test(
  'axes that lie where nobody speaks the languages need many digits, away from the origin',
  async (t) => {
    const pair = (x: string, y: string) => labelsOf('x|y', `${x}|${y}`).join();
    t.equal(pair('139.6917', '35.68951'), 'lng,lat', 'Tokyo');
    t.equal(pair('139.691', '35.6895'), 'lng,lat');
    t.equal(pair('139.69', '35.6895'), 'custom,custom', 'six characters');
    t.equal(pair('139.6917', '35.689'), 'custom,custom');
    t.equal(pair('1.691712', '80.68951'), 'custom,custom', 'two degrees from Greenwich');
    t.equal(pair('139.6917', '1.689512'), 'custom,custom', 'or from the equator');
    t.equal(pair('-139.6917', '-35.68951'), 'lng,lat');
    t.equal(pair('-1.691712', '80.68951'), 'custom,custom');
    t.equal(pair('2.691712', '80.68951'), 'lng,lat');
    t.equal(pair('13.4', '52.5'), 'custom,custom', 'one decimal is no degree');
    t.equal(pair('13.40', '52.52'), 'lng,lat', 'Berlin');
    t.equal(pair('40.71', '-74.00'), 'lat,lng', 'New York, the other way round');
  },
);

t.test('one axis with a named one beside it is the other', async (t) => {
  t.strictSame(labelsOf('Latitude|x', '52.5200|13.4050'), ['lat', 'custom']);
  t.strictSame(labelsOf('Longitude|Latitude|x|y', '13.4050|52.5200|1|2'), ['lng', 'lat', 'custom', 'custom']);
});

t.test('whose an address is counts where the row has one of its own', async (t) => {
  t.strictSame(labelsOf('Ort|Ort des Besitzers', 'Berlin|Bonn'), ['city', 'custom']);
  t.strictSame(
    labelsOf('city|Straße des Besitzers', 'Berlin|Ring 5'),
    ['city', 'custom'],
    'by its exact name, too',
  );
  t.strictSame(labelsOf('street|Ort des Besitzers', 'Ring 5|Bonn'), ['street', 'custom']);
  t.strictSame(
    labelsOf('Straße des Besitzers|Ort des Besitzers', 'Ring 5|Bonn'),
    ['street', 'city'],
    'it is all there is',
  );
  t.strictSame(
    labelsOf('zip|Ort des Besitzers', '10115|Bonn'),
    ['zip', 'city'],
    'a postal code is no address',
  );
});

t.test('districts name a list that has no names, where they stand first and differ', async (t) => {
  t.strictSame(labelsOf('Ortsteil|Einwohner', 'Mitte|1', 'Wedding|2', 'Moabit|3'), ['name', 'custom']);
  t.strictSame(labelsOf('Nr|Jahr|Ortsteil', '1|2|Mitte', '2|3|Wedding').at(-1), 'name');
  t.strictSame(
    labelsOf('Nr|Jahr|Wert|Ortsteil', '1|2|5|Mitte', '2|3|6|Wedding').at(-1),
    'custom',
    'not the fourth',
  );
  t.strictSame(labelsOf('Ortsteil', 'Mitte'), ['custom'], 'one alone');
  t.strictSame(labelsOf('Ortsteil', 'Mitte', 'Mitte', 'Wedding'), ['custom'], 'the same again');
  t.strictSame(labelsOf('Ortsteil', 'Mitte', '77'), ['custom'], 'numbers');
  t.strictSame(labelsOf('Ortsteil|Ort', 'Mitte|Berlin', 'Wedding|Berlin'), ['custom', 'city']);
  t.strictSame(labelsOf('Ortsteil|Name', 'Mitte|A', 'Wedding|B'), ['custom', 'name']);
});

t.test('a title is no name beside a last name, whatever its language', async (t) => {
  for (const [title, last] of [
    ['Titel', 'Nachname'],
    ['Title', 'Last name'],
    ['Titre', 'Nom de famille'],
    ['Titolo', 'Cognome'],
  ] as const) {
    t.strictSame(labelsOf(`${title}|${last}`, 'Dr.|Ohm', 'Prof.|Volt')[0], 'custom', title);
    t.strictSame(labelsOf(`${title}`, 'Haus am See', 'Haus im Wald')[0], 'name', title);
  }
  t.strictSame(labelsOf('Titel des Objekts|Nachname', 'Haus am See|Ohm', 'Haus im Wald|Volt')[0], 'name');
});
