import t from 'tap';
import { ThreadCalls } from '../../../src/base/threads/thread-calls.js';

t.test('a thread that takes more memory than it may ends with a refusal', async (t) => {
  const greedy = 'const kept = []; for (;;) kept.push(new Array(10_000).fill({}).map((_, i) => ({ i })));';
  const calls = new ThreadCalls(new URL(`data:text/javascript,${encodeURIComponent(greedy)}`), null, [], 24);
  await t.rejects(calls.ask({}), {
    code: 'BAD_REQUEST',
    message: /more memory .*save it as \.xlsx or as CSV/,
  });
  await calls.end();
});
