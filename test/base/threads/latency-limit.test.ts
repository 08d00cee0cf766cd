import t from 'tap';
import { LatencyLimit } from '../../../src/base/threads/latency-limit.js';

const observeOften = (limit: LatencyLimit, latencyMs: number, times: number): void => {
  for (let i = 0; i < times; i++) limit.observe(latencyMs);
};

t.test('while small work is fast, slow work has all its places', async (t) => {
  const limit = new LatencyLimit();
  t.equal(limit.interactive(12), 12);
  for (let i = 0; i < 100; i++) limit.observe(1 + (i % 10));
  t.equal(limit.interactive(12), 12);
  t.equal(limit.patient(8), 8);
});

t.test('latency above its own least takes places away within a second, of patient work more', async (t) => {
  const limit = new LatencyLimit();
  observeOften(limit, 2, 10);
  observeOften(limit, 200, 2);
  t.equal(limit.interactive(12), 6);
  t.equal(limit.patient(12), 3);
  observeOften(limit, 200, 20);
  t.equal(limit.interactive(12), 1, 'never all of them');
  t.equal(limit.patient(12), 1);
});

t.test('they come back step by step when it is fast again', async (t) => {
  const limit = new LatencyLimit();
  observeOften(limit, 2, 10);
  observeOften(limit, 200, 20);
  limit.observe(2);
  t.equal(limit.interactive(12), 1);
  observeOften(limit, 2, 10);
  t.equal(limit.interactive(12), 7);
  observeOften(limit, 2, 10);
  t.equal(limit.interactive(12), 12);
});

t.test('a database that is farther away is compared with itself', async (t) => {
  const limit = new LatencyLimit();
  observeOften(limit, 80, 50);
  t.equal(limit.interactive(12), 12);
  observeOften(limit, 200, 5);
  t.equal(limit.interactive(12), 12);
  observeOften(limit, 400, 5);
  t.equal(limit.interactive(12), 2);
});

t.test('a latency that stays becomes the normal one', async (t) => {
  const limit = new LatencyLimit();
  observeOften(limit, 20, 10);
  observeOften(limit, 200, 100);
  t.equal(limit.interactive(12), 1);
  observeOften(limit, 200, 1000);
  t.equal(limit.interactive(12), 12);
});
