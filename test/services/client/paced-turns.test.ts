import { setMaxListeners } from 'node:events';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import t from 'tap';
import { PacedTurns } from '../../../src/services/client/paced-turns.js';

const forEver = new AbortController().signal;
// Some twenty wait for a turn at a time, each with the signal of its job in the service.
setMaxListeners(0, forEver);
const owner = (accountId: number, prompt = false) => ({ accountId, prompt });

/** Resolves when the turn has begun, with what ends it. */
const held = (turns: PacedTurns, accountId: number, prompt = false): Promise<() => void> =>
  new Promise((resolve, reject) => {
    turns
      .run(owner(accountId, prompt), forEver, () => new Promise<void>((end) => resolve(end)))
      .catch(reject);
  });

t.test('so many run at a time; accounts take turns, and prompt ones go first', async (t) => {
  const turns = new PacedTurns({ concurrency: 1, perSecond: Number.POSITIVE_INFINITY });
  const order: string[] = [];
  const enter = (name: string, accountId: number, prompt = false) =>
    held(turns, accountId, prompt).then((leave) => {
      order.push(name);
      return leave;
    });
  const first = await enter('first', 1);
  const others = [enter('1a', 1), enter('1b', 1), enter('2a', 2), enter('prompt', 1, true)];
  t.equal(turns.waiting, 4);
  first();
  for (let i = 0; i < 4; i++) {
    await turnOfLoop();
    t.equal(turns.running, 1);
    (await Promise.race(others.filter((_, at) => order.at(-1) === ['1a', '1b', '2a', 'prompt'][at])))();
  }
  await turnOfLoop();
  t.same(order, ['first', 'prompt', '1a', '2a', '1b']);
  t.equal(turns.running, 0);
});

t.test('who gives up has no turn, and holds up nobody', async (t) => {
  const turns = new PacedTurns({ concurrency: 1, perSecond: Number.POSITIVE_INFINITY });
  const leave = await held(turns, 1);
  const controller = new AbortController();
  const left = turns.run(owner(1), controller.signal, async () => {});
  const next = held(turns, 2);
  controller.abort(new Error('enough'));
  await t.rejects(left, { message: 'enough' });
  leave();
  (await next)();
  await turnOfLoop();
  t.equal(turns.running, 0);
  t.equal(turns.waiting, 0);
});

t.test('a line is bounded, of an account and of all', async (t) => {
  const turns = new PacedTurns({ concurrency: 1, perSecond: Number.POSITIVE_INFINITY });
  await held(turns, 0);
  const enter = (accountId: number) => {
    void turns.run(owner(accountId), forEver, async () => {}).catch(() => {});
  };
  for (let i = 0; i < 100; i++) enter(1);
  await t.rejects(held(turns, 1), { message: 'too many wait already' });
  for (let i = 0; i < 900; i++) enter(10 + (i % 9));
  await t.rejects(held(turns, 99), { message: 'too many wait already' });
  t.equal(turns.waiting, 1000);
});

t.test('a second has no more turns than it may have', async (t) => {
  const turns = new PacedTurns({ concurrency: 8, perSecond: 50 });
  const beginMs = performance.now();
  for (let i = 0; i < 6; i++) await turns.run(owner(1), forEver, async () => {});
  t.ok(performance.now() - beginMs >= 99, 'six take five intervals of 20 ms');
});
