import t from 'tap';
import { Cell } from '../../../../../src/import/columns/header/values/cell.js';
import {
  isCode,
  isColor,
  isDate,
  isNumber,
  isYesNo,
} from '../../../../../src/import/columns/header/values/simple.js';

t.test('numbers with separators and units', async (t) => {
  for (const text of ['5', '-1.5', '1,234.50', "1'000", '12.500,00', '3 km', '20%', '1e5'])
    t.ok(isNumber(text), text);
  for (const text of ['', 'a', '12a', '1.2.3.4.5x']) t.notOk(isNumber(text), text);
});

t.test('dates of several countries', async (t) => {
  for (const text of [
    '2024-01-31',
    '31.01.2024',
    '1/2/24',
    '2024-01-31T10:00',
    '5 mai 2024',
    '12-Jan-2020',
    'Jan 5, 2024',
  ]) {
    t.ok(isDate(text), text);
  }
  for (const text of ['2024', '52.5', 'Mai', '10:00']) t.notOk(isDate(text), text);
});

t.test('yes and no in seven languages, folded', async (t) => {
  for (const text of ['yes', 'nein', 'oui', 'si', 'nao', 'nee', '1', 'x']) t.ok(isYesNo(text), text);
  t.notOk(isYesNo('maybe'));
});

t.test('colours by name or number', async (t) => {
  for (const text of ['red', 'Dunkelblau'.slice(6), '#ff0000', '#abc', 'ff8800', 'dark red', 'VERDE'])
    t.ok(isColor(new Cell(text)), text);
  for (const text of ['', 'abc', '123', 'red brick', '#12']) t.notOk(isColor(new Cell(text)), text);
});

t.test('codes have no blanks', async (t) => {
  for (const text of ['K-1001', '0044', 'Ä1', 'de:08111:6115']) t.ok(isCode(text), text);
  for (const text of ['K 1001', '', 'a,b', 'x'.repeat(41)]) t.notOk(isCode(text), text);
});
