import { type Config, readConfig } from '../config.js';
import { createLog } from '../log.js';
import { connect, type Sql } from '../store/client.js';
import { startEmbedded } from '../store/embedded.js';
import { migrate } from '../store/migrate.js';
import { settleSessions } from '../store/session-settings.js';
import { ensureDataDir } from './data-dir.js';

export interface CommandDatabase {
  sql: Sql;
  /** For a connection of its own. */
  url: string;
  config: Config;
  /** Names of the migrations that this command applied. */
  applied: string[];
}

/**
 * Gives a command the database: the configured one, or the embedded one, which is started for the time of the command
 * when no server runs on it. Migrations are applied, after `before`.
 */
export async function withDatabase<T>(
  work: (database: CommandDatabase) => Promise<T>,
  { before }: { before?: (sql: Sql) => Promise<void> } = {},
): Promise<T> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  if (config.databaseUrl === null) await ensureDataDir(config.dataDir);
  const embedded =
    config.databaseUrl === null
      ? await startEmbedded({
          dataDir: config.dataDir,
          log: (message, fields) => log.info(fields ?? {}, message),
        })
      : null;
  const url = config.databaseUrl ?? embedded!.url;
  await settleSessions(url, config.databaseListenUrl ?? url, log);
  const sql = connect(url, {
    applicationName: 'cartload command',
    maxConnections: 2,
    statementTimeoutMs: 60_000,
  });
  try {
    await before?.(sql);
    const { applied } = await migrate(sql);
    return await work({ sql, url, config, applied });
  } finally {
    await sql.end({ timeout: 5 });
    await embedded?.stop();
  }
}
