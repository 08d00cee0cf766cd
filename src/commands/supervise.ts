import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServiceRole } from '../app.js';
import type { Logger } from '../base/log.js';
import { takePort } from '../base/processes/port.js';
import { processRoles } from '../base/processes/process-roles.js';
import { Supervisor } from '../base/processes/supervisor.js';
import type { Config } from '../config.js';
import { connect } from '../store/client.js';
import { EMBEDDED_CONNECTIONS } from '../store/embedded/settings.js';
import { embeddedLog, startEmbedded } from '../store/embedded.js';
import { migrate } from '../store/migrate.js';
import { connectionsAtMost } from '../store/pools.js';
import { settleSessions } from '../store/session-settings.js';
import { CHILD_STOP_MS, START_CHILD_MS } from './child-times.js';
import { ensureDataDir } from './data-dir.js';
import { issueFirstKey } from './first-key.js';
import { runService, type Service } from './run-service.js';

export interface SuperviseOptions {
  config: Config;
  log: Logger;
  role: Exclude<ServiceRole, 'jobs'>;
  /** Number of processes that answer requests. */
  processes: number;
}

/** Above the time that a process takes to stop by itself. */
const KILL_CHILD_MS = CHILD_STOP_MS + 200;
/** Includes two seconds for the embedded database; below the 10 s that a stop may take. */
const STOP_TIMEOUT_MS = KILL_CHILD_MS + 2_000;

const ENTRY = fileURLToPath(new URL('./serve-child.js', import.meta.url));

/** Runs the service as several processes on one port. SIGHUP replaces them one by one. */
export async function supervise({ config, log, role, processes }: SuperviseOptions): Promise<void> {
  await ensureDataDir(config.dataDir);
  let roll = (): unknown => log.warn('ignored SIGHUP: not all processes are ready');
  process.on('SIGHUP', () => void roll());
  const shutdownDelayMs = config.shutdownDelaySeconds * 1000;
  const start = async (): Promise<Service & { url: string; supervisor: Supervisor }> => {
    const { port, release } = await takePort(config.host, config.port);
    const places = processRoles({ role, processes, port, workers: config.workers });
    const database = await prepareDatabase(config, log, places.length);
    const supervisor = new Supervisor({
      log,
      places,
      launch: () => fork(ENTRY, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
      startMs: START_CHILD_MS,
      stopMs: KILL_CHILD_MS + shutdownDelayMs,
    });
    try {
      const url = await supervisor.start();
      const stop = async (): Promise<void> => {
        await supervisor.stop();
        release();
        await database.stop();
      };
      return { url, supervisor, stop };
    } catch (error) {
      await database.stop();
      throw error;
    }
  };
  await runService(
    { log, start, stopTimeoutMs: STOP_TIMEOUT_MS + shutdownDelayMs },
    async ({ url, supervisor }) => {
      roll = () => supervisor.roll();
      log.info({ url, role, processes, pid: process.pid }, 'cartload is ready');
    },
  );
}

/** Prepares the database for the processes: running, migrated, with a first key. */
async function prepareDatabase(
  config: Config,
  log: Logger,
  processes: number,
): Promise<{ stop(): Promise<void> }> {
  const { databaseConnections: connections, workers } = config;
  const needed = EMBEDDED_CONNECTIONS + (processes - 1) * connectionsAtMost({ connections, workers });
  const embedded =
    config.databaseUrl === null
      ? await startEmbedded({
          dataDir: config.dataDir,
          settings: { max_connections: String(needed) },
          log: embeddedLog(log),
        })
      : null;
  const url = config.databaseUrl ?? embedded!.url;
  await settleSessions(url, config.databaseListenUrl ?? url, log);
  const sql = connect(url, {
    applicationName: 'cartload supervisor',
    maxConnections: 1,
    statementTimeoutMs: 30_000,
  });
  try {
    await migrate(sql);
    await issueFirstKey(sql);
  } catch (error) {
    await embedded?.stop();
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
  return { stop: async () => embedded?.stop() };
}
