import t from 'tap';
import { serverTiming } from '../../src/http/server-timing.js';

const spent = { authMs: 0, bodyMs: 0, turnMs: 0, totalMs: 0 };

t.test(
  'each member is a duration in tenths of a millisecond, and what took less than half of one is left out',
  async (t) => {
    t.equal(serverTiming({ ...spent, totalMs: 0.04 }), '');
    t.equal(serverTiming({ ...spent, totalMs: 0.34 }), 'total;dur=0.3');
    t.equal(serverTiming({ ...spent, authMs: 0.04, totalMs: 999.96 }), 'total;dur=1000');
    t.equal(serverTiming({ ...spent, totalMs: 123_456.78 }), 'total;dur=123456.8');
    t.equal(
      serverTiming({ authMs: 1.26, bodyMs: 20, turnMs: 300.04, totalMs: 400 }),
      'auth;dur=1.3, body;dur=20, turn;dur=300, total;dur=400',
    );
  },
);
