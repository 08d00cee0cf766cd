import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { finished, startTestApp } from '../../support/app.js';

/*
 * An upload that was answered 202 survives a loss of power. The test looks at the calls: a killed process
 * loses nothing that it wrote, and a file system that forgets unsynced bytes cannot be had everywhere.
 */

const METHODS = ['write', 'writev', 'sync', 'datasync', 'close'] as const;
/** Time that a sync takes: a call that does not wait for the disk comes within it. */
const SLOW_DISK_MS = 200;

/**
 * Tells what is asked of the disk under a directory: the call, and when it has been answered the same with
 * `done`.
 */
function watchDisk(t: Test, directory: string, tell: (call: string) => unknown): void {
  const { open, rename } = fs;
  const watch = (handle: FileHandle, method: (typeof METHODS)[number], name: string): void => {
    const original = handle[method].bind(handle) as (...args: unknown[]) => Promise<unknown>;
    const watched = async (...args: unknown[]): Promise<unknown> => {
      await tell(`${method} ${name}`);
      if (method.endsWith('sync')) await delay(SLOW_DISK_MS);
      const result = await original(...args);
      await tell(`${method} ${name} done`);
      return result;
    };
    Object.assign(handle, { [method]: watched });
  };
  fs.open = async (path, ...rest) => {
    const handle = await open(path, ...rest);
    const name = path === directory ? 'directory' : 'file';
    if (String(path).startsWith(directory)) for (const method of METHODS) watch(handle, method, name);
    return handle;
  };
  fs.rename = async (from, to) => {
    await tell('rename file');
    await rename(from, to);
    await tell('rename file done');
  };
  syncBuiltinESMExports();
  t.teardown(() => {
    Object.assign(fs, { open, rename });
    syncBuiltinESMExports();
  });
}

t.test('bytes, name and directory entry of an upload are on the disk before there is a job', async (t) => {
  const { app, dataDir, client } = await startTestApp(t);
  const call = await client();
  const { body: map } = await call('POST', '/maps', { name: 'A' });
  const calls: string[] = [];
  watchDisk(t, join(dataDir, 'spool'), async (what) => {
    const [{ jobs }] = await app.sql<[{ jobs: number }]>`SELECT count(*)::int AS jobs FROM jobs`;
    calls.push(jobs === 0 ? what : `${what}, with a job`);
  });
  const { status, body } = await call('POST', `/maps/${map.id}/markers/bulk`, 'name,lat,lng\nA,1,2\n', {
    'content-type': 'text/csv',
  });
  t.equal(status, 202);
  t.same(calls.slice(0, 10), [
    'write file',
    'write file done',
    'sync file',
    'sync file done',
    'close file',
    'close file done',
    'rename file',
    'rename file done',
    'sync directory',
    'sync directory done',
  ]);
  t.notOk(calls.slice(10).some((call) => call.includes('file')));
  t.match(await finished(call, body), { status: 'completed', added: 1 });
});
