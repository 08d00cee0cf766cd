import t from 'tap';
import { ignoreErrorColumns } from '../../../src/import/columns/error-column.js';
import { mapColumns } from '../../../src/import/columns/mapping.js';

const read = (headers: string[], columnMapping = {}) =>
  ignoreErrorColumns(mapColumns({ headers, columnMapping })).map(({ field, how }) => field ?? how);

t.test('only a last column of exactly this name is ignored, and only if no mapping names it', async (t) => {
  t.same(read(['name', 'error']), ['name', 'ignored']);
  t.same(read(['name', 'Error', 'error']), ['name', 'custom', 'ignored']);
  t.same(read(['name', 'Error']), ['name', 'custom']);
  t.same(read(['error', 'name']), ['custom', 'name']);
  t.same(read(['name', 'error (2)']), ['name', 'custom']);
  t.same(read(['error']), ['custom'], 'there is nothing else in the file');
  t.same(read(['lat', 'error'], { name: 'error' }), ['lat', 'name']);
  t.same(read([]), []);
});
