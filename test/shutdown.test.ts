import t from 'tap';
import { createLog } from '../src/log.js';
import { runPhases } from '../src/shutdown.js';

t.test('phases run in order; one that hangs or throws does not keep the next from running', async (t) => {
  const ran: string[] = [];
  await runPhases(
    [
      { name: 'a', timeoutMs: 1000, run: async () => ran.push('a') },
      { name: 'hangs', timeoutMs: 20, run: () => new Promise(() => {}) },
      {
        name: 'throws',
        timeoutMs: 1000,
        run: () => {
          throw new Error('x');
        },
      },
      { name: 'nothing', timeoutMs: 1000, run: () => undefined },
      { name: 'b', timeoutMs: 1000, run: async () => ran.push('b') },
    ],
    createLog('silent'),
  );
  t.same(ran, ['a', 'b']);
});
