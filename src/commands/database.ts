// Room commands: the command line, one file a command. This file gives a command its database.

import { createLog, type Logger } from '../base/log.js';
import { type Config, readConfig } from '../config.js';
import { connect, type Sql } from '../store/client.js';
import { embeddedLog, hasCluster, startEmbedded } from '../store/embedded.js';
import { BEFORE_FIRST_RELEASE, migrate, schemaState } from '../store/migrate.js';
import { settleSessions } from '../store/session-settings.js';
import { ensureDataDir } from './data-dir.js';
import { CommandError } from './result.js';

export interface CommandDatabase {
  sql: Sql;
  /** URL for a separate connection. */
  url: string;
  config: Config;
  log: Logger;
}

/**
 * Gives a command the configured or the embedded database; the latter is started for the command when no
 * server runs on it. The tables must be those of this version; they are neither made nor changed.
 * @throws CommandError that says what to run
 */
export function withDatabase<T>(work: (database: CommandDatabase) => Promise<T>): Promise<T> {
  return withServer(async (database) => {
    await assertSchema(database.sql);
    return work(database);
  }, assertCluster);
}

/**
 * Does what `withDatabase` does, but makes the cluster if there is none, calls `before`, and applies
 * migrations.
 */
export function withMigratedDatabase<T>(
  work: (database: CommandDatabase & { /** Names of applied migrations. */ applied: string[] }) => Promise<T>,
  { before }: { before?: (sql: Sql) => Promise<void> } = {},
): Promise<T> {
  return withServer(
    async (database) => {
      const { url, config, log } = database;
      await settleSessions(url, config.databaseListenUrl ?? url, log);
      await before?.(database.sql);
      const { applied } = await migrate(database.sql);
      return work({ ...database, applied });
    },
    ({ dataDir }) => ensureDataDir(dataDir),
  );
}

/** @param prepare prepares an embedded database before its start */
export async function withServer<T>(
  work: (database: CommandDatabase) => Promise<T>,
  prepare: (config: Config) => Promise<void>,
): Promise<T> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  if (config.databaseUrl === null) await prepare(config);
  const embedded =
    config.databaseUrl === null
      ? await startEmbedded({
          dataDir: config.dataDir,
          log: embeddedLog(log),
        })
      : null;
  const url = config.databaseUrl ?? embedded!.url;
  const sql = connect(url, {
    applicationName: 'cartload command',
    maxConnections: 2,
    statementTimeoutMs: 60_000,
  });
  try {
    return await work({ sql, url, config, log });
  } finally {
    await sql.end({ timeout: 5 });
    await embedded?.stop();
  }
}

/** A cluster made in a wrong DATA_DIR would silently take everything that the command writes. */
async function assertCluster({ dataDir }: Config): Promise<void> {
  if (hasCluster(dataDir)) return;
  throw new CommandError(
    `there is no database in DATA_DIR=${dataDir}: set DATA_DIR (or DATABASE_URL) as the service has it, ` +
      "or create one with 'cartload migrate' or 'cartload serve'",
  );
}

async function assertSchema(sql: Sql): Promise<void> {
  const { isEmpty, isForeign, pending, unknown } = await schemaState(sql);
  if (isEmpty)
    throw new CommandError(
      "the database has no tables of cartload: check DATABASE_URL, or create them with 'cartload migrate'",
    );
  if (isForeign) throw new CommandError(`the database ${BEFORE_FIRST_RELEASE}`);
  if (unknown.length > 0)
    throw new CommandError(
      `the database is newer than this program: it has ${unknown[0]}. Use the version of cartload that the service runs`,
    );
  if (pending.length > 0)
    throw new CommandError(
      `the database is older than this program: it lacks ${pending[0]}. Use the version of cartload that the service ` +
        "runs, or upgrade with 'cartload migrate'",
    );
}
