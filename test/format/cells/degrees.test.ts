import t from 'tap';
import { readDegrees } from '../../../src/format/cells/degrees.js';

const near = (t: { ok: (value: boolean, message: string) => unknown }, text: string, degrees: number) =>
  t.ok(Math.abs(readDegrees(text).degrees - degrees) < 1e-6, text);

t.test('decimal degrees with point or comma', async (t) => {
  near(t, '52.5', 52.5);
  near(t, '-8,25', -8.25);
  near(t, '+37.7272391', 37.7272391);
  near(t, '52.5°', 52.5);
  t.equal(readDegrees('52.5200').decimals, 4);
  t.equal(readDegrees('52').decimals, 0);
});

t.test('hemispheres give sign and axis', async (t) => {
  t.strictSame(readDegrees('58.4 W'), { degrees: -58.4, decimals: 1, axis: 'lng' });
  t.strictSame(readDegrees('S 34.6'), { degrees: -34.6, decimals: 1, axis: 'lat' });
});

t.test('an O tells the axis, not the sign', async (t) => {
  t.strictSame(readDegrees('3.7 O'), { degrees: 3.7, decimals: 1, axis: 'lng', unsigned: true });
});

t.test('degrees, minutes and seconds', async (t) => {
  near(t, `4°36'36"N`, 4.61);
  near(t, '74 04 48 W', -74.08);
  near(t, `48°51,5'`, 48 + 51.5 / 60);
});

t.test('other numbers are none', async (t) => {
  for (const text of ['', '12 30', '1.234.567', '5803456.1', `12°75'`, 'N', '1e5', '12-30', '9'.repeat(60)]) {
    t.ok(Number.isNaN(readDegrees(text).degrees), text);
  }
});
