import { EventEmitter } from 'node:events';
import t from 'tap';
import { Conversation, type Peer } from '../../../src/base/processes/conversation.js';

/** Both ends of a channel that writes JSON, as Node's does. */
function channel(): { ends: [Peer, Peer]; cut(): void } {
  const emitters = [new EventEmitter(), new EventEmitter()] as const;
  let connected = true;
  const end = (own: EventEmitter, other: EventEmitter): Peer => ({
    get connected() {
      return connected;
    },
    send: (message, _handle, _options, sent) => {
      setImmediate(() => other.emit('message', JSON.parse(JSON.stringify(message))));
      sent(null);
    },
    on: (event, listener) => own.on(event, listener),
  });
  return {
    ends: [end(...emitters), end(emitters[1], emitters[0])],
    cut: () => {
      connected = false;
      for (const emitter of emitters) emitter.emit('disconnect');
    },
  };
}

type Sums = { sum: (numbers: readonly number[]) => number; never: (nothing: null) => Promise<number> };
const sums: Sums = {
  sum: (numbers) => {
    if (numbers.length === 0) throw new Error('no numbers');
    return numbers.reduce((sum, number) => sum + number);
  },
  never: () => new Promise(() => {}),
};

t.test('both ends ask and answer, several questions at a time', async (t) => {
  const [one, other] = channel().ends.map((end) => new Conversation<Sums>(end, sums));
  t.same(await Promise.all([one!.ask('sum', [1, 2], 1000), one!.ask('sum', [3], 1000)]), [3, 3]);
  t.equal(await other!.ask('sum', [4, 5], 1000), 9);
});

t.test('an error is thrown where it was asked, as is an answer that does not come in time', async (t) => {
  const [one] = channel().ends.map((end) => new Conversation<Sums>(end, sums));
  await t.rejects(one!.ask('sum', [], 1000), { message: 'no numbers' });
  await t.rejects(one!.ask('never', null, 10), { message: "no answer to 'never' within 10 ms" });
  t.equal(await one!.ask('sum', [6], 1000), 6, 'it goes on');
});

t.test('a peer that goes answers nothing more', async (t) => {
  const { ends, cut } = channel();
  const [one] = ends.map((end) => new Conversation<Sums>(end, sums));
  const waiting = t.rejects(one!.ask('never', null, 60_000), { message: 'the other process is gone' });
  cut();
  await waiting;
  await t.rejects(one!.ask('sum', [1], 60_000), { message: 'the other process is gone' });
});
