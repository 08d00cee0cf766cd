import fc from 'fast-check';
import t from 'tap';
import { coercionOf } from '../../src/http/validate.js';

const integer = coercionOf({ type: 'integer' });
const number = coercionOf({ type: 'number' });
const boolean = coercionOf({ type: 'boolean' });
const text = coercionOf({ type: 'string' });

t.test('what JavaScript prints of a value is read as the value', async () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => Object.is(integer(String(value)), value || 0)));
  const finite = fc
    .double({ noDefaultInfinity: true, noNaN: true })
    .filter((value) => Number.isSafeInteger(value) || !Number.isInteger(value));
  fc.assert(fc.property(finite, (value) => number(String(value)) === value));
  fc.assert(fc.property(fc.boolean(), (value) => boolean(String(value)) === value));
});

t.test('a text is a value of its type or the text itself', async () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const asInteger = integer(value);
      const asNumber = number(value);
      return (
        (asInteger === value || Number.isSafeInteger(asInteger)) &&
        (asNumber === value || Number.isFinite(asNumber)) &&
        text(value) === value
      );
    }),
  );
});

t.test('an integer has one spelling', async (t) => {
  for (const value of [
    '',
    ' 7',
    '7 ',
    '+7',
    '07',
    '-0',
    '-07',
    '7.0',
    '7e0',
    '0x10',
    '1_000',
    '٣',
    'NaN',
    'Infinity',
  ]) {
    t.equal(integer(value), value);
  }
  t.equal(integer('0'), 0);
  t.equal(integer('-7'), -7);
  t.equal(integer('9007199254740991'), 9007199254740991);
});

t.test('a number may be written in every decimal way', async (t) => {
  for (const [written, value] of [
    ['+1.50', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    ['007', 7],
    ['-1e3', -1000],
    ['1E-400', 0],
  ] as const) {
    t.equal(number(written), value);
  }
  for (const value of ['', '.', 'e5', '1e', '0x10', ' 1', '1,5', '--1', 'NaN', 'Infinity', '1e999']) {
    t.equal(number(value), value);
  }
});

t.test('what a number cannot keep stays a text', async (t) => {
  for (const value of ['9007199254740993', '-9007199254740992', '1e16']) {
    t.equal(integer(value), value);
    t.equal(number(value), value);
  }
});

t.test('true and false are the only truths', async (t) => {
  for (const value of ['TRUE', '1', '0', 'yes', '', 'null']) t.equal(boolean(value), value);
});
