import { pathToFileURL } from 'node:url';
import t from 'tap';
import { noteSeconds, processorSeconds, slowestFiles } from './seconds.js';

t.test('the slowest files of a round are told once', async (t) => {
  const notes = new URL('seconds.tsv', pathToFileURL(`${t.testdir({})}/`));
  t.same(slowestFiles(notes), []);
  for (let i = 1; i <= 12; i++) noteSeconds(`test/${i}.test.ts`, i / 2, notes);
  const told = slowestFiles(notes);
  t.equal(told[0], '12 test files took 39 s of processor time, the slowest:');
  t.equal(told[1], '    6.0 s  test/12.test.ts');
  t.equal(told.length, 11);
  t.same(slowestFiles(notes), []);
});

t.test('processor time counts work, not time', async (t) => {
  const before = processorSeconds();
  for (const end = process.cpuUsage().user + 30_000; process.cpuUsage().user < end; );
  t.ok(processorSeconds() - before >= 0.03);
});
