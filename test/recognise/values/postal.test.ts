import t from 'tap';
import { isCodeWithTown, isPostalCode } from '../../../src/recognise/values/postal.js';

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

t.test('what is almost a postal code is none', async (t) => {
  for (const text of [
    '123456',
    '123456789',
    '12345678',
    'm5v3l9',
    'M5V-3L9',
    'E1',
    'EC1A',
    'ec1a1bb',
    'W1A 0AX',
    '1011ab',
    '01310100',
    '123-4567',
    'D02AF30',
    'ABC-1234',
    'D-12345',
    'b1900',
    '14000.0',
    'AD500',
    'LV-1010',
    'LT 01001',
    'SI1000',
    'MD2001',
    'BB11000',
    'AZ1000',
    'CA 92373',
  ])
    t.ok(isPostalCode(text), text);
  for (const text of [
    '123 ',
    ' 1234',
    '62704-12',
    '62704-12345',
    '6270-1234',
    '1234567890',
    'M5V  3L9',
    'M5V 3L',
    'MM5V 3L9',
    'ABC1',
    'EC1A  1BB',
    'EC1A 1B',
    'EC1A 1BBB',
    '1011 A',
    '1011 ABC',
    '1011  AB',
    '01310-10',
    '1310-1000',
    '1.310-100',
    '00-9500',
    '000-950',
    '111  22',
    '1111 22',
    '111 222',
    '150-000',
    '150-00011',
    'D02 AF3',
    'D02-AF30',
    'D2 AF30',
    'ABCD-1234',
    'D-123',
    'D-123456',
    'B190',
    'C1425ABCD',
    '1400.00',
    '140.0',
    '1400,0',
    '140000.0',
    'AD5000',
    'AD 500',
    'LV  1010',
    'LV-101',
    'XX 1010',
    'CA 9237',
    'CAL 92373',
    'ca 92373',
    'CA  92373',
    'CA 92373-1234',
  ])
    t.notOk(isPostalCode(text), text);
});

t.test('what is almost a code with its town is none', async (t) => {
  for (const text of [
    '73430  Aalen',
    '73430, Aalen',
    '1011AB Delft',
    "1234 L'Aquila",
    '1000 St. Gallen',
    'CH-8001 Zürich',
    'DE-12345 Ulm',
    '8001 Zug',
  ])
    t.ok(isCodeWithTown(text), text);
  for (const text of [
    '73430   Aalen',
    '73430Aalen',
    '73430 aalen',
    '734 Aalen',
    '734300 Aalen',
    '8001 Zü',
    '8001 Z 2',
    'by 73430 Aalen',
    'ABCD-7343 Aalen',
    '1011ABC Delft',
    '1011 A Delft',
  ])
    t.notOk(isCodeWithTown(text), text);
});
