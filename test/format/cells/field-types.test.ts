import t from 'tap';
import { ALL_TYPES, narrowTypes, typeName } from '../../../src/format/cells/field-types.js';

const typeOf = (...values: string[]): string => typeName(values.reduce(narrowTypes, ALL_TYPES));

const VALUES: Record<string, readonly string[]> = {
  number: ['1', '0', '-2.5', '0.50', '1,234', '12,345,678.9', '-0', '999999999999999', '2026'],
  currency: [
    '$5',
    '$0.50',
    '$1,200.50',
    '-$5.00',
    '$-5.00',
    '($5.00)',
    '12 €',
    '12€',
    '€ 12,50',
    '1.200,50 €',
    '1 200,50 €',
    '1\u00a0200,50\u00a0€',
    '1\u202f234\u202f567,89 €',
    '£3',
    '¥12000',
    '₹1,00,000.00',
    '₽ 500',
    'US$10',
    'R$ 9,90',
    'HK$100',
    'EUR 1.200,50',
    '1200 USD',
    "CHF 1'200.00",
    '99 kr',
    '19,99 zł',
    '250 Kč',
  ],
  date: [
    '2026-01-31',
    '2026-02-01T10:00Z',
    '2026-02-01 10:00:05.123+02:00',
    '2026/01/31',
    '2.1.2026',
    '31.12.2026',
    '1/2/2026',
    '12/31/2026',
    '31/12/2026',
    '12/31/26',
    '31-12-2026',
    '1/2/2026 9:05 AM',
    '31 Dec 2026',
    '31-Dec-2026',
    'Dec 31, 2026',
    'December 31st, 2026',
    '31. Dezember 2026',
    '3. März 2026',
    '14 juillet 2026',
    '1 févr. 2026',
    '5 de mayo de 2026',
  ],
  url: [
    'https://example.com',
    'http://example.com/a?b=c#d',
    'HTTPS://EXAMPLE.COM:8443/',
    'https://example.com?q=1',
    'www.example.com/shop',
    'https://münchen.example/straße',
  ],
  text: [
    '',
    ' ',
    'three',
    '01234',
    '-01',
    '00',
    '+4930123456',
    '1,23',
    '12,34,567',
    '1.234.567',
    '1e5',
    '12 %',
    '1234567890123456',
    '0x10',
    'NaN',
    'Infinity',
    '-',
    '$',
    'USD',
    '$ five',
    '12 XYZ',
    '5$ 6$',
    '1,2,3 €',
    '2026-13-01',
    '2026-01-32',
    '2026-1',
    '2026/01-31',
    '99/99/2026',
    '13/13/2026',
    '31 Main 2026',
    'Room 12, 2026',
    'soon',
    'http://',
    'https:// example.com',
    'ftp://example.com',
    'example.com',
    'a@example.com',
    'see https://example.com',
    'javascript:alert(1)',
    '１２３',
  ],
};

for (const [type, values] of Object.entries(VALUES)) {
  t.test(`what is ${type}`, async (t) => {
    for (const value of values) t.equal(typeOf(value), type, JSON.stringify(value));
  });
}

t.test('a field has the type that all its values fit', async (t) => {
  for (const [type, values] of Object.entries(VALUES)) t.equal(typeOf(...values), type);
});

t.test('one value that does not fit makes it text', async (t) => {
  t.equal(typeOf('1', '2', 'three'), 'text');
  t.equal(typeOf('2026-01-31', 'soon'), 'text');
  t.equal(typeOf('$5', '6'), 'text');
  t.equal(typeOf('https://example.com', '-'), 'text');
  for (const [one, [first]] of Object.entries(VALUES))
    for (const [other, [second]] of Object.entries(VALUES))
      if (one !== other) t.equal(typeOf(first!, second!), 'text', `${one} and ${other}`);
});

t.test('codes with leading zeros are text, not numbers', async (t) => {
  t.equal(typeOf('01234', '10001'), 'text');
  t.equal(typeOf('10001', '94103', '01234'), 'text');
  t.equal(typeOf('0', '0.5'), 'number');
});

t.test('a long value of any characters costs little', async () => {
  const parts = [
    '1',
    ' ',
    ',',
    '.',
    'a',
    '$',
    '1,111',
    ',11',
    "1'",
    '1 ',
    'Dec ',
    '1/',
    '€1',
    '12:',
    'www.',
    '\u00a01',
  ];
  for (const part of parts)
    for (const begin of ['', '1', '$1', 'https://', '2026-01-31 ', '31 '])
      typeOf(begin + part.repeat(32_000 / part.length));
});

t.test('a day that its month does not have is no date', async (t) => {
  for (const value of [
    '2026-02-30',
    '2026-02-29T10:00Z',
    '2100-02-29',
    '31.4.2026',
    '30/2/2026',
    '2/30/2026',
    '29.02.26',
    '31 Feb 2026',
    'April 31, 2026',
    '31 juin 2026',
  ])
    t.equal(typeOf(value), 'text', value);
  for (const value of [
    '2028-02-29',
    '29.02.28',
    '2/29/2028',
    '29 Feb 2028',
    '30. April 2026',
    '31/3/2026',
    '2000-02-29',
  ])
    t.equal(typeOf(value), 'date', value);
});
