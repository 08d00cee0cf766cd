import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import { StringStore } from '../../../src/format/workbook/string-store.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const directory = temporaryFolder(t);

function textOf(store: StringStore, number: number): string | null {
  const found = store.find(number);
  return found === null ? null : found.bytes.toString('latin1', found.from, found.to);
}

t.test('texts come back by their numbers, whether they are in memory or in the file', async (t) => {
  const lengths = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(lengths, fc.array(fc.nat({ max: 29 }), { maxLength: 300, size: 'max' }), (lengths, asked) => {
      const store = new StringStore(directory, 2);
      const texts = lengths.map((length, i) => String.fromCharCode(0x21 + i).repeat(length));
      const inBetween = texts.every((text, i) => {
        store.add(Buffer.from(text));
        return textOf(store, Math.floor(i / 2)) === texts[Math.floor(i / 2)];
      });
      return inBetween && asked.every((number) => textOf(store, number) === (texts[number] ?? null));
    }),
    { numRuns: 50 },
  );
  t.same(readdirSync(directory), [], 'the file has no name');
});

t.test('texts that are asked for far apart do not bring their pages, many of one page do', async (t) => {
  const store = new StringStore(directory, 1);
  for (const letter of 'ab') for (let i = 0; i < 100; i++) store.add(Buffer.alloc(2600, letter + i));
  const inMemory = store.find(199)!.bytes;
  for (let i = 0; i < 32; i++) t.not(store.find(i)!.bytes, inMemory);
  t.equal(textOf(store, 31), Buffer.alloc(2600, 'a31').toString());
  t.equal(store.find(32)!.bytes, inMemory);
  t.equal(textOf(store, 32), Buffer.alloc(2600, 'a32').toString());
  t.equal(textOf(store, 199), Buffer.alloc(2600, 'b99').toString());
});

t.test('there is no text of an odd number', async (t) => {
  const store = new StringStore(directory);
  store.add(Buffer.from('a\xff', 'latin1'));
  t.equal(textOf(store, 0), 'a\xff');
  for (const number of [-1, 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    t.equal(textOf(store, number), null);
});
