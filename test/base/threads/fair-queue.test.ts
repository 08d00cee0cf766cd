import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import { FairQueue, type FairQueueOptions } from '../../../src/base/threads/fair-queue.js';

const never = new AbortController().signal;
setMaxListeners(0, never);

/** A clock that stands still until it is told. */
class Clock {
  nowMs = 0;
  readonly #calls = new Set<{ atMs: number; call: () => void }>();

  readonly after = (ms: number, call: () => void): (() => void) => {
    const entry = { atMs: this.nowMs + ms, call };
    this.#calls.add(entry);
    return () => this.#calls.delete(entry);
  };

  pass(ms: number): void {
    this.nowMs += ms;
    for (const entry of this.#calls) {
      if (entry.atMs > this.nowMs) continue;
      this.#calls.delete(entry);
      entry.call();
    }
  }

  get size(): number {
    return this.#calls.size;
  }
}

function newQueue(options: Partial<FairQueueOptions> = {}): { queue: FairQueue; clock: Clock } {
  const clock = new Clock();
  const queue = new FairQueue({
    what: 'searches',
    limit: () => 2,
    maxWaitingOfAccount: 100,
    maxWaiting: 1000,
    maxWaitMs: 10_000,
    // Turns that a test leaves open would expire in the files that share its process.
    maxHoldMs: Number.POSITIVE_INFINITY,
    after: clock.after,
    ...options,
  });
  return { queue, clock };
}

interface Work {
  name: string;
  end(): void;
}

/** Notes what has begun, in order. */
function recorder(queue: FairQueue): {
  begun: string[];
  end(name: string): Promise<void>;
  start(
    accountId: number,
    name: string,
    caller?: { signal?: AbortSignal; hasBegun?: boolean },
  ): Promise<void>;
} {
  const begun: string[] = [];
  const running: Work[] = [];
  return {
    begun,
    start: (accountId, name, caller) =>
      queue.run({ accountId, signal: never, ...caller }, () => {
        begun.push(name);
        return new Promise<void>((resolve) => running.push({ name, end: resolve }));
      }),
    end: async (name) => {
      running.find((work) => work.name === name)!.end();
      await turn();
    },
  };
}

/** Resolves when the turn has begun, with what ends it. */
function held(queue: FairQueue, accountId: number, signal = never): Promise<() => void> {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return queue.begin({ accountId, signal }, async () => ({ value: end, ended }));
}

const numbersOf = ({ running, waiting, limit, shed }: FairQueue) => ({ running, waiting, limit, ...shed });

t.test('accounts that wait get turns in turn, first come first served within each', async (t) => {
  const { queue } = newQueue();
  const { begun, end, start } = recorder(queue);
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => start(1, name)),
    ...['b1', 'b2'].map((name) => start(2, name)),
    start(3, 'c1'),
  ];
  await turn();
  t.same(begun, ['a1', 'b1'], 'of two places an account has one');
  await end('a1');
  t.same(begun.slice(2), ['a2'], 'b has its place');
  await end('b1');
  t.same(begun.slice(3), ['b2']);
  await end('b2');
  t.same(begun.slice(4), ['c1']);
  t.match(numbersOf(queue), { running: 2, waiting: 2 });
  await end('c1');
  await end('a2');
  await end('a3');
  await end('a4');
  await Promise.all(all);
  t.same(begun.slice(5), ['a3', 'a4']);
  t.same(numbersOf(queue), { running: 0, waiting: 0, limit: 2, full: 0, late: 0, left: 0 });
});

t.test('an account that comes late does not wait for all that another has waiting', async (t) => {
  const { queue } = newQueue({ limit: () => 3 });
  const { begun, end, start } = recorder(queue);
  const all = Array.from({ length: 50 }, (_, i) => start(1, `a${i}`));
  all.push(start(2, 'b'), start(3, 'c'));
  await turn();
  t.same(begun, ['a0', 'a1', 'b']);
  await end('b');
  t.equal(begun.at(-1), 'c');
  for (const name of ['a0', 'a1', 'c']) await end(name);
  for (let i = 2; i < 50; i++) await end(`a${i}`);
  await Promise.all(all);
  t.equal(begun.length, 52);
});

t.test('a single place is anybody’s, in turn', async (t) => {
  const { queue } = newQueue({ limit: () => 1 });
  const { begun, end, start } = recorder(queue);
  const all = [start(1, 'a1'), start(1, 'a2'), start(1, 'a3'), start(2, 'b1')];
  await turn();
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  await Promise.all(all);
  t.same(begun, ['a1', 'a2', 'b1', 'a3']);
});

t.test(
  'what has begun goes on before others of its account begin, and after the turns of others',
  async (t) => {
    const { queue } = newQueue({ limit: () => 1, maxWaitingOfAccount: 2, maxWaiting: 2 });
    const { begun, end, start } = recorder(queue);
    const all = [start(1, 'a1'), start(1, 'a2'), start(2, 'b')];
    const goOn = { hasBegun: true };
    all.push(start(1, 'a1 again', goOn), start(1, 'a0 again', goOn));
    t.match(numbersOf(queue), { running: 1, waiting: 4, full: 0 }, 'where the line is full, too');
    await t.rejects(start(3, 'c'), { code: 'RATE_LIMITED' });
    for (const name of ['a1', 'a1 again', 'b', 'a0 again', 'a2']) await end(name);
    await Promise.all(all);
    t.same(begun, ['a1', 'a1 again', 'b', 'a0 again', 'a2']);
    t.match(numbersOf(queue), { running: 0, waiting: 0 });
  },
);

t.test('however many accounts wait, few works of several turns are begun at a time', async (t) => {
  const { queue } = newQueue();
  const TURNS = 5;
  let open = 0;
  let mostOpen = 0;
  let finished = 0;
  const work = async (accountId: number): Promise<void> => {
    for (let i = 0; i < TURNS; i++) {
      await queue.run({ accountId, signal: never, hasBegun: i > 0 }, async () => {
        if (i === 0) mostOpen = Math.max(mostOpen, ++open);
        await turn();
      });
    }
    open--;
    finished++;
  };
  await Promise.all(Array.from({ length: 100 }, (_, accountId) => work(accountId)));
  t.equal(finished, 100);
  t.ok(mostOpen <= 8, `${mostOpen} of 100 for two places`);
  t.match(numbersOf(queue), { running: 0, waiting: 0 });
});

t.test('much that one account has begun leaves others the place that it may not have', async (t) => {
  const { queue } = newQueue();
  const { begun, end, start } = recorder(queue);
  const all = [start(1, 'a1')];
  for (let i = 2; i < 12; i++) all.push(start(1, `a${i}`, { hasBegun: true }));
  all.push(start(2, 'b'));
  await turn();
  t.same(begun, ['a1', 'b']);
  for (let i = 1; i < 12; i++) await end(`a${i}`);
  await end('b');
  await Promise.all(all);
});

t.test('where the limit has fallen, it leaves them the next place', async (t) => {
  let limit = 20;
  const { queue } = newQueue({ limit: () => limit });
  const { begun, end, start } = recorder(queue);
  const all = Array.from({ length: 10 }, (_, i) => start(1, `a${i}`));
  limit = 2;
  all.push(start(2, 'b'));
  for (let i = 10; i < 20; i++) all.push(start(1, `a${i}`, { hasBegun: true }));
  for (let i = 0; i < 9; i++) await end(`a${i}`);
  t.same(begun.slice(10), ['b'], 'one account has one of two places');
  for (let i = 9; i < 20; i++) await end(`a${i}`);
  await end('b');
  await Promise.all(all);
});

t.test('who has no turn in time is refused, and told when to come again', async (t) => {
  const { queue, clock } = newQueue({ limit: () => 1 });
  const { end, start } = recorder(queue);
  const first = start(1, 'a');
  const second = start(2, 'b');
  clock.pass(9_999);
  const third = start(2, 'c');
  await turn();
  clock.pass(1);
  await t.rejects(second, {
    code: 'RATE_LIMITED',
    retryAfterSeconds: 10,
    message: 'too many searches are running: none could begin within 10 s',
  });
  t.match(numbersOf(queue), { running: 1, waiting: 1, late: 1 });
  await end('a');
  t.equal(clock.size, 0, 'who has a turn has no time limit');
  await end('c');
  await Promise.all([first, third]);
});

t.test('lines have an end, an account’s before that of all', async (t) => {
  const { queue, clock } = newQueue({ limit: () => 1, maxWaitingOfAccount: 2, maxWaiting: 3 });
  const { end, start } = recorder(queue);
  const first = start(1, 'a');
  const waiting = [start(1, 'b'), start(1, 'c')];
  await t.rejects(start(1, 'd'), {
    code: 'RATE_LIMITED',
    retryAfterSeconds: 10,
    message: '2 searches of the account are waiting already',
  });
  waiting.push(start(2, 'e'));
  await t.rejects(start(3, 'f'), { message: 'too many searches are waiting already' });
  t.match(numbersOf(queue), { running: 1, waiting: 3, full: 2 });
  clock.pass(10_000);
  for (const each of waiting) await t.rejects(each, { code: 'RATE_LIMITED' });
  await end('a');
  await first;
  t.match(numbersOf(queue), { running: 0, waiting: 0, late: 3 });
});

t.test('who leaves is dropped from the line, and never begins', async (t) => {
  const { queue, clock } = newQueue({ limit: () => 1 });
  const { begun, end, start } = recorder(queue);
  const first = start(1, 'a');
  const gone = new AbortController();
  const second = start(2, 'b', { signal: gone.signal });
  const third = start(3, 'c');
  gone.abort(new Error('gone'));
  await t.rejects(second, { message: 'gone' });
  await end('a');
  await t.rejects(held(queue, 1, gone.signal), { message: 'gone' });
  await end('c');
  await Promise.all([first, third]);
  t.same(begun, ['a', 'c']);
  t.same(numbersOf(queue), { running: 0, waiting: 0, limit: 1, full: 0, late: 0, left: 1 });
  t.equal(clock.size, 0);
});

t.test('work that fails leaves its place', async (t) => {
  const { queue } = newQueue({ limit: () => 1 });
  const fail = async (): Promise<never> => {
    throw new Error('broken');
  };
  const caller = { accountId: 1, signal: never };
  await t.rejects(queue.run(caller, fail), { message: 'broken' });
  t.equal(await queue.run(caller, async () => 'done'), 'done');
});

t.test('a turn that outlives its caller ends when it is said so, once', async (t) => {
  const { queue } = newQueue();
  const leave = await held(queue, 1);
  const next = held(queue, 1);
  leave();
  leave();
  const leaveNext = await next;
  t.equal(queue.running, 1);
  leaveNext();
  await turn();
  t.equal(queue.running, 0);
});

t.test('a turn is given back where what should outlive the call cannot begin', async (t) => {
  const { queue } = newQueue({ limit: () => 1 });
  for (let i = 0; i < 3; i++) {
    const broken = queue.begin({ accountId: 1, signal: never }, async () => {
      throw new Error('no file');
    });
    await t.rejects(broken, { message: 'no file' });
  }
  t.equal(queue.running, 0);
});

t.test('a turn that is held beyond its deadline is taken back, told, and free for the next', async (t) => {
  const { queue } = newQueue({ limit: () => 1, maxHoldMs: 40 });
  let signal: AbortSignal | null = null;
  const stuck = queue.run({ accountId: 1, signal: never }, (turn) => {
    signal = turn.signal;
    return new Promise<void>(() => {});
  });
  const next = queue.run({ accountId: 2, signal: never }, async () => 'done');
  t.match(queue.use, { running: 1, waiting: 1, overdue: 0, deadlineSeconds: 0.04 });
  t.ok(queue.use.oldestSeconds > 0);
  // Its timer keeps no process alive.
  const alive = setInterval(() => {}, 1000);
  t.teardown(() => clearInterval(alive));
  await t.rejects(stuck, { name: 'TurnOverdue', message: 'a turn was held for over 0.04 s' });
  t.equal(signal!.aborted, true);
  t.equal(await next, 'done');
  t.match(queue.use, { running: 0, waiting: 0, overdue: 1, oldestSeconds: 0 });
});

t.test('who looks at the signal only when the turn is over finds it aborted', async (t) => {
  const { queue } = newQueue({ limit: () => 1, maxHoldMs: 40 });
  let opened = (): void => {};
  let signal: AbortSignal | null = null;
  const late = queue.begin({ accountId: 1, signal: never }, async (held) => {
    await new Promise<void>((resolve) => {
      opened = resolve;
    });
    signal = held.signal;
    return { value: null, ended: Promise.resolve() };
  });
  const alive = setInterval(() => {}, 1000);
  t.teardown(() => clearInterval(alive));
  await t.rejects(late, { name: 'TurnOverdue' });
  opened();
  await turn();
  t.equal(signal!.aborted, true, 'what it opened is closed');
  t.match(signal!.reason, { name: 'TurnOverdue' });
});

t.test('a limit that falls ends nothing and lets nothing in; one that grows lets in who waits', async (t) => {
  let limit = 4;
  const { queue } = newQueue({ limit: () => limit });
  const { begun, end, start } = recorder(queue);
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, i) => start(i, name));
  await turn();
  t.same(begun, ['a', 'b', 'c', 'd']);
  limit = 2;
  await end('a');
  await end('b');
  t.equal(begun.length, 4);
  limit = 4;
  queue.admit();
  await turn();
  t.same(begun.slice(4), ['e', 'f']);
  for (const name of ['c', 'd', 'e', 'f', 'g']) await end(name);
  await Promise.all(all);
});

t.test('an account may have fewer places than all but one', async (t) => {
  const queue = new FairQueue({
    what: 'uploads',
    limit: () => 10,
    limitOfAccount: 2,
    maxWaitingOfAccount: 1,
    maxWaiting: 10,
    maxWaitMs: 1000,
    maxHoldMs: Number.POSITIVE_INFINITY,
  });
  const enter = (accountId: number) => held(queue, accountId);
  const [first] = await Promise.all([enter(1), enter(1)]);
  const third = enter(1);
  await t.rejects(enter(1), {
    code: 'RATE_LIMITED',
    message: '1 uploads of the account are waiting already',
  });
  await enter(2);
  t.match([queue.running, queue.waiting], [3, 1]);
  first!();
  (await third)();
  await turn();
  t.equal(queue.running, 2);
});

t.test('accounts that may have one turn each take turns, too', async (t) => {
  const { queue } = newQueue({ limitOfAccount: 1, maxWaitingOfAccount: 1000 });
  const { begun, end, start } = recorder(queue);
  for (let i = 1; i <= 500; i++) void start(1, `a${i}`);
  for (const [accountId, name] of [
    [2, 'b1'],
    [2, 'b2'],
    [3, 'c1'],
  ] as const)
    void start(accountId, name);
  await turn();
  t.same(begun, ['a1', 'b1']);
  await end('a1');
  t.same(begun.slice(2), ['a2'], 'the account that waits longest');
  await end('b1');
  t.same(begun.slice(3), ['b2']);
  await end('a2');
  t.same(begun.slice(4), ['c1'], 'the next account, not the next in the line');
  await end('b2');
  t.same(begun.slice(5), ['a3']);
});

t.test('reserved turns are for prompt callers, who take the others, too', async (t) => {
  const { queue } = newQueue({ limit: 3, limitOfAccount: 3, reserved: 1 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const start = (name: string, prompt: boolean) =>
    queue.run({ accountId: 1, prompt }, ({ isReserved }) => {
      begun.push(isReserved ? `${name}, reserved` : name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [start('a', false), start('b', false), start('c', false), start('p', true), start('q', true)];
  await turn();
  t.same(begun, ['a', 'b', 'p, reserved']);
  ends[2]!();
  await turn();
  t.same(begun.slice(3), ['q, reserved'], 'c may not have it');
  ends[0]!();
  await turn();
  t.same(begun.slice(4), ['c']);
  for (const end of ends) end();
  await Promise.all(all);
  t.match(numbersOf(queue), { running: 0, waiting: 0 });
});

t.test('a second has no more turns than it may have', async (t) => {
  const { queue } = newQueue({ limit: 8, perSecond: 50 });
  const beginMs = performance.now();
  for (let i = 0; i < 6; i++) await queue.run({ accountId: 1 }, async () => {});
  t.ok(performance.now() - beginMs >= 99, 'six take five intervals of 20 ms');
});

t.test('in a pause nobody begins, nor goes before those who wait', async (t) => {
  const { queue } = newQueue({ limit: 2, limitOfAccount: 2 });
  const begun: number[] = [];
  queue.pause(30);
  const beginMs = performance.now();
  const all = [1, 2, 3].map((i) => queue.run({ accountId: i }, async () => begun.push(i)));
  await turn();
  t.same([begun, queue.waiting], [[], 3]);
  await Promise.all(all);
  t.ok(performance.now() - beginMs >= 29);
  t.same(begun, [1, 2, 3]);
});

/** Events of a queue: somebody asks for a turn, ends or fails in it, goes away, or time passes. */
const events = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ ask: fc.nat(3), prompt: fc.boolean(), hasBegun: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ end: fc.nat(20), fails: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ leave: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ passMs: fc.constantFrom(1, 5000) }) },
  ),
  { maxLength: 60 },
);

const options = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  limitOfAccount: fc.integer({ min: 1, max: 4 }),
  reserved: fc.nat(1),
});

t.test(
  'whatever happens, turns stay within their limits, come in turn, and are all given back',
  async (t) => {
    await fc.assert(
      fc.asyncProperty(options, events, async ({ limit, limitOfAccount, reserved }, happening) => {
        const { queue, clock } = newQueue({ limit, limitOfAccount, reserved: Math.min(reserved, limit - 1) });
        const running = new Map<
          number,
          { accountId: number; prompt: boolean; end: (fails: boolean) => void }
        >();
        const leaving: AbortController[] = [];
        const settled: Promise<unknown>[] = [];
        const begins: number[] = [];
        let asked = 0;
        const ask = (accountId: number, prompt: boolean, hasBegun: boolean): void => {
          const id = asked++;
          const controller = new AbortController();
          leaving.push(controller);
          const work = () =>
            new Promise<void>((resolve, reject) => {
              begins.push(accountId);
              const end = (fails: boolean) => {
                running.delete(id);
                if (fails) reject(new Error('failed'));
                else resolve();
              };
              running.set(id, { accountId, prompt, end });
            });
          const caller = { accountId, prompt, hasBegun, signal: controller.signal };
          settled.push(queue.run(caller, work).catch(() => {}));
        };
        const check = (): void => {
          const held = [...running.values()];
          assert.equal(queue.running, held.length);
          assert.ok(held.length <= limit);
          assert.ok(held.filter(({ prompt }) => !prompt).length <= limit - Math.min(reserved, limit - 1));
          for (let account = 0; account < 4; account++)
            assert.ok(held.filter(({ accountId }) => accountId === account).length <= limitOfAccount);
        };
        const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % items.length];
        for (const event of happening) {
          if ('ask' in event) ask(event.ask, event.prompt, event.hasBegun);
          else if ('end' in event) pick([...running.values()], event.end)?.end(event.fails);
          else if ('leave' in event) pick(leaving, event.leave)?.abort(new Error('gone'));
          else clock.pass(event.passMs);
          await turn();
          check();
        }
        // Whoever ends lets the next one in, so that all come to their turn.
        for (let most = queue.waiting + queue.running; most >= 0 && running.size > 0; most--) {
          [...running.values()][0]!.end(false);
          await turn();
          check();
        }
        await Promise.all(settled);
        t.match(numbersOf(queue), { running: 0, waiting: 0 });
        t.equal(clock.size, 0, 'no timer is left');
        t.equal(begins.length + queue.shed.full + queue.shed.late + queue.shed.left, asked);
      }),
      { numRuns: 100 },
    );
  },
);

t.test('an account that waits is passed over by each other account once at most', async () => {
  const accounts = fc.array(fc.nat(4), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(accounts, fc.integer({ min: 1, max: 3 }), async (asking, limit) => {
      const { queue } = newQueue({ limit, limitOfAccount: limit });
      const { begun, end, start } = recorder(queue);
      const all = asking.map((accountId, i) => start(accountId, `${accountId} ${i}`));
      await turn();
      const left = asking.slice(limit);
      for (let at = 0; at < begun.length; at++) await end(begun[at]!);
      await Promise.all(all);
      const order = begun.slice(limit).map((name) => Number(name.split(' ')[0]));
      for (const account of new Set(left)) {
        const others = order.slice(0, order.indexOf(account));
        assert.equal(new Set(others).size, others.length, `account ${account} in ${order}`);
      }
    }),
    { numRuns: 50 },
  );
});
