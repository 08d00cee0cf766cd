import t from 'tap';
import { headerFingerprint } from '../../../src/import/columns/header-fingerprint.js';

t.test('case and blanks do not count, names and their order do', async (t) => {
  const known = headerFingerprint(['Shop Name', 'Città']);
  t.equal(headerFingerprint([' shop  name ', 'CITTÀ']), known);
  t.equal(headerFingerprint(['shop\tname', 'citta\u0300']), known, 'nor how an accent is composed');
  t.equal(headerFingerprint(['Shop Name', 'Città', 'error']), known, 'nor the column of an errors file');
  for (const other of [
    ['Città', 'Shop Name'],
    ['Shop', 'Name Città'],
    ['ShopName', 'Città'],
    ['Shop Name'],
    [],
  ])
    t.not(headerFingerprint(other), known, JSON.stringify(other));
});
