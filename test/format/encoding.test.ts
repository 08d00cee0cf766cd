import assert from 'node:assert/strict';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import t from 'tap';
import { createSpoolDecoder, decodeBlock, utf8Of } from '../../src/format/encoding.js';
import { runs } from '../support/runs.js';
import { cutInto } from './csv-text.js';

function spool(bytes: Buffer, charset: string | null = null, sizes: readonly number[] = [1 << 16]) {
  const decoder = createSpoolDecoder(charset);
  const parts = cutInto(bytes, sizes).map((chunk) => decoder.push(chunk));
  const { tail, encoding, note } = decoder.finish();
  return { bytes: Buffer.concat([...parts, tail]), encoding, note };
}

const utf8Bom = Buffer.from([0xef, 0xbb, 0xbf]);
const chunkSizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });

t.test('UTF-8 without a mark passes through untouched, the same buffers', async (t) => {
  const decoder = createSpoolDecoder(null);
  const chunk = Buffer.from('Köln');
  t.equal(decoder.push(chunk), chunk);
  t.equal(decoder.push(chunk), chunk);
  t.strictSame(decoder.finish(), { tail: Buffer.alloc(0), encoding: 'utf-8', note: null });
});

t.test('nothing at all is UTF-8', async (t) => {
  t.strictSame(spool(Buffer.alloc(0)), { bytes: Buffer.alloc(0), encoding: 'utf-8', note: null });
});

t.test('the charset is told by the first bytes beyond ASCII, wherever they stand', async (t) => {
  const plain = Buffer.from('name,city,note\n'.repeat(20_000));
  const text = 'Привет,Москва,Ленинский проспект\n';
  for (const sizes of [[1 << 16], [70_001]])
    t.match(spool(Buffer.concat([plain, iconv.encode(text, 'windows-1251')]), null, sizes), {
      encoding: 'windows-1251',
      note: /read as Windows-1251 \(Cyrillic\)\. Give the option encoding if that is wrong/,
    });
  // A few letters in each chunk.
  const sparse = Array.from(text, (letter) => [
    plain.subarray(0, 9000),
    iconv.encode(`,${letter},`, 'windows-1251'),
  ]);
  t.match(spool(Buffer.concat(sparse.flat())), { encoding: 'windows-1251' });
});

t.test('bytes are found valid or not as by one look at the whole, wherever chunks end', async () => {
  const piece = fc.oneof(
    fc
      .constantFrom('a', 'é', '東', '😀', '\u07ff', '\u0800', '\u2000', '\uffff', '\u{10000}', '\u{10ffff}')
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
  );
  const bytes = fc
    .array(piece, { maxLength: 8 })
    .map((pieces) => Buffer.concat([Buffer.from('x'), ...pieces]));
  fc.assert(
    fc.property(bytes, chunkSizes, (bytes, sizes) => {
      const isValid = Buffer.from(bytes.toString('utf8')).equals(bytes);
      const { bytes: out, encoding, note } = spool(bytes, null, sizes);
      assert.equal(note === null, isValid);
      assert.deepEqual({ encoding, note, bytes: out }, spool(bytes));
      if (isValid) assert.equal(encoding, 'utf-8');
      assert.ok(out.equals(bytes));
    }),
    { numRuns: runs(500, 3000) },
  );
});

t.test('single bytes that are no UTF-8 are read as Windows-1252, and counted by cell', async (t) => {
  const bytes = Buffer.concat([
    Buffer.from('name,note\r\nMünchen,ok\r\nZürich,'),
    Buffer.from('caf\xe9 na\xefve,\x80\r\n', 'latin1'),
    Buffer.from('Köln,x\r\n東京,\r\n'),
  ]);
  for (const sizes of [[1], [3], [1000]]) {
    const { encoding, note } = spool(bytes, null, sizes);
    t.equal(encoding, 'utf-8');
    t.match(note, /^2 cells have bytes that are not valid UTF-8, the first on line 3: .*Windows-1252/);
  }
  const text = 'name,note\r\nMünchen,ok\r\nZürich,café naïve,€\r\nKöln,x\r\n東京,\r\n';
  t.equal(decodeBlock(bytes, 'utf-8'), text);
  t.equal(utf8Of(bytes, 'utf-8').toString(), text);
  t.match(spool(Buffer.from('München caf\xe9, na\xefve', 'latin1')), { encoding: 'windows-1252' });
});

t.test('the line of the first bad byte is counted through all line ends, wherever chunks end', async () => {
  const before = fc.array(fc.constantFrom('\n', '\r', '\r\n', 'a', 'é', '\t', '\v', '\x0e', '\0', '東'));
  fc.assert(
    fc.property(before, chunkSizes, (parts, sizes) => {
      const text = parts.join('');
      const bytes = Buffer.concat([Buffer.from(`${text}éé`), Buffer.from('\xff', 'latin1')]);
      const line = text.split(/\r\n|\r|\n/).length;
      return spool(bytes, null, sizes).note?.includes(` on line ${line}:`) ?? false;
    }),
    { numRuns: runs(300, 3000) },
  );
});

t.test('a character that the end cuts off makes the file Windows-1252', async (t) => {
  t.match(spool(Buffer.from([0x61, 0xc3])), { encoding: 'windows-1252', note: /not valid UTF-8/ });
  t.match(spool(Buffer.from([0xf0, 0x9f, 0x98]), null, [1]), { encoding: 'windows-1252' });
});

t.test('byte order marks are dropped and win over the declared charset', async (t) => {
  const text = 'é,😀,東';
  const utf16le = Buffer.from(`\ufeff${text}`, 'utf16le');
  const utf16be = Buffer.from(utf16le).swap16();
  for (const charset of [null, 'windows-1250', 'utf-8', 'utf-16le', 'utf-16be']) {
    for (const sizes of [[1], [2], [3], [100]]) {
      for (const bytes of [Buffer.concat([utf8Bom, Buffer.from(text)]), utf16le, utf16be]) {
        t.strictSame(spool(bytes, charset, sizes), {
          bytes: Buffer.from(text),
          encoding: 'utf-8',
          note: null,
        });
      }
    }
  }
});

t.test('the beginning of a mark is data when the rest does not follow', async (t) => {
  for (const bytes of [
    [0xef],
    [0xef, 0xbb],
    [0xef, 0xbb, 0x41],
    [0xff],
    [0xff, 0x41],
    [0xfe],
    [0xfe, 0xfe],
  ]) {
    for (const size of [1, 9]) {
      const { bytes: out, encoding } = spool(Buffer.from(bytes), null, [size]);
      t.strictSame([...out], bytes);
      t.equal(encoding, 'windows-1252');
    }
  }
});

t.test('only the first mark is dropped', async (t) => {
  const { bytes } = spool(Buffer.concat([utf8Bom, utf8Bom, Buffer.from('a')]));
  t.equal(decodeBlock(bytes, 'utf-8'), '\ufeffa');
  t.equal(spool(Buffer.from('\ufeff\ufeffa', 'utf16le')).bytes.toString(), '\ufeffa');
});

t.test('a mark is one behind chunks without a byte, too', async (t) => {
  const decoder = createSpoolDecoder(null);
  t.equal(decoder.push(Buffer.alloc(0)).length, 0);
  t.equal(decoder.push(Buffer.concat([utf8Bom, Buffer.from('a')])).toString(), 'a');
});

t.test('a declared charset is transcoded to UTF-8, wherever chunks end', async () => {
  const charsets: [string, string][] = [
    ['windows-1250', 'Łódź'],
    ['Shift_JIS', 'ソ表ポ|名前'],
    ['GB18030', '東京😀'],
    ['GB18030', '東京😀 😀,ab\n𝒳'],
    ['Big5-HKSCS', '東京,𠂇a\nÊ̄'],
    ['EUC-KR', '서울,a\n'],
    ['koi8-r', 'Москва'],
    ['UTF-16LE', 'é😀𝒳東'],
    ['utf-16be', 'é😀𝒳東\u{10000}\u{10ffff}'],
    ['utf-32le', 'é😀'],
    [' "ISO-8859-15" ', '€é'],
  ];
  fc.assert(
    fc.property(fc.constantFrom(...charsets), chunkSizes, ([charset, text], sizes) => {
      const { bytes, encoding, note } = spool(
        iconv.encode(text, charset.replace(/[ "]/g, '')),
        charset,
        sizes,
      );
      assert.equal(bytes.toString('utf8'), text);
      assert.equal(encoding, 'utf-8');
      assert.equal(note, null);
    }),
    { numRuns: runs(83, 500) },
  );
});

t.test('a charset of several bytes loses nothing between large chunks', async (t) => {
  const text = '😀東,abc 12\n'.repeat(3000) + '東'.repeat(9000);
  const bytes = iconv.encode(text, 'gb18030');
  for (const size of [997, 5000, 65536]) t.equal(spool(bytes, 'gb18030', [size]).bytes.toString(), text);
});

t.test('latin1 is read as Windows-1252, as the web does', async (t) => {
  const names = ['latin1', 'ISO-8859-1', 'iso8859-1', 'cp1252', 'windows-1252', 'l1', 'cp819', 'IBM819'];
  for (const charset of [...names, 'iso-ir-100', 'binary']) {
    t.equal(spool(Buffer.from([0x80, 0xe9]), charset).bytes.toString(), '€é');
  }
});

t.test('declared UTF-8 and ASCII are checked like undeclared bytes', async (t) => {
  for (const charset of ['utf-8', 'UTF8', 'unicode-1-1-utf-8', 'us-ascii', 'ASCII', '']) {
    t.equal(spool(Buffer.from('é'), charset).encoding, 'utf-8');
    t.equal(spool(Buffer.from([0xe9]), charset).encoding, 'windows-1252');
  }
});

t.test('an unknown charset is refused by name', async (t) => {
  for (const charset of ['klingon', 'base64', 'hex', '__proto__', 'constructor', 'x-user-defined']) {
    t.throws(() => createSpoolDecoder(charset), {
      code: 'BAD_REQUEST',
      message: `Unknown charset "${charset}"`,
    });
  }
});

t.test('of a long name of a charset 100 characters are told', async (t) => {
  t.throws(() => createSpoolDecoder('x'.repeat(101)), { message: `Unknown charset "${'x'.repeat(100)}…"` });
});

t.test('UTF-7 is refused, whatever it is called', async (t) => {
  for (const charset of ['utf-7', 'UTF7', 'unicode-1-1-utf-7', 'utf-7-imap'])
    t.throws(() => createSpoolDecoder(charset), {
      code: 'BAD_REQUEST',
      message: /^Files in UTF-7 are not read: save/,
    });
});

t.test('text without a character below 0x30 is held, 4 KiB at most, and passed on then', async (t) => {
  const decoder = createSpoolDecoder('gb18030');
  const bytes = iconv.encode('東'.repeat(2048), 'gb18030');
  t.equal(decoder.push(bytes.subarray(0, 4000)).length, 0);
  t.equal(decoder.push(bytes.subarray(4000)).length, 0, '4,096 bytes');
  const passed = decoder.push(iconv.encode('東', 'gb18030'));
  t.equal(passed.toString(), '東'.repeat(2049));
  t.equal(
    decoder.push(iconv.encode('京,東', 'gb18030')).toString(),
    '京,',
    'it is held from behind the comma',
  );
  t.equal(decoder.finish().tail.toString(), '東');
});

t.test('lone surrogates in UTF-16 become replacement characters', async (t) => {
  const bytes = Buffer.from([0xff, 0xfe, 0x3d, 0xd8, 0x41, 0x00, 0x3d, 0xd8]);
  for (const size of [1, 2, 3, 100]) t.equal(spool(bytes, null, [size]).bytes.toString(), '\ufffdA\ufffd');
});

t.test('all 256 bytes of Windows-1252 decode, the five unassigned ones to U+FFFD', async (t) => {
  const high = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';
  const expected = Array.from({ length: 256 }, (_, byte) => {
    return byte >= 0x80 && byte < 0xa0 ? high[byte - 0x80] : String.fromCharCode(byte);
  });
  t.equal(decodeBlock(Buffer.from(expected.map((_, byte) => byte)), 'windows-1252'), expected.join(''));
  t.equal(decodeBlock(Buffer.from([0x80]), 'windows-1252'), '€');
  t.equal(decodeBlock(Buffer.from([0x61, 0xe9]), 'windows-1252'), 'aé');
  t.equal(decodeBlock(Buffer.from('abc'), 'windows-1252'), 'abc');
});

t.test('blocks of UTF-8 decode to what they were', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => decodeBlock(Buffer.from(text), 'utf-8') === text),
  );
});
