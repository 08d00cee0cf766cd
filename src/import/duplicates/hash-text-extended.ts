const rotate = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits));

/**
 * Writes what PostgreSQL's `hashtextextended(text, seed)` gives, on servers of little-endian machines: Bob
 * Jenkins' lookup3 (burtleburtle.net/bob/c/lookup3.c) as in src/common/hashfn.c, `hash_bytes_extended`.
 * Partitions by hash stand on it, so that it stays; where it is another one, nothing agrees.
 * @param of the first `length` bytes of a text in UTF-8, and the same memory in words
 * @param seed of 64 bits
 * @param at where the hash goes as int8 in network order
 */
export function hashTextExtended(
  { text, words, length }: { text: Uint8Array; words: Int32Array; length: number },
  { high, low }: { high: number; low: number },
  into: Buffer,
  at: number,
): void {
  let a = (0x9e3779b9 + length + 3923095) | 0;
  let b = a;
  let c = a;
  // Three words at a time; the seed, unless it is 0, goes before the first.
  const hasSeed = (high | low) !== 0;
  let left = length;
  for (let word = hasSeed ? -3 : 0; left >= 12 || word < 0; word += 3) {
    if (word < 0) {
      a = (a + high) | 0;
      b = (b + low) | 0;
    } else {
      a = (a + words[word]!) | 0;
      b = (b + words[word + 1]!) | 0;
      c = (c + words[word + 2]!) | 0;
      left -= 12;
    }
    a = (a - c) ^ rotate(c, 4);
    c = (c + b) | 0;
    b = (b - a) ^ rotate(a, 6);
    a = (a + c) | 0;
    c = (c - b) ^ rotate(b, 8);
    b = (b + a) | 0;
    a = (a - c) ^ rotate(c, 16);
    c = (c + b) | 0;
    b = (b - a) ^ rotate(a, 19);
    a = (a + c) | 0;
    c = (c - b) ^ rotate(b, 4);
    b = (b + a) | 0;
  }
  // Up to eleven bytes are left. The lowest byte of the third word is the length's, which is in it from the
  // beginning.
  const rest = length - left;
  for (let i = 0; i < left; i++) {
    const byte = text[rest + i]!;
    if (i < 4) a = (a + (byte << (8 * i))) | 0;
    else if (i < 8) b = (b + (byte << (8 * (i - 4)))) | 0;
    else c = (c + (byte << (8 * (i - 7)))) | 0;
  }
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  c = ((c ^ b) - rotate(b, 24)) | 0;
  into.writeInt32BE(b, at);
  into.writeInt32BE(c, at + 4);
}
