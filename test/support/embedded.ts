import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { Test } from 'tap';
import { identityOf } from '../../src/store/embedded/process.js';
import { connectUrlOf, startEmbedded } from '../../src/store/embedded.js';
import { removeDataDir } from './test-server.js';

const MODULE = new URL('../../src/store/embedded.js', import.meta.url);

/** A DATA_DIR with a stopped cluster as a template: initdb takes longer than most tests. */
export async function makeSeed(t: Test): Promise<string> {
  const seed = mkdtempSync(join(tmpdir(), 'cartload-embedded-seed-'));
  chmodSync(seed, 0o755);
  t.teardown(() => removeDataDir(seed));
  await (await startEmbedded({ dataDir: seed, log: () => {} })).stop();
  return seed;
}

/**
 * A DATA_DIR that any user may enter, and a function that starts a database on it, which is stopped at the
 * end of the test. With a seed it has a cluster already.
 */
export function arrange(t: Test, seed?: string) {
  const parent = mkdtempSync(join(tmpdir(), 'cartload-embedded-'));
  chmodSync(parent, 0o755);
  const dataDir = join(parent, 'data');
  // Keeps owners and modes, which fs.cp does not.
  if (seed !== undefined) execFileSync('cp', ['-a', seed, dataDir]);
  const logged: { message: string; fields: object | undefined; level: string | undefined }[] = [];
  const start = (more: { startTimeoutMs?: number; settings?: Record<string, string> } = {}) =>
    startEmbedded({
      dataDir,
      log: (message, fields, level) => logged.push({ message, fields, level }),
      ...more,
    });
  t.teardown(async () => {
    if ((await connectUrlOf(dataDir).catch(() => 'alive')) !== null) await (await start()).stop();
    const left = postmasterPid(dataDir);
    if (left !== null) throw new Error(`process ${left} was left behind`);
    removeDataDir(dataDir);
    removeDataDir(parent);
  });
  return { parent, dataDir, start, logged, messages: () => logged.map(({ message }) => message) };
}

export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres', 'cluster');

/**
 * Tells whether binaries were copied, as where the server's user cannot reach the checkout, such as below a
 * directory of mode 0700.
 */
export function hasOwnBinaries(dataDir: string): boolean {
  return readdirSync(dirname(clusterOf(dataDir))).some((name) => name.startsWith('binaries-'));
}

/** For a live server only. */
export function postmasterPid(dataDir: string): number | null {
  const path = join(clusterOf(dataDir), 'postmaster.pid');
  if (!existsSync(path)) return null;
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
  return identityOf(pid) === null ? null : pid;
}

export async function query(url: string, statement: string): Promise<object[]> {
  const sql = postgres(url, { max: 1, fetch_types: false, connect_timeout: 5, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A process that starts the database, prints one line, and stops it when its stdin ends. */
export function spawnUser(t: Test, dataDir: string, more: { uid?: number; gid?: number } = {}) {
  const script = `
    import { startEmbedded } from ${JSON.stringify(MODULE.href)};
    const db = await startEmbedded({ dataDir: process.argv[1], log() {} });
    console.log(JSON.stringify(db));
    process.stdin.resume().on('end', () => db.stop());`;
  // Without tap's loader, which writes where another user may not. `env` becomes the program: the pid is the
  // same.
  const child = spawn(
    'env',
    ['-u', 'NODE_OPTIONS', process.execPath, '--input-type=module', '-e', script, dataDir],
    {
      ...more,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  t.teardown(() => child.kill('SIGKILL'));
  const started = firstLine(child);
  // Some tests do not wait for it.
  started.catch(() => {});
  return { child, ended: ended(child), started };
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

async function firstLine(child: ChildProcess): Promise<{ url: string; adopted: boolean }> {
  for await (const line of createInterface({ input: child.stdout! })) return JSON.parse(line);
  throw new Error('the process ended without a database');
}

export async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 1000) throw new Error(`waited in vain for ${condition}`);
    await sleep(10);
  }
}
