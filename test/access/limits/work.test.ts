import t from 'tap';
import { createWork } from '../../../src/access/limits/work.js';
import { AnswersUnderWay } from '../../../src/http/answers-under-way.js';
import type { Pools } from '../../../src/store/pools.js';

t.test(
  'who has too many unread answers reads no further long markers, though the turn was waited for',
  async (t) => {
    const sizes = { vital: 1, small: 4, background: 1, reads: 2, changes: 2, exports: 2 };
    const answers = new AnswersUnderWay({ bytesOfAccount: 100 });
    const { longMarkers } = createWork({ sizes } as unknown as Pools, answers);
    const read: number[] = [];
    const { signal } = new AbortController();
    const pages = [1, 1, 1, 2].map((accountId) =>
      longMarkers.run({ accountId, signal }, async () => {
        answers.begin(accountId, () => {}).holds(60);
        read.push(accountId);
      }),
    );
    t.match(
      (await Promise.allSettled(pages)).map((page) =>
        page.status === 'rejected' ? page.reason.code : 'read',
      ),
      ['read', 'RATE_LIMITED', 'RATE_LIMITED', 'read'],
    );
    t.same(read, [1, 2]);
  },
);
