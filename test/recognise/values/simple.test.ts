import t from 'tap';
import { Cell } from '../../../src/recognise/values/cell.js';
import { isCode, isColor, isDate, isNumber, isYesNo } from '../../../src/recognise/values/simple.js';

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

t.test('what is almost a number is none', async (t) => {
  for (const text of [
    '+5',
    '1 234',
    '1,234,567',
    "12'345",
    '12,5',
    '1234,567',
    '1e+10',
    '1E-3',
    '1e300',
    '5€',
    '5 $',
    '5£',
    '2km',
    '2 mi',
    '2m',
    '3 KW',
    '3 ha',
    '10 min',
    '5 miles',
    '2h',
    '1'.repeat(30),
  ])
    t.ok(isNumber(text), text);
  for (const text of [
    '12.',
    '.5',
    '1,23,456',
    '1234,567.8.9',
    '5 kg',
    '5  km',
    'km',
    '--5',
    'x5',
    '5 %x',
    '1e',
    '1e1000',
    '1'.repeat(31),
  ])
    t.notOk(isNumber(text), text);
});

t.test('each month, and what is almost a date', async (t) => {
  const months =
    'jan feb mar apr may jun jul aug sep oct nov dec mai okt dez dic ene abr ago set out gen mag giu lug ott fev avr juin juil aout mrt mei';
  for (const month of months.split(' ')) {
    for (const text of [
      `5 ${month} 2024`,
      `12-${month}-99`,
      `5. ${month}. 2024`,
      `${month} 5, 2024`,
      `${month}. 05 2024`,
    ])
      t.ok(isDate(text), text);
    t.notOk(isDate(month), month);
    t.notOk(isDate(`5 ${month}`), month);
    t.notOk(isDate(`${month} 2024`), month);
  }
  for (const text of [
    '2024/1/31',
    '2024.1.31',
    '1-2-2024',
    '"2024-01-31"',
    '2024-01-31 10:00:00',
    '2024-01-31, 9h30',
    '31.01.2024 9.05',
    '5 January 2024',
    'JANUARY 05, 2024',
    `2024-01-31 10:00${'x'.repeat(20)}`,
  ])
    t.ok(isDate(text), text);
  for (const text of [
    '2024-01',
    '20240131',
    '12345-01-01',
    '2024-123-01',
    '2024-01-12345',
    'x2024-01-31',
    '2024-01-31x',
    '2024-01-31 10-00',
    '2024-01-31 100:00',
    '31 foo 2024',
    'foo 5, 2024',
    '123 mai 2024',
    '5 maiabcdefgh 2024',
    '5 mai 20245',
    'jan 123, 2024',
    'jan 5, 24',
    `2024-01-31 10:00${'x'.repeat(21)}`,
  ])
    t.notOk(isDate(text), text);
});

t.test('each word for yes and no, and for colours', async (t) => {
  for (const text of 'yes no y n true false t f ja nein j si oui non o sim nao s nee x 0 1 vero falso wahr falsch vrai faux verdadero verdadeiro n/a na'.split(
    ' ',
  ))
    t.ok(isYesNo(text), text);
  for (const text of ['', '2', 'yes no', 'YES', 'verdadeiro!']) t.notOk(isYesNo(text), text);
  for (const text of ['#FF0', '#0088ff', '008800', 'LIGHT GREY', 'red '.repeat(7)])
    t.ok(isColor(new Cell(text)), text);
  for (const text of [
    '#12345',
    '#ff00ff0',
    'gg8800',
    '#ggg',
    'ff880',
    'x#ff0',
    'red, not blue',
    '- -',
    'red '.repeat(8),
  ])
    t.notOk(isColor(new Cell(text)), text);
});

t.test('what is almost a code is none', async (t) => {
  for (const text of ['#1', 'a.b', 'a/b', 'a_b', 'Ä_1', 'É#/:.-', 'x'.repeat(40), 'ä'.repeat(40)])
    t.ok(isCode(text), text);
  for (const text of [' a', 'a ', 'a+b', 'ä b', '(a)', 'ä'.repeat(41)]) t.notOk(isCode(text), text);
});

t.test('dates as people write them in each language', async (t) => {
  for (const text of [
    '5 March 2024',
    '5. März 2024',
    '1 février 2024',
    '15 août 2024',
    '1 déc. 2024',
    '5 de março de 2024',
    '12 de febrero de 2024',
    '5 de agosto 2024',
    '3 maggio 2024',
    '7 mrt. 2024',
  ])
    t.ok(isDate(new Cell(text).folded), text);
  for (const text of ['5 de 2024', '5 de março', 'de março de 2024', '5 e março de 2024'])
    t.notOk(isDate(new Cell(text).folded), text);
});
