import { type App, type Role, startApp } from '../app.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import { ensureDataDir } from './data-dir.js';

export interface RunOptions {
  config: Config;
  log: Logger;
  role?: Role;
}

/** Above the sum of what App.stop waits for besides SHUTDOWN_DELAY, below the 10 s in which the service ends. */
const STOP_TIMEOUT_MS = 9_800;
const LOOK_FOR_PARENT_MS = 500;

/**
 * Starts the service and does `work` with it. SIGTERM, SIGINT or the end of the `npx` around it stop the service, at any
 * time, the start included, and end the process with 0; `stopping` is aborted first, and `work` is expected to
 * end then.
 * @returns when `work` is done; the service goes on
 * @throws what the start or `work` threw, after the service was stopped
 */
export async function runApp(
  { config, log, role = 'all' }: RunOptions,
  work: (app: App, stopping: AbortSignal) => Promise<void>,
): Promise<void> {
  endOnUnhandled(log);
  await ensureDataDir(config.dataDir);
  const stopping = new AbortController();
  const starting = startApp(config, log, role);
  const working = starting.then(async (app) => {
    if (!stopping.signal.aborted) await work(app, stopping.signal);
  });
  const stop = (reason: string): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ reason }, 'stopping');
    setTimeout(
      () => {
        log.warn('ended before everything had stopped');
        process.exit(0);
      },
      STOP_TIMEOUT_MS + config.shutdownDelaySeconds * 1000,
    );
    // A start cannot be broken off; what it started must not be left behind.
    void Promise.allSettled([starting.then((app) => app.stop()), working]).then(() => process.exit(0));
  };
  // Not once: Ctrl-C below npm comes twice, from the terminal and from npm.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  if (process.env.npm_command === 'exec') onParentGone(() => stop('the npx around it ended'));
  try {
    await working;
  } catch (error) {
    if (stopping.signal.aborted) return;
    await starting.then(
      (app) => app.stop(),
      () => {},
    );
    throw error;
  }
}

/** What nobody awaited is a bug: say so and end, so that a supervisor starts a sound process. */
function endOnUnhandled(log: Logger): void {
  const end = (kind: string) => (error: unknown) => {
    log.fatal({ err: error }, kind);
    process.exit(1);
  };
  process.on('unhandledRejection', end('unhandled rejection'));
  process.on('uncaughtException', end('uncaught exception'));
}

/** A SIGTERM for npx ends only the shell between npx and this process, which would go on without anybody knowing. */
function onParentGone(action: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    action();
  }, LOOK_FOR_PARENT_MS);
  timer.unref();
}
