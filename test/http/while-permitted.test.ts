import t from 'tap';
import { NoLongerPermitted, whilePermitted } from '../../src/http/while-permitted.js';

const SECOND = 1000;

t.test('whether a caller may have an answer is asked now and then, and a no cuts the answer', async (t) => {
  let nowMs = 0;
  let asked = 0;
  let isClosed = false;
  const answers = [
    async () => true,
    () => Promise.reject(new Error('the database is away')),
    async () => false,
  ];
  async function* chunks() {
    try {
      for (let i = 0; ; i++) {
        nowMs += SECOND;
        yield Buffer.from([i]);
      }
    } finally {
      isClosed = true;
    }
  }
  const sent: number[] = [];
  const read = async () => {
    for await (const [each] of whilePermitted(
      chunks(),
      () => answers[asked++]!(),
      () => nowMs,
    ))
      sent.push(each!);
  };
  await t.rejects(read(), NoLongerPermitted);
  t.equal(asked, 3);
  t.same(sent, [0, 1, 2, 3, 4, 5]);
  t.ok(isClosed, 'what it holds is given back');
});
