import t from 'tap';
import type { MetBlock } from '../../../src/import/prepare/prepare-block.js';
import type { BlockWrite } from '../../../src/import/run/copy-rows.js';
import { selectRows } from '../../../src/import/run/select-rows.js';

t.test('what is implied of a row stays with it when rows before it go', async (t) => {
  const prepared: Partial<MetBlock> = {
    ...{ rows: 3, lines: Buffer.from('a \nb \nc \n'), lineEnds: Uint32Array.of(1, 3, 4, 6, 7, 9) },
    ...{ records: Uint32Array.of(0, 1, 2), fileLines: Uint32Array.of(2, 3, 4), keys: new Uint32Array(9) },
    ...{
      branches: null,
      styleOf: new Uint32Array(3),
      removed: null,
      areas: new Uint8Array(3),
      written: Float64Array.of(5, 6, 7),
      existing: null,
    },
    ...{ impliesCountry: Uint8Array.of(0, 1, 0), impliesRadius: Uint8Array.of(0, 0, 1) },
  };
  const decision = { keep: Uint8Array.of(1, 1, 1), kept: 3, repeats: false };
  const selected = selectRows({ prepared, decision } as BlockWrite, Uint8Array.of(0, 1, 1)).prepared;
  t.same([...selected.records], [1, 2]);
  t.same([...selected.written], [6, 7]);
  t.same(
    [[...selected.impliesCountry!], [...selected.impliesRadius!]],
    [
      [1, 0],
      [0, 1],
    ],
  );
});
