import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { runForResult, type Served, serve } from '../support/cartload-process.js';
import { fetchDocumented } from '../support/documented.js';
import { removeServerIn } from '../support/test-server.js';

t.test(
  'the embedded database below a closed directory, as root or not, is backed up while it runs',
  async (t) => {
    // Made with mode 0700.
    const closed = mkdtempSync(join(tmpdir(), 'cartload-backup-'));
    const [before, after, backup] = ['before', 'after', 'backup'].map((name) => join(closed, name)) as [
      string,
      string,
      string,
    ];
    t.teardown(async () => {
      for (const dataDir of [before, after]) await removeServerIn(dataDir);
      rmSync(closed, { recursive: true });
    });
    const ask = async (service: Served, method: string, path: string, key: string, body?: object) => {
      const response = await fetchDocumented(`${service.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as Record<string, unknown>;
    };
    const first = await serve(t, { env: { DATA_DIR: before } });
    const { key } = await first.seen('stdout', (line) => JSON.parse(line) as { key: string });
    await ask(first, 'POST', '/maps', key, { name: 'Kept' });
    t.match(await runForResult(t, ['backup', backup], { env: { DATA_DIR: before } }), { missing: 0 });
    t.match(await runForResult(t, ['restore', backup], { env: { DATA_DIR: after } }), { restored: backup });
    const second = await serve(t, { env: { DATA_DIR: after } });
    t.match(await ask(second, 'GET', '/maps', key), { data: [{ id: 1, name: 'Kept' }] });
    t.equal(readFileSync(join(after, 'secret'), 'utf8'), readFileSync(join(before, 'secret'), 'utf8'));
    for (const service of [first, second]) {
      service.child.kill('SIGTERM');
      t.equal((await service.ended).code, 0);
    }
  },
);
