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

t.test('units as letters, with hemispheres of either case before or behind', async (t) => {
  for (const text of ['48d51m24N', '48d51m24n', '48d51m24sn', '48d51m24s N', 'N48d51m24', 'n48d51m24s'])
    t.match(readDegrees(text), { degrees: 48 + 51.4 / 60, axis: 'lat' }, text);
  for (const text of ['33d51m24s s', '33d51m24sS', '33D51M24s S', 'S33d51m24', 's33d51m24s'])
    t.match(readDegrees(text), { degrees: -(33 + 51.4 / 60), axis: 'lat' }, text);
  t.match(readDegrees('33d51ms'), { degrees: -33.85, axis: 'lat' }, 'no seconds have this letter');
  for (const text of ['-33d51m24s', '-33d51m24', '-33D51M24S', `-33°51'24s`])
    t.strictSame(readDegrees(text), { degrees: -(33 + 51.4 / 60), decimals: 4, axis: null }, text);
});

t.test('an s behind unsigned seconds may be the south', async (t) => {
  t.match(readDegrees('33d51m24s'), { degrees: 33 + 51.4 / 60, axis: null, mayBeSouth: true });
  for (const text of ['-33d51m24s', '33d51m24n', 'N33d51m24s', '33d51m24s W'])
    t.notOk('mayBeSouth' in readDegrees(text), text);
});

t.test('what looks like a coordinate and is none tells why', async (t) => {
  for (const [text, defect] of [
    ['48d51m24S', 's'],
    ['48D51M24S', 's'],
    [`48°51'24s`, 's'],
    ['48d51m24', 'side'],
    ['-48°51′24″N', 'sign'],
    ['+12 S', 'sign'],
    ['-48d51m24sN', 'sign'],
    ['N 48 S', 'letters'],
    ['N48d51m24sS', 'letters'],
    [`N 48°51' S`, 'letters'],
    ['48°60′00″N', 'sixty'],
    ['48d51m60s', 'sixty'],
    ['4860N', 'sixty'],
    [`48°51.5'30"N`, 'fraction'],
    ['lat: 48d51m24S', 's'],
    ['', undefined],
    ['n/a', undefined],
    ['12 30', undefined],
  ] as const)
    t.match(readDegrees(text), { degrees: Number.NaN, defect }, text);
});

t.test('other numbers are none', async (t) => {
  for (const text of ['', '12 30', '1.234.567', '5803456.1', `12°75'`, 'N', '1e5', '12-30', '9'.repeat(60)]) {
    t.ok(Number.isNaN(readDegrees(text).degrees), text);
  }
});
