import type { Logger } from '../base/log.js';

/** A service that runs until it is stopped. */
export interface Service {
  stop(): Promise<void>;
}

export interface RunServiceOptions<S extends Service> {
  log: Logger;
  start: () => Promise<S>;
  /** Time after which the process ends even if a part has not stopped. */
  stopTimeoutMs: number;
  /** Receives a function that stops the service for reasons other than signals. */
  stopsOn?: (stop: (reason: string) => void) => void;
}

const LOOK_FOR_PARENT_MS = 500;

/**
 * Starts a service and runs `work` with it. SIGTERM, SIGINT or the end of the surrounding `npx` stop the
 * service at any time, even during the start, and end the process with 0; `stopping` is aborted first, and
 * `work` must then end.
 * @returns when `work` is done; the service goes on
 * @throws the error of the start or of `work`, after the service was stopped
 */
export async function runService<S extends Service>(
  { log, start, stopTimeoutMs, stopsOn = () => {} }: RunServiceOptions<S>,
  work: (service: S, stopping: AbortSignal) => Promise<void>,
): Promise<void> {
  endOnUnhandled(log);
  const stopping = new AbortController();
  const starting = start();
  const working = starting.then(async (service) => {
    if (!stopping.signal.aborted) await work(service, stopping.signal);
  });
  const stop = (reason: string): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.warn('gave up waiting for the stop: ending the process');
      process.exit(0);
    }, stopTimeoutMs);
    // A start cannot be interrupted, and must not leave anything behind.
    void Promise.allSettled([starting.then((service) => service.stop()), working]).then(() =>
      process.exit(0),
    );
  };
  // Handled more than once: Ctrl-C under npm arrives twice, from the terminal and from npm.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  if (process.env.npm_command === 'exec') onParentGone(() => stop('the npx around it ended'));
  stopsOn(stop);
  try {
    await working;
  } catch (error) {
    if (stopping.signal.aborted) return;
    await starting.then(
      (service) => service.stop(),
      () => {},
    );
    throw error;
  }
}

/** An unhandled rejection is a bug: log it and end, so that a supervisor starts a sound process. */
function endOnUnhandled(log: Logger): void {
  const end = (kind: string) => (error: unknown) => {
    log.fatal({ err: error }, kind);
    process.exit(1);
  };
  process.on('unhandledRejection', end('unhandled rejection'));
  process.on('uncaughtException', end('uncaught exception'));
}

/** A SIGTERM for npx ends only the shell between npx and this process, which would go on unnoticed. */
function onParentGone(action: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    action();
  }, LOOK_FOR_PARENT_MS);
  timer.unref();
}
