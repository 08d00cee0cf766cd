import t from 'tap';
import { decideDuplicates } from '../../../src/import/duplicates/decide.js';
import { UploadKeys } from '../../../src/import/duplicates/upload-keys.js';

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
