import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { findFreePort } from '../../load/nginx.js';

export interface TestRedis {
  url: string;
  /** Starts it; after kill() on the same port and empty. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Keeps connections and answers nothing. */
  freeze(): void;
  thaw(): void;
}

const START_TIMEOUT_MS = 10_000;
/** Prints the pid, and ends the server when its own input ends, at the latest with this process. */
const SCRIPT = '"$@" >/dev/null 2>&1 & echo $!; read _; kill -KILL $!';

/** Tells whether redis-server is installed; tests that need it are skipped otherwise. */
export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

/** A Redis server on a free port, without persistence, not yet started; stopped at the end of the test. */
export async function createRedis(t: Test): Promise<TestRedis> {
  const directory = await mkdtemp(join(tmpdir(), 'cartload-redis-'));
  const port = await findFreePort();
  let running: { shell: ChildProcess; pid: number } | null = null;

  const kill = async (): Promise<void> => {
    if (!running) return;
    const { shell } = running;
    running = null;
    const ended = once(shell, 'exit');
    shell.stdin!.end();
    await ended;
  };
  t.teardown(async () => {
    await kill();
    await rm(directory, { recursive: true });
  });

  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start: async () => {
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      const command = ['redis-server', ...options, '--dir', directory];
      const shell = spawn('sh', ['-c', SCRIPT, 'sh', ...command], { stdio: ['pipe', 'pipe', 'inherit'] });
      const [line] = await once(createInterface({ input: shell.stdout }), 'line');
      running = { shell, pid: Number(line) };
      const deadline = Date.now() + START_TIMEOUT_MS;
      while (!(await answers(port))) {
        if (Date.now() > deadline) throw new Error(`redis-server did not start on port ${port}`);
        await delay(10);
      }
    },
    freeze: () => {
      process.kill(running!.pid, 'SIGSTOP');
    },
    thaw: () => {
      process.kill(running!.pid, 'SIGCONT');
    },
  };
}

/** Tells whether it answers PING. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (chunk) => {
      resolve(chunk.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}
