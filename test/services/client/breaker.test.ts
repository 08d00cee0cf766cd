import t from 'tap';
import { Breaker } from '../../../src/services/client/breaker.js';

const clock = () => {
  const at = { ms: 0 };
  return { at, breaker: new Breaker(() => at.ms) };
};
const failTimes = (breaker: Breaker, times: number): void => {
  for (let i = 0; i < times; i++) breaker.failed();
};

t.test('ten failures in a row open it, with an answer between them they do not', async (t) => {
  const { breaker } = clock();
  failTimes(breaker, 9);
  breaker.succeeded();
  failTimes(breaker, 9);
  t.equal(breaker.state, 'closed');
  t.ok(breaker.admits());
  breaker.failed();
  t.equal(breaker.state, 'open');
  t.notOk(breaker.admits());
  t.equal(breaker.opened, 1);
});

t.test('after 30 s it lets one probe through, whose answer closes it', async (t) => {
  const { at, breaker } = clock();
  failTimes(breaker, 10);
  at.ms = 29_999;
  t.notOk(breaker.admits());
  at.ms = 30_000;
  t.equal(breaker.state, 'half_open');
  t.ok(breaker.admits());
  t.notOk(breaker.admits(), 'only one at a time');
  breaker.succeeded();
  t.equal(breaker.state, 'closed');
  t.ok(breaker.admits() && breaker.admits());
});

t.test('a probe that fails makes the pause twice as long, up to 5 minutes', async (t) => {
  const { at, breaker } = clock();
  failTimes(breaker, 10);
  const pauses: number[] = [];
  for (let probe = 0; probe < 5; probe++) {
    const beganMs = at.ms;
    while (breaker.state === 'open') at.ms += 1000;
    pauses.push(at.ms - beganMs);
    t.ok(breaker.admits());
    breaker.failed();
  }
  t.same(pauses, [30_000, 60_000, 120_000, 240_000, 300_000]);
});

t.test('a probe that its caller gave up lets another one through', async (t) => {
  const { at, breaker } = clock();
  failTimes(breaker, 10);
  at.ms = 30_000;
  t.ok(breaker.admits());
  breaker.abandoned();
  t.ok(breaker.admits());
});

t.test('requests that were under way when it opened open it no further', async (t) => {
  const { at, breaker } = clock();
  failTimes(breaker, 25);
  t.equal(breaker.opened, 1);
  at.ms = 30_000;
  t.equal(breaker.state, 'half_open');
});
