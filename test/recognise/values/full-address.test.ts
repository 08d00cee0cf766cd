import t from 'tap';
import { isFullAddress, lastSegment } from '../../../src/recognise/values/full-address.js';

t.test('an address that names its town or postal code is full', async (t) => {
  for (const address of [
    '316 Grant St Redlands CA 92373',
    '1 Rue de la Gare 59000 Lille',
    'Rathausplatz 1, 6900 Bregenz',
    'Via Bricci, 4, 00152 Roma RM',
    'Perzikstraat 7, 4261 KC Wijk en Aalburg',
    'R. Vieira, 694 - Pantanal, Florianópolis - SC, 88040-001, Brazil',
    '10 Downing St, London SW1A 2AA',
    'Plaza Nueva 1, 41001 Sevilla, España',
    '1 Main St, Toronto, ON M2M 2M2',
  ]) {
    t.ok(isFullAddress(address), address);
  }
});

t.test('a street line is not', async (t) => {
  for (const street of [
    '12 Elm Street, Suite 4',
    'Hauptstr. 5',
    'Via Roma, 12/B',
    'Calle Mayor 5, 2º B',
    'Rua A, 100',
    '',
  ]) {
    t.notOk(isFullAddress(street), street);
  }
});

t.test('the last part may be a town, unless it is a suite or has digits', async (t) => {
  t.equal(lastSegment('4 Hilton Street, Manchester'), 'Manchester');
  t.equal(lastSegment('Ring 4 - Köln.'), 'Köln');
  t.equal(lastSegment('1 High St, Suite B'), '');
  t.equal(lastSegment('1 High St, 2nd floor'), '');
  t.equal(lastSegment('Manchester'), '');
});

t.test('a postal code before a town makes it full', async (t) => {
  for (const address of [
    'Foo 5, 12345 Berlin',
    'Foo 5; 12345 Berlin',
    'Foo 5\n12345 Berlin',
    'Foo 5 - 12345 Berlin',
    'Foo 5 – 12345 Berlin',
    'Foo 5 D-20359 Hamburg',
    'Foo 5 CHE-8001 Zug',
    'Foo 5, 1234 AB Delft',
    'Foo 5, 1234AB Delft',
    'Foo 5, 01310-100 - Centro',
    'Foo 5, 01310-100, Centro',
    'Foo 5. 1234 St. Gallen',
    '(Foo) 1234 Zug',
  ])
    t.ok(isFullAddress(address), address);
  for (const address of [
    'Foo 5, 123 Berlin',
    'Foo 5, 123456 Berlin',
    'Foo 5, 12345 berlin',
    'Foo 5, 12345 Ab',
    'Foo 5, 12345Berlin',
    'Foo!12345 Berlin',
  ])
    t.notOk(isFullAddress(address), address);
});

t.test('a state or a country and a postal code make it full', async (t) => {
  for (const address of [
    'Foo Redlands CA 92373',
    'Foo Redlands CA, 92373',
    'Foo Redlands CA. 92373-1234',
    'Foo Sydney NSW 2000',
    'Foo Toronto ON M2M2M2',
    'Foo Toronto,ON M2M 2M2, Canada',
    'Foo 5, Leeds LS1 4AP',
    'Foo 5, Leeds LS1 4AP.',
    'Foo 5, ls14ap',
    'Foo 5, Toronto m2m 2m2',
    'Foo 5, Lisboa 1100-048',
    'Foo 5, Moskva 123456',
  ])
    t.ok(isFullAddress(address), address);
  for (const address of [
    'Foo Redlands C 92373',
    'Foo Redlands CALI 92373',
    'Foo Redlands CA 923',
    'Foo Redlands CA92373',
    'Foo Redlands CA 92373x',
    'Foo Leeds LS1 4AP',
    'Foo 5, Leeds 123',
    'Foo 5, Leeds 1234567',
    'Foo 5, Leeds LS1 4A',
    'Foo 5, Leeds LS1 4APx',
  ])
    t.notOk(isFullAddress(address), address);
});

t.test('a country, or a state with a town, at the end makes it full', async (t) => {
  for (const address of [
    'Foo 5, Leeds, France',
    'Foo 5, Peru',
    'Foo 5; Leeds, Peru.',
    'Foo 5 - Peru',
    'Foo 5, Dayton, OH',
    'Foo 5, Dayton OH.',
    'Foo 5\nDayton, OH',
    'Foo 5, Dayton, Ohio',
    'Foo 5, Bayern',
  ])
    t.ok(isFullAddress(address), address);
  for (const address of [
    'Peru, 5',
    'Foo 5 Peru',
    'Foo 5, Atlantis',
    'Foo 5 OH',
    'Dayton - OH',
    'Foo 5 - Bayern',
    'A, Peru',
    'Foo 5, Leeds, QQ',
  ])
    t.notOk(isFullAddress(address), address);
});

t.test('what the last part is', async (t) => {
  t.equal(lastSegment('Foo 5\nManchester'), 'Manchester');
  t.equal(lastSegment('Foo 5, - Manchester .'), 'Manchester');
  t.equal(lastSegment('Foo 5, A'), '');
  t.equal(lastSegment('Foo 5, Ab'), 'Ab');
  t.equal(lastSegment(`Foo 5, ${'a'.repeat(40)}`), 'a'.repeat(40));
  t.equal(lastSegment(`Foo 5, ${'a'.repeat(41)}`), '');
  t.equal(lastSegment('Foo 5, St Annes on Sea'), 'St Annes on Sea');
  t.equal(lastSegment('Foo 5, One Two Three Four Five'), '');
  t.equal(lastSegment(', Leeds'), '');
  t.equal(lastSegment('F, Leeds'), 'Leeds');
  t.equal(lastSegment('Foo-Leeds'), '');
  const suites =
    'suite ste unit apt apartment floor room bldg building lot no nr local piso int bloco sala loja top og eg bus bat batiment etage';
  for (const suite of suites.split(' ')) t.equal(lastSegment(`Foo 5, ${suite} B`), '', suite);
  t.equal(lastSegment('Foo 5, Topeka'), 'Topeka');
  t.equal(lastSegment('Foo 5, Bat Yam'), '', 'a town lost for a building');
});
