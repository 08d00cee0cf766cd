import { recogniseColumns } from '../../src/import/columns/recognise.js';
import { inferColumns } from '../../src/recognise/infer.js';

/**
 * Fields that an import reads in a table's columns, without a service and without what earlier imports told.
 */
export const recogniseTable = (
  headers: string[],
  rows: string[][],
  meta: object = {},
  more: Partial<Parameters<typeof inferColumns>[0]> = {},
) =>
  recogniseColumns({ names: headers, headers }, meta, {
    memory: null,
    infer: async ({ open, taken }) => ({
      ...inferColumns({ headers, rows, open, taken: new Set(taken as never[]), ...more }),
      how: 'inferred',
      notes: [],
    }),
    sample: async () => rows,
  });
