import fc from 'fast-check';
import t from 'tap';
import { NO_GEODATA } from '../../../src/geo/geodata.js';
import { mapColumns } from '../../../src/import/columns/mapping.js';
import { completeOptions } from '../../../src/import/options.js';
import { type BlockMemory, memoryFor, SharedMemory } from '../../../src/import/prepare/block-memory.js';
import { linesOf } from '../../../src/import/prepare/places.js';
import { prepareBlock } from '../../../src/import/prepare/prepare-block.js';
import { newSeed } from '../../../src/markers/duplicate-key.js';

const USUAL = { index: 0, startByte: 0, endByte: 1 << 19, firstRecord: 0, records: 5_000, firstLine: 2 };

t.test('memory that was given back serves another block, once', async (t) => {
  const shared = new SharedMemory();
  const first = shared.take(USUAL)!;
  const second = shared.take(USUAL)!;
  t.not(second.lines, first.lines);
  shared.give(first);
  t.equal(shared.take({ ...USUAL, records: 10 }), first);
  t.not(shared.take(USUAL), first);
});

t.test(
  'blocks with very many rows, or one long one, share no memory, and a record that is not read takes none',
  async (t) => {
    const shared = new SharedMemory();
    t.equal(shared.take({ ...USUAL, records: 100_000 }), null);
    t.equal(shared.take({ ...USUAL, endByte: 8 << 20 }), null);
    const oversize = { ...USUAL, endByte: 2 ** 45, records: 1, oversize: true } as const;
    t.equal(memoryFor(oversize).lines.byteLength, 0);
  },
);

const seed = newSeed();
const context = {
  plan: {
    format: 'csv' as const,
    encoding: 'utf-8' as const,
    delimiter: ',',
    mapping: mapColumns({ headers: 'name,lat,lng,category,Phone'.split(',') }),
    options: completeOptions({}),
  },
  mapId: 1,
  firstMarkerId: 1,
  palette: new Set<string>(),
  seed,
  geodata: NO_GEODATA,
};

function prepare(rows: readonly string[], memory?: BlockMemory) {
  const bytes = Buffer.from(rows.map((row) => `${row}\n`).join(''));
  const block = { ...USUAL, endByte: bytes.length, records: rows.length };
  const prepared = prepareBlock(bytes, block, context, memory);
  const { lineEnds, records, fileLines, keys, styleOf, areas } = prepared;
  const columns = [lineEnds, records, fileLines, keys, styleOf, areas].map((column) => [...column]);
  return JSON.stringify([linesOf(prepared), columns, prepared.styles, prepared.fieldTypes]);
}

const row = fc
  .tuple(
    fc.constantFrom('A', 'Bäckerei', ''),
    fc.constantFrom('1', '95', '-7.25'),
    fc.constantFrom('Café', 'Bar', ''),
    fc.nat(),
  )
  .map(([name, lat, category, phone]) => `${name},${lat},8,${category},${phone}`);
const rows = fc.array(row, { minLength: 1, maxLength: 8 });

t.test('a block comes to the same in memory that another was prepared in', async () => {
  const shared = new SharedMemory();
  fc.assert(
    fc.property(rows, (block) => {
      const memory = shared.take(USUAL)!;
      const again = prepare(block, memory);
      shared.give(memory);
      return again === prepare(block);
    }),
  );
});
