import t from 'tap';
import { AppError } from '../../src/errors.js';
import { Turns } from '../../src/limits/turns.js';

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

t.test('no more than allowed work at a time, the others follow in their order', async (t) => {
  const turns = new Turns(2, 10, 'dry runs');
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = Promise.all(
    [0, 1, 2, 3].map((i) =>
      turns.take(never, async () => {
        begun.push(i);
        await new Promise<void>((resolve) => ends.push(resolve));
        return i * 10;
      }),
    ),
  );
  await turn();
  t.same(begun, [0, 1]);
  ends[1]!();
  await turn();
  t.same(begun, [0, 1, 2]);
  ends[0]!();
  ends[2]!();
  await turn();
  ends[3]!();
  t.same(await all, [0, 10, 20, 30]);
  t.equal(await turns.take(never, async () => 'again'), 'again');
});

t.test('a full line is refused, a failure frees its place', async (t) => {
  const turns = new Turns(1, 1, 'dry runs');
  let fail = (_: Error): void => {};
  const first = turns.take(never, () => new Promise((_, reject) => (fail = reject)));
  const second = turns.take(never, async () => 'second');
  await t.rejects(
    turns.take(never, async () => {}),
    AppError,
  );
  fail(new Error('broken'));
  await t.rejects(first, { message: 'broken' });
  t.equal(await second, 'second');
});

t.test('who goes away leaves the line', async (t) => {
  const turns = new Turns(1, 2, 'dry runs');
  let end = (): void => {};
  const first = turns.take(never, () => new Promise<void>((resolve) => (end = resolve)));
  const gone = new AbortController();
  const second = turns.take(gone.signal, async () => t.fail('it went away'));
  const third = turns.take(never, async () => 'third');
  gone.abort(new Error('gone'));
  await t.rejects(second, { message: 'gone' });
  await t.rejects(
    turns.take(gone.signal, async () => {}),
    { message: 'gone' },
  );
  end();
  await first;
  t.equal(await third, 'third');
});

t.test('a turn that outlives its caller ends when it is said so, once', async (t) => {
  const turns = new Turns(1, 1, 'exports');
  const leave = await turns.enter(never);
  const next = turns.enter(never);
  await t.rejects(turns.enter(never), { code: 'RATE_LIMITED', message: 'too many exports wait already' });
  leave();
  leave();
  const leaveNext = await next;
  let entered = false;
  const third = turns.enter(never).then((leaveThird) => {
    entered = true;
    leaveThird();
  });
  await turn();
  t.notOk(entered);
  leaveNext();
  await third;
});
