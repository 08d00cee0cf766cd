import t from 'tap';
import { FairLine } from '../../../src/base/threads/fair-line.js';

/** All that is in line, in the order in which it leaves. */
function drain(line: FairLine<string>): string[] {
  const order: string[] = [];
  for (let item = line.shift(false); item !== undefined; item = line.shift(false)) order.push(item);
  return order;
}

t.test('accounts take turns, each in its own order', (t) => {
  const line = new FairLine<string>();
  for (const item of ['a1', 'a2', 'a3', 'a4']) line.push({ accountId: 1, prompt: false }, item);
  for (const item of ['b1', 'b2']) line.push({ accountId: 2, prompt: false }, item);
  line.push({ accountId: 3, prompt: false }, 'c1');
  t.same(drain(line), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  t.end();
});

t.test('an account that comes back waits for the others first', (t) => {
  const line = new FairLine<string>();
  line.push({ accountId: 1, prompt: false }, 'a1');
  line.push({ accountId: 2, prompt: false }, 'b1');
  t.equal(line.shift(false), 'a1');
  line.push({ accountId: 1, prompt: false }, 'a2');
  t.same(drain(line), ['b1', 'a2']);
  t.end();
});

t.test('what is prompt goes first, but for every fourth turn', (t) => {
  const line = new FairLine<string>();
  for (let i = 1; i <= 2; i++) line.push({ accountId: 1, prompt: false }, `other ${i}`);
  for (let i = 1; i <= 8; i++) line.push({ accountId: 2, prompt: true }, `prompt ${i}`);
  const [p, o] = ['prompt', 'other'];
  t.same(
    drain(line).map((item) => item.split(' ')[0]),
    [p, p, p, o, p, p, p, o, p, p],
  );
  t.end();
});

t.test('where only what is prompt has a place, the rest stays in line', (t) => {
  const line = new FairLine<string>();
  line.push({ accountId: 1, prompt: false }, 'other');
  t.equal(line.shift(true), undefined);
  line.push({ accountId: 1, prompt: true }, 'prompt');
  t.equal(line.shift(true), 'prompt');
  t.equal(line.shift(true), undefined);
  t.equal(line.shift(false), 'other');
  t.equal(line.shift(false), undefined);
  t.end();
});
