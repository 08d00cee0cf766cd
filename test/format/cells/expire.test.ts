import t from 'tap';
import { expiryOf } from '../../../src/format/cells/expire.js';

t.test('a date is over at its end, in UTC', async (t) => {
  t.equal(expiryOf('2026-02-28'), '2026-03-01T00:00:00.000Z');
  t.equal(expiryOf('2024-02-29'), '2024-03-01T00:00:00.000Z');
});

t.test('a date with a time is over at that instant', async (t) => {
  t.equal(expiryOf('2026-01-02T03:04:05Z'), '2026-01-02T03:04:05.000Z');
  t.equal(expiryOf('2026-01-02 03:04'), '2026-01-02T03:04:00.000Z');
  t.equal(expiryOf('2026-01-02T03:04:05+02:00'), '2026-01-02T01:04:05.000Z');
});

t.test('a date that PostgreSQL cannot hold is moved to the nearest that it can', async (t) => {
  t.equal(expiryOf('9999-12-31'), '9999-12-31T23:59:59.999Z', 'the usual way to say never');
  t.equal(expiryOf('9999-12-31T23:59:59-12:00'), '9999-12-31T23:59:59.999Z');
  t.equal(expiryOf('0001-01-01T00:00+14:00'), '0001-01-01T00:00:00.000Z');
  t.equal(expiryOf('0001-01-01'), '0001-01-02T00:00:00.000Z');
  t.equal(expiryOf('0004-02-29'), '0004-03-01T00:00:00.000Z');
});

t.test('what is no date is null', async (t) => {
  for (const text of [
    '',
    'soon',
    '2026-13-01',
    '2026-02-30',
    '2023-02-29',
    '0003-02-29',
    '0000-00-00',
    '0000-01-01',
    '01/02/2026',
    '2026-01-01T25:00',
  ]) {
    t.equal(expiryOf(text), null, JSON.stringify(text));
  }
});
