import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';

interface Migration {
  readonly name: string;
  readonly text: string;
  /** Hex. */
  readonly sha256: string;
}

const FILE_NAME = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/;

/** Any number, as long as nobody else takes advisory locks with it: 'cartload' in ASCII. */
export const MIGRATION_LOCK = '7161129115234689380';

/**
 * A change of a table waits for all who read it, and all who come later wait behind it: with a long export in front, everybody. So it
 * gives way after this, and tries again.
 */
const LOCK_TIMEOUT_MS = 1000;
const TRY_AGAIN_AFTER_MS = 2000;
/** Long exports and imports of blocks end meanwhile; who starts a process sees that it does not. */
export const GIVE_UP_AFTER_MS = 15 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** SQLSTATE of our own for "somebody else was faster". */
const ALREADY_APPLIED = 'CLMIG';

/**
 * Applies the files of a directory (default: the package's `sql`) that the database has not seen, in the order of their
 * numbers. Safe when several processes call it at once. Returns the names that this call applied.
 *
 * Each file is one message of the simple protocol together with the lock, the check and its record. PostgreSQL runs such a
 * message as one transaction on one connection, so it needs neither BEGIN and COMMIT, which would leave the pooled
 * connection in a failed transaction after an error, nor `sql.begin` (postgres#1155). Hence no file may contain COMMIT, nor
 * what cannot run in a transaction. Where the database is distributed, Citus carries a change to all nodes: one after the other, or
 * a file could not change a table and a function that uses it.
 * It stands beside processes of the version before: what those need stays (docs/deployment.md).
 * @throws Error that names a file that was changed after it was applied, or that fails, or an applied name without a file
 */
export async function migrate<T extends Record<string, unknown>>(
  sql: postgres.Sql<T>,
  directory: string = packagedDirectory(),
  giveUpAfterMs = GIVE_UP_AFTER_MS,
  isWanted: (name: string) => boolean = () => true,
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory);
  const applied: string[] = [];
  const recorded = await readRecords(sql);
  checkRecords(migrations, recorded, directory);
  for (const migration of migrations) {
    if (recorded.has(migration.name) || !isWanted(migration.name)) continue;
    if (await applyBetweenOthers(sql, migration, giveUpAfterMs)) applied.push(migration.name);
  }
  // What another process applied meanwhile may come from other files.
  checkRecords(migrations, await readRecords(sql), directory);
  return { applied };
}

/** The names of the files of a directory (default: the package's `sql`), in order. */
export const migrationNames = (directory: string = packagedDirectory()): Promise<string[]> =>
  listNames(directory);

/** How a database stands to the files of this program, without changing anything. */
export async function schemaState<T extends Record<string, unknown>>(
  sql: postgres.Sql<T>,
  names: readonly string[] | Promise<readonly string[]> = migrationNames(),
): Promise<{
  /** No file was applied yet. */
  isEmpty: boolean;
  /** Files that the database has not seen yet. */
  pending: string[];
  /** Files of a later program that were applied. */
  unknown: string[];
}> {
  const ours = await names;
  const recorded = await readRecords(sql);
  return {
    isEmpty: recorded.size === 0,
    pending: ours.filter((name) => !recorded.has(name)),
    unknown: [...recorded.keys()].filter((name) => !ours.includes(name)).sort(),
  };
}

/** False when another process applied it first. */
async function applyBetweenOthers<T extends Record<string, unknown>>(
  sql: postgres.Sql<T>,
  migration: Migration,
  giveUpAfterMs: number,
): Promise<boolean> {
  for (const giveUpAtMs = performance.now() + giveUpAfterMs; ; ) {
    try {
      return await apply(sql, migration);
    } catch (error) {
      const { cause } = error as Error;
      const isLocked = cause instanceof postgres.PostgresError && cause.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || performance.now() > giveUpAtMs) throw error;
    }
    await delay(TRY_AGAIN_AFTER_MS * (0.5 + Math.random()));
  }
}

/** False when another process applied it first. */
async function apply<T extends Record<string, unknown>>(
  sql: postgres.Sql<T>,
  { name, text, sha256 }: Migration,
): Promise<boolean> {
  // Name and hash are of a form that needs no quoting.
  const message = `
    SET LOCAL statement_timeout = '30min';
    SELECT pg_advisory_xact_lock(${MIGRATION_LOCK});
    SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS};
    SET LOCAL client_min_messages = warning;
    SET LOCAL citus.multi_shard_modify_mode = 'sequential';
    CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    );
    DO $guard$ BEGIN
      IF EXISTS (SELECT FROM schema_migrations WHERE name = '${name}') THEN
        RAISE EXCEPTION 'already applied' USING ERRCODE = '${ALREADY_APPLIED}';
      END IF;
    END $guard$;
    ${text}
    ;INSERT INTO schema_migrations (name, sha256) VALUES ('${name}', '${sha256}');`;
  try {
    await sql.unsafe(message).simple();
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === ALREADY_APPLIED) return false;
    throw new Error(`${name} could not be applied: ${describe(error, message)}`, { cause: error });
  }
}

function describe(error: unknown, message: string): string {
  if (!(error instanceof postgres.PostgresError))
    return error instanceof Error ? error.message : String(error);
  // Counted in characters from 1, absent for most errors at run time.
  const position = Number(error.position);
  const near = position > 0 ? ` at '${message.slice(position - 1, position + 59).split('\n')[0]}'` : '';
  return `${error.message}${near}`;
}

async function readRecords<T extends Record<string, unknown>>(
  sql: postgres.Sql<T>,
): Promise<Map<string, string>> {
  const [table] = await sql<
    { found: boolean }[]
  >`select to_regclass('schema_migrations') is not null as found`;
  if (table?.found !== true) return new Map();
  const rows = await sql<{ name: string; sha256: string }[]>`select name, sha256 from schema_migrations`;
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

function checkRecords(
  migrations: readonly Migration[],
  recorded: ReadonlyMap<string, string>,
  directory: string,
): void {
  const files = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  for (const [name, sha256] of recorded) {
    const file = files.get(name);
    if (file === undefined) {
      throw new Error(
        `the database is newer than this program: it has ${name}, which is not in ${directory}`,
      );
    }
    if (file !== sha256) {
      throw new Error(`${name} was changed after it was applied: put it back and write a new file instead`);
    }
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const name of await listNames(directory)) {
    const text = await readFile(join(directory, name), 'utf8');
    migrations.push({ name, text, sha256: createHash('sha256').update(text).digest('hex') });
  }
  return migrations;
}

async function listNames(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Map<string, string>();
  for (const name of names) {
    const number = FILE_NAME.exec(name)?.[1];
    if (number === undefined)
      throw new Error(`'${name}' in ${directory} is not named like 0001-some-words.sql`);
    const same = numbers.get(number);
    if (same !== undefined) throw new Error(`${same} and ${name} have the same number`);
    numbers.set(number, name);
  }
  return names;
}

/** `sql` beside the package.json above this file, which runs from dist/src/store. */
function packagedDirectory(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory)
      throw new Error('no package.json above the program: its sql directory is not found');
    directory = parent;
  }
  return join(directory, 'sql');
}
