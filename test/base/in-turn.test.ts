import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { inTurn } from '../../src/base/in-turn.js';

t.test('results come in the order of the items, a few begun ahead', async (t) => {
  const begun: number[] = [];
  const results: number[] = [];
  const ahead: number[] = [];
  const step = async (item: number): Promise<number> => {
    begun.push(item);
    await delay(item % 2 === 0 ? 5 : 0);
    return item;
  };
  for await (const result of inTurn([0, 1, 2, 3, 4, 5], 2, step)) {
    results.push(result);
    ahead.push(begun.length - results.length);
  }
  t.same(results, [0, 1, 2, 3, 4, 5]);
  t.same(ahead, [3, 3, 3, 2, 1, 0]);
});

t.test('a loop that ends early leaves no step under way', async (t) => {
  let underWay = 0;
  const step = async (item: number): Promise<number> => {
    underWay++;
    await delay(1 + item);
    underWay--;
    if (item === 1) throw new Error('no item 1');
    return item;
  };
  for await (const _ of inTurn([0, 2, 3, 4], 2, step)) break;
  t.equal(underWay, 0, 'left');
  const all = async (): Promise<void> => {
    for await (const _ of inTurn([0, 1, 2, 3, 4], 2, step));
  };
  await t.rejects(all(), { message: 'no item 1' });
  t.equal(underWay, 0, 'failed');
});
