import { type App, type ServiceRole, startApp } from '../app.js';
import type { Logger } from '../base/log.js';
import type { Config } from '../config.js';
import { ensureDataDir } from './data-dir.js';
import { runService } from './run-service.js';

export interface RunOptions {
  config: Config;
  log: Logger;
  role?: ServiceRole;
}

/** Above the sum of App.stop's time limits without SHUTDOWN_DELAY, below the 10 s that a stop may take. */
const STOP_TIMEOUT_MS = 9_800;

/** Runs the service in this process, as `runService` does. */
export async function runApp(
  { config, log, role = 'all' }: RunOptions,
  work: (app: App, stopping: AbortSignal) => Promise<void>,
): Promise<void> {
  await ensureDataDir(config.dataDir);
  await runService(
    {
      log,
      start: () => startApp(config, log, role),
      stopTimeoutMs: STOP_TIMEOUT_MS + config.shutdownDelaySeconds * 1000,
    },
    work,
  );
}
