import { join } from 'node:path';
import t from 'tap';
import { ThreadPool } from '../../../src/base/threads/thread-pool.js';
import { NO_GEODATA } from '../../../src/geo/geodata.js';
import { examineOnThread } from '../../../src/import/dry-run/on-threads.js';
import { completeOptions } from '../../../src/import/options.js';
import { checkJson, sampleCustomFields, sampleRows } from '../../../src/import/plan/on-threads.js';
import { readReasons } from '../../../src/import/rows/rejections.js';
import { prepareOnThread, renderRejectsOnThread } from '../../../src/import/run/on-threads.js';
import { newSeed } from '../../../src/markers/duplicate-key.js';
import type { RejectionRuns } from '../../../src/schema/rejection-runs.js';

t.test('of a record that is too long nothing is read, and no memory taken', async (t) => {
  // No thread ever connects.
  const threads = new ThreadPool({ databaseUrl: 'postgres://nobody@127.0.0.1:9/none', workers: 1 });
  t.teardown(() => threads.close());
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
    const context = {
      plan,
      mapId: 1,
      firstMarkerId: 1,
      palette: new Set<string>(),
      seed: newSeed(),
      geodata: NO_GEODATA,
    };
    const { rows, rejections } = await prepareOnThread(threads, path, block, context, null);
    const message = 'the record has 35184372088832 bytes, more than the limit of 8388608';
    t.same([rows, [...rejections.records], [...rejections.fileLines]], [0, [7], [9]]);
    t.same(readReasons(rejections), [['record_too_long', null, message]]);
    const of = { isEmpty: true, overwrites: false, sampleRecords: 20 };
    const lookedAt = { geocoding: null, driveTimes: null };
    const { examined } = await examineOnThread({ threads, path, context, lookedAt }, block, of);
    t.same(readReasons(examined.rejections), readReasons(rejections));
    const runs: RejectionRuns = { reasons: readReasons(rejections), runs: [[0, 7, 9, 1]] };
    const request = { plan, columns: { all: 1, own: 1 }, rejections: runs };
    const csv = await renderRejectsOnThread(threads, path, block, request);
    t.equal(Buffer.from(csv).toString(), `,"${message}"\r\n`);
    t.same(await sampleRows(threads, { path, block, plan }, 1), []);
  }
  await checkJson(threads, path, block);
  t.same(await sampleCustomFields(threads, path, block, 10), { headers: [], rows: [], unplaced: [] });
});

t.test('an upload that is shorter than it was is not taken for one with fewer rows', async (t) => {
  const threads = new ThreadPool({ databaseUrl: 'postgres://nobody@127.0.0.1:9/none', workers: 1 });
  t.teardown(() => threads.close());
  const path = join(t.testdir({ upload: 'A,1,2\nB,1' }), 'upload');
  const block = { index: 0, startByte: 0, endByte: 12, firstRecord: 0, records: 2, firstLine: 2 };
  const plan = {
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ',',
    mapping: [],
    options: completeOptions({}),
  } as const;
  const context = {
    plan: { ...plan, mapping: [] },
    mapId: 1,
    firstMarkerId: 1,
    palette: new Set<string>(),
    seed: newSeed(),
    geodata: NO_GEODATA,
  };
  await t.rejects(prepareOnThread(threads, path, block, context, null), {
    message: 'the upload is shorter than it was when it was received',
  });
});
