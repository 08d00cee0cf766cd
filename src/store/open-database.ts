import type { Logger } from '../base/log.js';
import type { Parts } from '../base/parts.js';
import { connectionUse } from './client.js';
import { connectionReadings } from './connection-readings.js';
import { embeddedLog, startEmbedded } from './embedded.js';
import { type Installation, settleInstallation } from './installation.js';
import { migrate } from './migrate.js';
import { openPools, type Pools } from './pools.js';
import { settleSessions } from './session-settings.js';

export interface DatabaseSettings {
  /** null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** null: the databaseUrl. */
  readonly databaseListenUrl: string | null;
  readonly databaseConnections: number;
  readonly dataDir: string;
}

export interface Database {
  readonly url: string;
  /** URL of the server to LISTEN on. */
  readonly listenUrl: string;
  readonly pools: Pools;
  readonly installation: Installation;
}

const STATEMENT_TIMEOUT_MS = 30_000;

/** Opens the database: starts it if it is embedded, migrates it and makes the connections. */
export async function openDatabase(
  parts: Parts,
  { databaseUrl, databaseListenUrl, databaseConnections, dataDir }: DatabaseSettings,
  log: Logger,
): Promise<Database> {
  const url = databaseUrl ?? (await openEmbedded(parts, dataDir, log));
  const listenUrl = databaseListenUrl ?? url;
  await settleSessions(url, listenUrl, log);
  const pools = openPools(url, databaseConnections, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const { vital, small, background } = pools;
  parts.add('connections', {
    name: 'database connections',
    stop: () => pools.end({ timeout: 1 }),
    metrics: connectionReadings({
      vital: () => connectionUse(vital),
      small: () => connectionUse(small),
      background: () => connectionUse(background),
    }),
  });
  await migrate(small);
  return { url, listenUrl, pools, installation: await settleInstallation(small) };
}

async function openEmbedded(parts: Parts, dataDir: string, log: Logger): Promise<string> {
  const start = () => startEmbedded({ dataDir, log: embeddedLog(log) });
  return (await parts.open('database', 'embedded database', start, (embedded) => embedded.stop())).url;
}
