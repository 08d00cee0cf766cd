import t from 'tap';
import { ALL_TYPES, narrowTypes, typeName } from '../../src/import/field-types.js';

const typeOf = (...values: string[]): string => typeName(values.reduce(narrowTypes, ALL_TYPES));

t.test('a field has the type that all its values fit', (t) => {
  t.equal(typeOf('1', '-2.5', '1,234'), 'number');
  t.equal(typeOf('$5', '$1,200.50'), 'currency');
  t.equal(typeOf('12 €', '1.200,50 €'), 'currency');
  t.equal(typeOf('2026-01-31', '2026-02-01T10:00Z'), 'date');
  t.equal(typeOf('31.12.2026', '1/2/2026'), 'date');
  t.equal(typeOf('https://example.com', 'http://example.com/a?b=c'), 'url');
  t.end();
});

t.test('one value that does not fit makes it text', (t) => {
  t.equal(typeOf('1', '2', 'three'), 'text');
  t.equal(typeOf('2026-01-31', 'soon'), 'text');
  t.end();
});

t.test('codes with leading zeros are text, not numbers', (t) => {
  t.equal(typeOf('01234', '10001'), 'text');
  t.equal(typeOf('0', '0.5'), 'number');
  t.end();
});

t.test('a long value of any characters costs little', (t) => {
  for (const character of ['1', ' ', ',', '.', 'a', '$', '1,111']) typeOf(character.repeat(32_000));
  t.end();
});
