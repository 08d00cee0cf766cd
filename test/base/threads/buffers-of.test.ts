import t from 'tap';
import { buffersOf } from '../../../src/base/threads/buffers-of.js';

t.test('all buffers that are not shared are found, each once, whatever holds them', async (t) => {
  const numbers = new Uint32Array(4);
  const nested = new Float64Array(2);
  const inMap = new Uint8Array(3);
  const inSet = new ArrayBuffer(1);
  const value = {
    lines: numbers.subarray(0, 2),
    ends: numbers.subarray(2),
    shared: new Uint8Array(new SharedArrayBuffer(8)),
    none: null,
    texts: ['a', null, 1n],
    rows: [{ branches: { keys: nested } }, new Map([['key', inMap]]), new Set([inSet])],
  };
  t.same(buffersOf(value), [numbers.buffer, nested.buffer, inMap.buffer, inSet]);
  t.same(buffersOf(undefined), []);
  structuredClone(value, { transfer: buffersOf(value) });
  t.same([numbers.length, nested.length, inMap.length], [0, 0, 0]);
});

t.test('memory that small Buffers share stays with the others', async (t) => {
  const small = Buffer.from('a');
  const other = Buffer.from('b');
  const copy = structuredClone({ small }, { transfer: buffersOf({ small }) });
  t.equal(Buffer.from(copy.small).toString(), 'a');
  t.equal(other.toString(), 'b');
  t.equal(small.toString(), 'a');
});
