import t from 'tap';
import { hasNginx } from '../../load/nginx.js';
import { askThroughNginx } from '../../load/proxy.js';

const skip = !hasNginx() && 'no nginx';

t.test('behind nginx no request fails for a connection that was idle too long', { skip }, async (t) => {
  const run = { connections: 40, bursts: 2, requestsInBurst: 10, pauseMs: [4000, 12_500] as const };
  t.strictSame(await askThroughNginx(run), { answered: 800, failed: {} });
});
