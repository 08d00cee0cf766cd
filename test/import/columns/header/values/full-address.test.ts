import t from 'tap';
import { isFullAddress, lastSegment } from '../../../../../src/import/columns/header/values/full-address.js';

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
