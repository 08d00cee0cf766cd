import t from 'tap';
import { type DefectCounts, readLedgers } from '../../src/store/import-blocks.js';
import { createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const { sql } = owner;

/** Blocks of a job with these groups of defects. */
async function jobWith(mapId: number, id: string, blocks: readonly (DefectCounts | null)[]) {
  for (const [block, defects] of blocks.entries())
    await sql`
      INSERT INTO import_blocks (map_id, job_id, block, rows, added, updated, unchanged, skipped, rejected, defects,
                                 parsing_ms, placing_ms, deduplicating_ms, writing_ms)
      VALUES (${mapId}, ${id}, ${block}, 100, 0, 0, 0, 0, 100, ${defects && sql.json(defects)}, 0, 0, 0, 0)`;
  return { id, mapId, completedAt: null };
}

t.test(
  'defects of a job are added up by code and column, the most frequent first, and no more are read than are asked for',
  async (t) => {
    const mapId = await owner.createMap();
    const one = await jobWith(mapId, 'job_1', [
      [
        ['a', 'x', 1, 'first'],
        ['a', null, 5, 'of no column'],
        ['b', 'x', 2, 'b'],
      ],
      null,
      [
        ['b', 'y', 3, 'late'],
        ['a', 'x', 9, 'second'],
        ['c', 'x', 2, 'c'],
      ],
    ]);
    const wide = await jobWith(
      await owner.createMap(),
      'job_2',
      Array.from({ length: 40 }, (_, block) =>
        Array.from({ length: 50 }, (_, i): DefectCounts[number] => ['a', `${block} ${i}`, 1, 'x']),
      ),
    );
    const none = await jobWith(mapId, 'job_3', [null]);
    const ledgers = await readLedgers(sql, [one, wide, none], 1000, 5);
    t.same(ledgers.get('job_1')!.defects, [
      ['a', 'x', 10, 'first'],
      ['a', null, 5, 'of no column'],
      ['b', 'y', 3, 'late'],
      ['b', 'x', 2, 'b'],
      ['c', 'x', 2, 'c'],
    ]);
    t.same(
      ledgers.get('job_2')!.defects.map(([, column]) => column),
      ['0 0', '0 1', '0 2', '0 3', '0 4'],
    );
    t.same(ledgers.get('job_3')!.defects, []);
    t.equal(ledgers.get('job_2')!.counts.rejected, 4000);
  },
);

t.test('groups of a job that has ended are added up once, whoever asks again; at its end anew', async (t) => {
  const running = await jobWith(await owner.createMap(), 'job_4', [[['a', 'x', 1, 'first']]]);
  const ended = { ...running, completedAt: new Date() };
  const defectsOf = async (job: typeof running | typeof ended) =>
    (await readLedgers(sql, [job], 1000, 5)).get('job_4')!.defects;
  t.same(await defectsOf(running), [['a', 'x', 1, 'first']]);
  const change = (rows: number) => sql`
    UPDATE import_blocks SET defects = ${sql.json([['a', 'x', rows, 'first']])}
    WHERE map_id = ${running.mapId} AND job_id = 'job_4'`;
  await change(2);
  t.same(await Promise.all([defectsOf(ended), defectsOf(ended)]), [
    [['a', 'x', 2, 'first']],
    [['a', 'x', 2, 'first']],
  ]);
  await change(3);
  t.same(await defectsOf(ended), [['a', 'x', 2, 'first']]);
});
