import t from 'tap';
import { Cell } from '../../../src/recognise/values/cell.js';
import { namesOrganisation } from '../../../src/recognise/values/organisation.js';

const names = (text: string): boolean => namesOrganisation(new Cell(text));

t.test('kinds of places and legal forms name organisations', async (t) => {
  for (const text of [
    'Hospital del Mar',
    'Möbel Rausch GmbH',
    'Farmacia Ñandú',
    'ÉCOLE Jules Ferry',
    'Acme, Inc.',
  ]) {
    t.ok(names(text), text);
  }
});

t.test('persons and streets do not', async (t) => {
  for (const text of ['Ada Quint', 'Hauptstrasse 5', '', '12345', '__proto__']) t.notOk(names(text), text);
});
