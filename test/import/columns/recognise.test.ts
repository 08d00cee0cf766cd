import t from 'tap';
import { recogniseColumns } from '../../../src/import/columns/recognise.js';
import type { InferenceAnswer, InferRequest } from '../../../src/recognise/inference.js';

type Label = InferenceAnswer['columns'][number]['label'];

/** Reads headers with an inferrer that says what it is told; what was asked is kept. */
async function read(
  headers: string[],
  labels: Label[],
  {
    meta = {},
    memory = null,
    ...rest
  }: Partial<InferenceAnswer> & { meta?: object; memory?: (string | null)[] | null } = {},
) {
  const asked: InferRequest[] = [];
  const recognition = await recogniseColumns({ names: headers, headers }, meta, {
    memory,
    infer: async (request) => {
      asked.push(request);
      const columns = labels.map((label) => ({ label, confidence: 0.8, why: 'told' }));
      return { columns, houseNumber: null, swapped: false, how: 'inferred', notes: [], ...rest };
    },
    sample: async () => [],
  });
  const short = recognition.mapping.map(({ field, how }) => (field === null ? how : `${how} ${field}`));
  return { ...recognition, short, asked };
}

t.test('only columns that nothing has decided are inferred, the others are context', async (t) => {
  const { short, asked } = await read(['name', 'plz', 'secret', 'Ort'], ['name', 'zip', 'city', 'city'], {
    meta: { ignore: ['secret'] },
  });
  t.same(short, ['exact name', 'inferred zip', 'ignored', 'inferred city']);
  t.same(asked, [{ headers: ['name', 'plz', 'secret', 'Ort'], open: [1, 3], taken: ['name'] }]);
});

t.test('a field is given once: who has it by its exact name keeps it', async (t) => {
  const { short } = await read(['title', 'name', 'x', 'y'], ['name', 'custom', 'zip', 'zip']);
  t.same(short, ['custom', 'exact name', 'inferred zip', 'custom']);
});

t.test(
  'nothing is asked when everything is decided, with auto_map=false, or with a remembered mapping',
  async (t) => {
    t.same((await read(['name', 'lat', 'lng'], [])).asked, []);
    const off = await read(['name', 'plz'], ['custom', 'zip'], { meta: { auto_map: false } });
    t.same([off.asked, off.short], [[], ['exact name', 'custom']]);
    const remembered = await read(['name', 'plz', 'x'], [], { memory: ['name', 'zip', null] });
    t.same([remembered.asked, remembered.short], [[], ['exact name', 'memory zip', 'custom']]);
  },
);

t.test('a house number column is joined into the street, wherever the street comes from', async (t) => {
  const houseNumber = { street: 0, number: 1 };
  t.same((await read(['Strasse', 'Nr'], ['street', 'custom'], { houseNumber })).short, [
    'inferred street',
    'inferred house_number',
  ]);
  t.same((await read(['street', 'Nr'], ['custom', 'custom'], { houseNumber })).short, [
    'exact street',
    'inferred house_number',
  ]);
});

t.test(
  'swapped axes are exchanged where they were inferred, and told where a name says otherwise',
  async (t) => {
    const inferred = await read(['Breite', 'Laenge'], ['lat', 'lng'], { swapped: true });
    t.same(inferred.short, ['inferred lng', 'inferred lat']);
    t.match(inferred.notes, [/swapped: the columns were read the other way round/]);
    const exact = await read(['lat', 'Laenge'], ['custom', 'lng'], { swapped: true });
    t.same(exact.short, ['exact lat', 'inferred lng']);
    t.match(exact.notes, [/column_mapping/]);
  },
);

t.test('columns of nothing are ignored', async (t) => {
  t.same((await read(['', 'name'], ['ignore', 'custom'])).short, ['ignored', 'exact name']);
});

t.test(
  'the second-best reading of an inferred column is told as a field, or as a custom field',
  async (t) => {
    const infer = async () => ({
      columns: [
        { label: 'zip', confidence: 0.8, why: '', secondBest: { label: 'custom', probability: 0.2 } },
        { label: 'custom', confidence: 0.5, why: '', secondBest: { label: 'city', probability: 0.4 } },
        { label: 'custom', confidence: 0.9, why: '' },
      ] as const,
      ...{ houseNumber: null, swapped: false, how: 'inferred' as const, notes: [] },
    });
    const names = ['PLZ', 'Wo', 'Was'];
    const { mapping } = await recogniseColumns(
      { names, headers: names },
      {},
      {
        memory: null,
        infer,
        sample: async () => [],
      },
    );
    t.same(
      mapping.map(({ second_best }) => second_best),
      [{ field: null, probability: 0.2 }, { field: 'city', probability: 0.4 }, undefined],
    );
  },
);

t.test('empty axes give their fields to the columns that hold the coordinates', async (t) => {
  const { short, notes } = await read(['lat', 'lng', 'y', 'x'], ['custom', 'custom', 'lat', 'lng'], {
    emptyAxes: [0, 1],
  });
  t.same(short, ['custom', 'custom', 'inferred lat', 'inferred lng']);
  t.match(notes, [/"lat" and "lng" are empty, so that the coordinates are read from other columns/]);
  const explicit = await read(['lat', 'lng', 'y', 'x'], ['custom', 'custom', 'lat', 'lng'], {
    emptyAxes: [0, 1],
    meta: { column_mapping: { lat: 'lat', lng: 'lng' } },
  });
  t.same(explicit.short, ['explicit lat', 'explicit lng', 'custom', 'custom'], 'the client has said so');
  t.same(explicit.notes, []);
});
