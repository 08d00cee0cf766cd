import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { Deadlines } from '../../src/http/deadlines.js';

const LONG_MS = 60_000;
const never = () => t.fail('it was in time');
const late = () => new Error('late');

t.test('work that settles in time settles as it does', async (t) => {
  const deadlines = new Deadlines();
  const expire = () => never() as unknown as Error;
  t.equal(await deadlines.within(LONG_MS, Promise.resolve(7), expire), 7);
  t.equal(await deadlines.within(LONG_MS, delay(5, 8), expire), 8);
  await t.rejects(deadlines.within(LONG_MS, Promise.reject(new Error('wrong')), expire), {
    message: 'wrong',
  });
});

t.test('work that does not is given up with what onExpire returns', async (t) => {
  const deadlines = new Deadlines();
  await t.rejects(deadlines.within(1, new Promise(() => {}), late), { message: 'late' });
  await t.rejects(deadlines.within(0, delay(500, 1, { ref: false }), late), { message: 'late' });
});

t.test('work that fails after its deadline is not an unhandled rejection', async (t) => {
  const deadlines = new Deadlines();
  const work = delay(150).then(() => Promise.reject(new Error('too late')));
  await t.rejects(deadlines.within(1, work, late), { message: 'late' });
  await delay(200);
});

t.test('each has its own deadline', async (t) => {
  const deadlines = new Deadlines();
  const ended: number[] = [];
  await Promise.all(
    [250, 10, LONG_MS].map((timeoutMs, i) => {
      const work = timeoutMs === LONG_MS ? delay(400) : new Promise(() => {});
      return deadlines.within(timeoutMs, work, late).then(
        () => ended.push(i),
        () => ended.push(i),
      );
    }),
  );
  t.same(ended, [1, 0, 2]);
});

t.test('a new deadline is watched after all earlier ones are over', async (t) => {
  const deadlines = new Deadlines();
  await deadlines.within(LONG_MS, Promise.resolve(), late);
  await delay(150);
  await t.rejects(deadlines.within(1, new Promise(() => {}), late), { message: 'late' });
});
