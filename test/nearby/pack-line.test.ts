import t from 'tap';
import { PackLine } from '../../src/nearby/pack-line.js';

t.test('accounts take turns, each with one task at a time', async (t) => {
  const line = new PackLine(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (accountId: number, name: string) =>
    line.run(accountId, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const settle = (): Promise<void> => new Promise(setImmediate);
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await settle();
  };
  for (let i = 1; i <= 1000; i++) run(1, `a${i}`);
  run(2, 'b1');
  run(2, 'b2');
  run(3, 'c1');
  await settle();
  t.same(begun, ['a1', 'b1'], 'as many as there are threads');
  await end('a1');
  t.same(begun, ['a1', 'b1', 'c1'], 'the next account, not the next in the line');
  await end('c1');
  t.same(begun.slice(3), ['a2'], 'no second one of account 2');
  await end('b1');
  t.same(begun.slice(4), ['b2']);
});

t.test('a task that fails makes room for the next', async (t) => {
  const line = new PackLine(1);
  await t.rejects(
    line.run(1, () => Promise.reject(new Error('no memory'))),
    { message: 'no memory' },
  );
  t.equal(await line.run(1, async () => 5), 5);
});
