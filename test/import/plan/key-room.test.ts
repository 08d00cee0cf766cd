import t from 'tap';
import { KeyRoom } from '../../../src/import/plan/key-room.js';

const { signal } = new AbortController();

t.test('shares fit into the room together, whoever holds them', async (t) => {
  const room = new KeyRoom(10);
  const [a, b] = [room.begin(), room.begin()];
  t.equal(a.take(6), true);
  t.equal(b.take(5), false, 'who can do without is told so');
  t.equal(b.take(4), true);
  t.equal(room.held, 10);
  a.end();
  a.end();
  t.equal(room.held, 4, 'a share ends once');
  b.end();
  t.equal(b.take(11), true, 'more than the room fits in alone');
  b.end();
  t.equal(room.held, 0);
});

t.test('who cannot do without waits, in the order of the calls', async (t) => {
  const room = new KeyRoom(10);
  const [a, b, c, d] = [room.begin(), room.begin(), room.begin(), room.begin()];
  await a.wait(6, signal);
  const entered: string[] = [];
  const large = b.wait(8, signal).then(() => entered.push('large'));
  const small = c.wait(2, signal).then(() => entered.push('small'));
  t.equal(room.waiting, 2);
  t.equal(d.take(1), false, 'nobody overtakes those who wait');
  a.end();
  await Promise.all([large, small]);
  t.same(entered, ['large', 'small']);
  t.equal(room.held, 10);
});

t.test('who leaves makes way', async (t) => {
  const room = new KeyRoom(10);
  const [a, b, c] = [room.begin(), room.begin(), room.begin()];
  await a.wait(6, signal);
  const leaving = new AbortController();
  const large = b.wait(8, leaving.signal);
  const small = c.wait(2, signal);
  leaving.abort(new Error('gone'));
  await t.rejects(large, { message: 'gone' });
  await small;
  b.end();
  t.equal(room.held, 8, 'and holds nothing');
  await t.rejects(b.wait(8, signal, 1), { code: 'RATE_LIMITED' }, 'after a time, where there is one');
  t.equal(room.waiting, 0);
  await t.rejects(b.wait(1, leaving.signal), { message: 'gone' });
});
