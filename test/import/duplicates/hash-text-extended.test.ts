import fc from 'fast-check';
import t from 'tap';
import { hashTextExtended } from '../../../src/import/duplicates/hash-text-extended.js';
import { createOwner } from '../../support/owner.js';

const { sql } = await createOwner(t);

/** Hash of a text, as PostgreSQL writes a bigint. */
function hashed(text: string, seed: bigint): string {
  const bytes = Buffer.from(text);
  const words = new Int32Array(Math.ceil(bytes.length / 4) + 2).fill(-1);
  const memory = new Uint8Array(words.buffer);
  memory.set(bytes);
  const high = Number(BigInt.asIntN(32, seed >> 32n));
  const low = Number(BigInt.asIntN(32, seed));
  const into = Buffer.alloc(10);
  hashTextExtended({ text: memory, words, length: bytes.length }, { high, low }, into, 1);
  return into.readBigInt64BE(1).toString();
}

async function agree(texts: readonly string[], seed: bigint): Promise<boolean> {
  const [row] = await sql`
    SELECT string_agg(hashtextextended(text, ${seed.toString()}::bigint)::text, ',' ORDER BY at) AS hashes
    FROM unnest(${texts as string[]}::text[]) WITH ORDINALITY t (text, at)`;
  return row!.hashes === texts.map((text) => hashed(text, seed)).join();
}

t.test('a text has the hash that PostgreSQL gives it, of any length', async (t) => {
  const texts = Array.from({ length: 80 }, (_, length) => 'Zoë & Łukasz — 東京'.repeat(8).slice(0, length));
  for (const seed of [0n, 1n, -1n, 1n << 32n, -(1n << 63n), (1n << 63n) - 1n])
    t.ok(await agree(texts, seed), `seed ${seed}`);
});

t.test('whatever stands in it', async (t) => {
  const text = fc
    .string({ unit: 'binary', maxLength: 200 })
    .map((odd) => odd.toWellFormed().replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 50 }),
      fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }),
      agree,
    ),
    { numRuns: 40 },
  );
  t.pass('40 times up to 50 texts');
});
