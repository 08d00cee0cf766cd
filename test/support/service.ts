import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const START_TIMEOUT_MS = 60_000;

export interface ServiceProcess {
  child: ChildProcess;
  /** base_url */
  url: string;
  /** Log entries so far. */
  log: Record<string, unknown>[];
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** `cartload serve` as its own process; killed at the end of the test. */
export async function startService(
  t: Test,
  env: Record<string, string>,
  args: readonly string[] = [],
  main = MAIN,
): Promise<ServiceProcess> {
  // Without tap's loader, which would slow the process down and measure it. `env` becomes the program: the
  // pid is the same.
  const child = spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, main, 'serve', ...args], {
    env: { ...process.env, PORT: '0', WORKERS: '2', WARM_UP: 'off', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await exited;
    }
  };
  t.teardown(() => kill('SIGKILL'));
  const log: Record<string, unknown>[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the service did not start in time')), START_TIMEOUT_MS);
    createInterface({ input: child.stderr! }).on('line', (line) => {
      const entry = line.startsWith('{') ? JSON.parse(line) : { msg: line };
      log.push(entry);
      if (entry.msg !== 'cartload is ready') return;
      clearTimeout(timer);
      resolve(entry.url);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`the service ended with ${code ?? signal}: ${log.at(-1)?.msg}`));
    });
  });
  return { child, url, log, kill };
}
