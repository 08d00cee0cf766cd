import t from 'tap';
import { Cell } from '../../../../../src/import/columns/header/values/cell.js';
import {
  hasStreetType,
  isHouseNumber,
  looksLikeStreet,
} from '../../../../../src/import/columns/header/values/street.js';

t.test('streets with and without numbers', async (t) => {
  for (const text of [
    '12 Elm Street',
    'Hauptstraße 5a',
    '12 bis rue de la Paix',
    'Via Roma, 12/B',
    'Calle Mayor s/n',
    'Rua das Flores, nº 5',
    'Dorpsweg 3-A',
    'CR 45 # 30-12',
    'Neuer Kamp 31',
  ]) {
    t.ok(looksLikeStreet(new Cell(text)), text);
  }
  for (const text of ['Berlin', 'Ada Quint', '12345', '']) t.notOk(looksLikeStreet(new Cell(text)), text);
});

t.test('towns that end like streets are no streets', async (t) => {
  for (const text of ['Nürnberg', 'Bielefeld', 'Heidelberg']) t.notOk(hasStreetType(new Cell(text)), text);
  t.ok(hasStreetType(new Cell('Lindenallee')));
});

t.test('house numbers', async (t) => {
  for (const text of ['5', '12a', '12-14', '3 bis', 's/n', 'SNC', '155/2', 'Nº 7'])
    t.ok(isHouseNumber(text), text);
  for (const text of ['', 'a', '123456', '12.5.2020', 'Haus 5']) t.notOk(isHouseNumber(text), text);
});
