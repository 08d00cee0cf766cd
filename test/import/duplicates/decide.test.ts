import t from 'tap';
import { decideDuplicates, KnownMarkers, UNCHANGED } from '../../../src/import/duplicates/decide.js';
import { joinParts, KeysCollector } from '../../../src/import/duplicates/map-keys.js';
import { UploadKeys } from '../../../src/import/duplicates/upload-keys.js';
import { newSeed, writeDuplicateKey } from '../../../src/markers/duplicate-key.js';

/** Rows by their key. */
const block = (keys: number[], existing: number[] | null = null) => ({
  rows: keys.length,
  keys: Uint32Array.from(keys.flatMap((key) => [key, key, key])),
  existing: existing && Float64Array.from(existing),
});

t.test('a row that repeats an earlier one of the upload is left out', async (t) => {
  const seen = new UploadKeys();
  t.same(await decideDuplicates(block([1, 2, 1]), seen, 'skip'), {
    keep: Uint8Array.of(1, 1, 0),
    kept: 2,
    repeats: false,
    repeated: Uint32Array.of(0, 0, 0),
  });
  t.match(await decideDuplicates(block([3, 2]), seen, 'error'), { keep: Uint8Array.of(1, 0), kept: 1 });
});

t.test(
  'a row that meets a marker of the map is left out, one that meets an expired one is not',
  async (t) => {
    const seen = new UploadKeys();
    const first = await decideDuplicates(block([1, 2, 3], [77, 0, -78]), seen, 'skip');
    t.same([...first.keep], [0, 1, 1]);
    const second = await decideDuplicates(block([1, 3], [0, -78]), seen, 'skip');
    t.same([...second.keep], [1, 0], 'a marker that has gone meanwhile is in nobody’s way');
  },
);

t.test('a row that meets the marker of an earlier row repeats that row', async (t) => {
  const seen = new UploadKeys();
  await decideDuplicates({ ...block([1, 2]), fileLines: Uint32Array.of(2, 3) }, seen, 'skip');
  // The block looked at the map after the first one was written.
  const later = { ...block([9, 2], [7, 42]), fileLines: Uint32Array.of(4, 5) };
  t.match(await decideDuplicates(later, seen, 'skip'), { kept: 0, repeated: Uint32Array.of(0, 3) });
});

t.test('an overwriting import keeps all, and is told when rows repeat others', async (t) => {
  const seen = new UploadKeys();
  t.match(await decideDuplicates(block([1, 2]), seen, 'overwrite'), { kept: 2, repeats: false });
  t.match(await decideDuplicates(block([3, 2]), seen, 'overwrite'), {
    keep: Uint8Array.of(1, 1),
    kept: 2,
    repeats: true,
  });
});

t.test('an overwriting import compares only what may be as a row has left it', async (t) => {
  const seed = newSeed();
  const collector = new KeysCollector(seed, false, 3);
  const marker = { code: null, lat: 1, lng: 2, addressKey: null, isExpired: false };
  const nameOf = (name: string) => ({ bytes: Buffer.from(name), from: 0, to: name.length });
  collector.add({ ...marker, ...nameOf('a'), id: 10, written: 7 });
  collector.add({ ...marker, ...nameOf('unknown'), id: 11, written: 0 });
  collector.add({ ...marker, ...nameOf('expired'), id: 12, written: 7, isExpired: true });
  const map = joinParts([collector.part], false);
  const decide = (names: string[], known = new KnownMarkers(map)) => {
    const keys = new Uint32Array(3 * names.length);
    for (const [i, name] of names.entries()) writeDuplicateKey(name, 1, 2, seed, keys, 3 * i);
    const written = Float64Array.from(names, (_, i) => 7 + i);
    const rows = { rows: names.length, keys, existing: new Float64Array(names.length), written };
    return decideDuplicates(rows, new UploadKeys(), 'overwrite', 'add', known);
  };
  t.match(await decide(['a']), { keep: Uint8Array.of(UNCHANGED), kept: 0, unchanged: 1 });
  t.match(await decide(['new', 'a', 'expired']), { kept: 3, changesAll: true });
  t.match(await decide(['new', 'unknown']), { kept: 2, changesAll: false });
  t.match(await decide(['a', 'a']), { repeats: true, unchanged: 1 });
  const known = new KnownMarkers(map);
  await decide(['new', 'a'], known);
  t.match(await decide(['a'], known), { kept: 1, changesAll: false }, 'another block has met its marker');
});
