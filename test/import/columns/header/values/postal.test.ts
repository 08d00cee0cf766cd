import t from 'tap';
import { isCodeWithTown, isPostalCode } from '../../../../../src/import/columns/header/values/postal.js';

t.test('postal codes of many countries', async (t) => {
  for (const code of [
    '10115',
    '1200',
    '62704-1234',
    'M5V 3L9',
    'SW1A 1AA',
    'LS1',
    '1011 AB',
    '01310-100',
    '50.030-040',
    '1100-048',
    '00-950',
    '111 22',
    '150-0001',
    'D02 AF30',
    'A-6900',
    'B1900',
    'C1425ABC',
    '1400.0',
  ]) {
    t.ok(isPostalCode(code), code);
  }
});

t.test('other numbers and names', async (t) => {
  for (const text of [
    '12',
    '123',
    '1234567',
    '52.5200',
    'Berlin',
    '12345 Berlin',
    '',
    '-1234',
    '2024-01-01',
  ]) {
    t.notOk(isPostalCode(text), text);
  }
});

t.test('a code with its town is the line below the street', async (t) => {
  for (const text of ['1949 EC Wijk aan Zee', '73430 Aalen', 'A-6900 Bregenz', '44000 NANTES'])
    t.ok(isCodeWithTown(text), text);
  for (const text of ['73430', 'Aalen', '12 Elm Street', 'Suite 1200', '2042 5th Ave'])
    t.notOk(isCodeWithTown(text), text);
});
