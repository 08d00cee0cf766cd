import fc from 'fast-check';
import t from 'tap';
import { ByteSink } from '../../src/nearby/byte-sink.js';

const written = (write: (sink: ByteSink) => void): string => {
  const sink = new ByteSink(0);
  write(sink);
  return sink.bytes.toString();
};

t.test('numbers are read back as they were, to nine decimals', async (t) => {
  for (const [value, text] of [
    [0, '0'],
    [-0, '0'],
    [-1e-12, '0'],
    [-0.000000001, '-0.000000001'],
    [179.999999, '179.999999'],
    [-180, '-180'],
    [20015.1, '20015.1'],
    [0.1 + 0.2, '0.3'],
    [1.0000000004, '1'],
    [9.9999999996, '10'],
    [999_999.5, '999999.5'],
  ] as const) {
    t.equal(
      written((sink) => sink.writeDecimal(value)),
      text,
    );
  }
  fc.assert(
    fc.property(fc.double({ min: -999_999, max: 999_999, noNaN: true }), (value) => {
      const text = written((sink) => sink.writeDecimal(value));
      return Math.abs(JSON.parse(text) - value) <= 5.1e-10 && !/\.\d*0$/.test(text);
    }),
  );
});

t.test('whole numbers up to the last safe one', async (t) => {
  for (const value of [0, 9, 10, 999_999_999, 1_000_000_000, 10_000_000_001, Number.MAX_SAFE_INTEGER]) {
    t.equal(
      written((sink) => sink.writeInteger(value)),
      String(value),
    );
  }
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => written((sink) => sink.writeInteger(value)) === String(value)),
  );
});

t.test('bytes are kept however many come', async (t) => {
  const text = Buffer.from('ü"\\'.repeat(100));
  const ends = Array.from({ length: 50 }, (_, i) => 4 + i * 8);
  const expected = Buffer.concat([...ends.map((end) => text.subarray(4, end)), text, Buffer.from('!')]);
  t.equal(
    written((sink) => {
      for (const end of ends) sink.write(text, 4, end);
      sink.writeAll(text);
      sink.writeByte(0x21);
    }),
    expected.toString(),
  );
});
