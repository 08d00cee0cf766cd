import t from 'tap';
import { ignoreErrorColumns } from '../../../src/import/columns/error-column.js';
import { type MappingRequest, mapColumns } from '../../../src/import/columns/mapping.js';
import { applyMemory, mappingToRemember } from '../../../src/import/columns/remembered-mapping.js';

const apply = (request: MappingRequest, memory: (string | null)[]) =>
  applyMemory(mapColumns(request), memory).map(({ field, how }) => [field, how]);

t.test('columns that nothing else decides are read as they were confirmed', async (t) => {
  t.same(apply({ headers: ['name', 'Y', 'Secret', 'Note'] }, ['name', 'lat', 'ignored', null]), [
    ['name', 'exact'],
    ['lat', 'memory'],
    [null, 'ignored'],
    [null, 'custom'],
  ]);
});

t.test('explicit, ignored and exact columns win, and keep their fields', async (t) => {
  t.same(
    apply({ headers: ['a', 'b', 'lat'], columnMapping: { name: 'b' }, ignore: [] }, ['name', 'zip', 'zip']),
    [
      [null, 'custom'],
      ['name', 'explicit'],
      ['lat', 'exact'],
    ],
  );
  t.same(apply({ headers: ['a'], ignore: ['A'] }, ['name']), [[null, 'ignored']]);
});

t.test('what memory should not hold is passed over', async (t) => {
  t.same(apply({ headers: ['a', 'b', 'c', 'd'] }, ['city', 'city', 'no_such_field']), [
    ['city', 'memory'],
    [null, 'custom'],
    [null, 'custom'],
    [null, 'custom'],
  ]);
});

t.test('what is kept reproduces the mapping', async (t) => {
  const mapping = mapColumns({ headers: ['a', 'b', 'c'], columnMapping: { name: 0 }, ignore: ['b'] });
  t.same(mappingToRemember(mapping), ['name', 'ignored', null]);
  const errors = ignoreErrorColumns(mapColumns({ headers: ['a', 'name', 'error'] }));
  t.same(mappingToRemember(errors), [null, 'name'], 'without the column of an errors file');
});
