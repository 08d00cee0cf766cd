import t from 'tap';
import { requestedRange } from '../../src/http/byte-range.js';

t.test('one part is read, whatever its form', async (t) => {
  const part = (startByte: number, endByte: number) => ({ startByte, endByte });
  t.same(requestedRange('bytes=0-0', 10), part(0, 1));
  t.same(requestedRange('bytes=3-', 10), part(3, 10));
  t.same(requestedRange('Bytes=3-5', 10), part(3, 6));
  t.same(requestedRange('bytes=3-999999999999999', 10), part(3, 10));
  t.same(requestedRange('bytes=-3', 10), part(7, 10));
  t.same(requestedRange('bytes=-30', 10), part(0, 10));
});

t.test('what the file has not is unsatisfiable', async (t) => {
  for (const header of ['bytes=10-', 'bytes=10-12', 'bytes=-0'])
    t.equal(requestedRange(header, 10), 'unsatisfiable', header);
  t.equal(requestedRange('bytes=0-', 0), 'unsatisfiable');
  t.equal(requestedRange('bytes=-5', 0), 'unsatisfiable');
});

t.test('anything else asks for all of it', async (t) => {
  for (const header of [
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=1-2,4-5',
    'bytes=a-b',
    'bytes 1-2',
    'items=1-2',
    `bytes=${'1'.repeat(16)}-`,
  ])
    t.equal(requestedRange(header, 10), null, header);
});
