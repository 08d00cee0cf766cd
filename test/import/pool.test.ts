import t from 'tap';
import { completeOptions } from '../../src/import/options.js';
import { ImportPool } from '../../src/import/pool.js';

t.test('of a record that is too long nothing is read, and no memory taken', async (t) => {
  // No thread ever connects.
  const pool = new ImportPool({ databaseUrl: 'postgres://nobody@127.0.0.1:9/none', workers: 1 });
  t.teardown(() => pool.close());
  // A file that is not there, and more than a buffer can hold.
  const path = '/nonexistent';
  const startByte = 100;
  const endByte = startByte + 2 ** 45;
  const block = {
    index: 0,
    startByte,
    endByte,
    firstRecord: 7,
    records: 1,
    firstLine: 9,
    oversize: true,
  } as const;
  for (const format of ['csv', 'json'] as const) {
    const plan = {
      ...{ format, encoding: 'utf-8' as const, delimiter: ',', mapping: [], unnamed: [], blocks: [] },
      options: completeOptions({}),
      receivingMs: 0,
    };
    const context = { plan, mapId: 1, firstMarkerId: 1, palette: new Set<string>() };
    const { rows, errors } = await pool.prepare(path, block, context);
    const message = 'the record has 35184372088832 bytes, more than the limit of 8388608';
    t.same([rows, errors], [0, [{ index: 7, line: 9, code: 'record_too_long', column: null, message }]]);
    const examined = await pool.examine(path, block, context, { isEmpty: true, sampleRecords: 20 });
    t.same(examined.errors, errors);
    const columns = { all: 1, own: 1 };
    t.equal(await pool.rejects(path, block, { plan, columns, errors }), `,"${message}"\r\n`);
    t.same(await pool.sampleRows(path, block, plan, 1), []);
  }
  await pool.checkJson(path, block);
  t.same(await pool.sampleCustomFields(path, block, 10), { headers: [], rows: [] });
});
