import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { CHANGED_COLUMNS, MARKER_COLUMNS } from '../schema/marker-columns.js';
import { ADDRESS_MEMBERS, TEXT_MEMBERS } from '../schema/marker-terms.js';
import { withLongStatements } from './client.js';

interface SqlFile {
  readonly name: string;
  readonly text: string;
}

interface Migration extends SqlFile {
  /** Hex. */
  readonly sha256: string;
  /** false: the file is part of a whole that is recorded once. */
  readonly isRecorded?: boolean;
}

/** Schema that a program needs. */
export interface SchemaVersion {
  /** Names of the numbered files, in order. */
  readonly names: readonly string[];
  /** Name under which the functions are recorded: `functions` and part of their hash; null: none. */
  readonly functions: string | null;
}

/** Subdirectory of the functions, and their name in messages. */
const FUNCTIONS = 'functions';
const FUNCTIONS_OF_OURS = 'functions of this version';
const FUNCTIONS_OF_LATER = 'functions of a later version';

const FILE_NAME = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/;

/** Limit for a file. */
const STATEMENT_MINUTES = 30;

/** Advisory lock of migrations: 'cartload' in ASCII. */
export const MIGRATION_LOCK = '7161129115234689380';

/**
 * A change of a table waits for all its readers, and all later readers wait behind it, perhaps for a long
 * export. So it gives up after this time and tries again.
 */
const LOCK_TIMEOUT_MS = 1000;
const TRY_AGAIN_AFTER_MS = 2000;
/** Time after which a migration fails; long exports and blocks of imports end before. */
export const GIVE_UP_AFTER_MS = 15 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Own SQLSTATE: another process applied the file first. */
const ALREADY_APPLIED = 'CLMIG';

/**
 * Applies the numbered files of a directory (default: the package's `sql`) that the database has not seen, in
 * the order of their numbers, and then all files of its `functions` when one of them is another than before:
 * these say `CREATE OR REPLACE`, so that each function stands once, as it is now. Safe when several processes
 * call it at once. Returns the names that this call applied.
 *
 * Each numbered file, and all functions together, are one message of the simple protocol together with the
 * lock, the check and its record. PostgreSQL runs such a message as one transaction on one connection, so it
 * needs neither BEGIN and COMMIT, which would leave the pooled connection in a failed transaction after an
 * error, nor `sql.begin` (postgres#1155). Hence no file may contain COMMIT, nor what cannot run in a
 * transaction. Where the database is distributed, Citus carries a change to all nodes: one after the other,
 * or a file could not change a table and a function that uses it. Processes of the previous version may run
 * beside it, so their tables and functions stay (docs/deployment.md).
 * @param isWanted selects files by name, such as `functions/maps.sql`; functions are recorded only when all
 * are selected
 * @throws Error that names a file that was changed after it was applied or that fails, or an applied name
 * without a file
 */
export async function migrate<T extends Record<string, unknown>>(
  sql: postgres.Sql<T>,
  directory: string = packagedDirectory(),
  giveUpAfterMs = GIVE_UP_AFTER_MS,
  isWanted: (name: string) => boolean = () => true,
): Promise<{ applied: string[] }> {
  const { migrations, functions } = await readFiles(directory);
  const applied: string[] = [];
  const recorded = await readRecords(sql);
  checkRecords(migrations, functions, recorded, directory);
  for (const migration of migrations) {
    if (recorded.has(migration.name) || !isWanted(migration.name)) continue;
    if (await applyBetweenOthers(sql, migration, giveUpAfterMs)) applied.push(migration.name);
  }
  if (functions !== null && !recorded.has(functions.name)) {
    const wanted = functions.files.filter(({ name }) => isWanted(name));
    const text = wanted.map((file) => file.text).join('\n');
    const isRecorded = wanted.length === functions.files.length;
    if (await applyBetweenOthers(sql, { ...functions, text, isRecorded }, giveUpAfterMs))
      applied.push(FUNCTIONS);
  }
  // Another process may have applied other files meanwhile.
  checkRecords(migrations, functions, await readRecords(sql), directory);
  return { applied };
}

/** Schema version of the files of a directory (default: the package's `sql`). */
export async function schemaVersion(directory: string = packagedDirectory()): Promise<SchemaVersion> {
  const { migrations, functions } = await readFiles(directory);
  return { names: migrations.map(({ name }) => name), functions: functions?.name ?? null };
}

/** Compares a database with the files of this program, without changes. */
export async function schemaState<T extends Record<string, unknown>>(
  sql: postgres.Sql<T>,
  version: SchemaVersion | Promise<SchemaVersion> = schemaVersion(),
): Promise<{
  /** No file was applied yet. */
  isEmpty: boolean;
  /** It was made by files that this program cannot continue; see BEFORE_FIRST_RELEASE. */
  isForeign: boolean;
  /** Names that the database lacks. */
  pending: string[];
  /** Names that a later program applied. */
  unknown: string[];
}> {
  const { names, functions } = await version;
  const recorded = await readRecords(sql);
  const pending = names.filter((name) => !recorded.has(name));
  if (functions !== null && !recorded.has(functions)) pending.push(FUNCTIONS_OF_OURS);
  const unknown = [...recorded.keys()].filter((name) => !isFunctions(name) && !names.includes(name)).sort();
  if (isSuperseded(functions, recorded)) unknown.push(FUNCTIONS_OF_LATER);
  return { isEmpty: recorded.size === 0, isForeign: isForeignDatabase(names, recorded), pending, unknown };
}

/** Continues a message that names the database. */
export const BEFORE_FIRST_RELEASE =
  'was made by cartload before its first release, and has other tables: export its maps with the version that made it, start this ' +
  'version with an empty database, and import them there';

/** True when the database began with another first file. */
export const isForeignDatabase = (
  names: readonly string[],
  recorded: { readonly size: number; has(name: string): boolean },
): boolean => recorded.size > 0 && names.length > 0 && !recorded.has(names[0]!);

const isFunctions = (name: string): boolean => name.startsWith(`${FUNCTIONS} `);

/** True when the functions were applied once, and others later. */
const isSuperseded = (functions: string | null, recorded: ReadonlyMap<string, string>): boolean =>
  functions !== null && recorded.has(functions) && [...recorded.keys()].findLast(isFunctions) !== functions;

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
  { name, text, sha256, isRecorded = true }: Migration,
): Promise<boolean> {
  // Name and hash need no quoting.
  const message = `
    SET LOCAL statement_timeout = '${STATEMENT_MINUTES}min';
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
    ;INSERT INTO schema_migrations (name, sha256, applied_at) SELECT '${name}', '${sha256}', clock_timestamp() WHERE ${isRecorded};`;
  try {
    await withLongStatements(sql, STATEMENT_MINUTES * 60_000, () => sql.unsafe(message).simple());
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === ALREADY_APPLIED) return false;
    throw new Error(
      `${isFunctions(name) ? FUNCTIONS : name} could not be applied: ${describe(error, message)}`,
      { cause: error },
    );
  }
}

function describe(error: unknown, message: string): string {
  if (!(error instanceof postgres.PostgresError))
    return error instanceof Error ? error.message : String(error);
  // In characters from 1; absent for most errors at run time.
  const position = Number(error.position);
  const near = position > 0 ? ` at '${message.slice(position - 1, position + 59).split('\n')[0]}'` : '';
  return `${error.message}${near}`;
}

/** Hashes of applied files by name, in the order of their application. */
async function readRecords<T extends Record<string, unknown>>(
  sql: postgres.Sql<T>,
): Promise<Map<string, string>> {
  const [table] = await sql<
    { found: boolean }[]
  >`select to_regclass('schema_migrations') is not null as found`;
  if (table?.found !== true) return new Map();
  const rows = await sql<{ name: string; sha256: string }[]>`
    select name, sha256 from schema_migrations order by applied_at`;
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

function checkRecords(
  migrations: readonly Migration[],
  functions: FunctionFiles | null,
  recorded: ReadonlyMap<string, string>,
  directory: string,
): void {
  const files = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  if (isForeignDatabase([...files.keys()], recorded)) throw new Error(`the database ${BEFORE_FIRST_RELEASE}`);
  for (const [name, sha256] of recorded) {
    if (isFunctions(name)) continue;
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
  if (isSuperseded(functions?.name ?? null, recorded))
    throw new Error(`the database is newer than this program: it has ${FUNCTIONS_OF_LATER}`);
}

interface FunctionFiles {
  /** Name as in SchemaVersion. */
  name: string;
  sha256: string;
  files: SqlFile[];
}

async function readFiles(
  directory: string,
): Promise<{ migrations: Migration[]; functions: FunctionFiles | null }> {
  const migrations: Migration[] = [];
  for (const name of await listNames(directory)) {
    const text = await readFile(join(directory, name), 'utf8');
    migrations.push({ name, text, sha256: createHash('sha256').update(text).digest('hex') });
  }
  const files: SqlFile[] = [];
  const hash = createHash('sha256');
  for (const name of await listFunctions(directory)) {
    const text = withColumns(await readFile(join(directory, name), 'utf8'));
    files.push({ name, text });
    hash.update(text);
  }
  const sha256 = hash.digest('hex');
  const functions = { name: `${FUNCTIONS} ${sha256.slice(0, 16)}`, sha256, files };
  return { migrations, functions: files.length === 0 ? null : functions };
}

/** Columns of markers that functions name as lists. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  address: ADDRESS_MEMBERS,
  own: TEXT_MEMBERS,
  texts: [...ADDRESS_MEMBERS, ...TEXT_MEMBERS],
  changed: CHANGED_COLUMNS,
  cloned: Object.keys(MARKER_COLUMNS).filter((column) => column !== 'map_id' && column !== 'id'),
};

/** Writes what stands in `{{list:…}}` once for each column of a list, with its name for `?`. */
const withColumns = (text: string): string =>
  text.replace(/\{\{(\w+):([^{}]+)\}\}/g, (_, list: string, each: string) =>
    LISTS[list]!.map((column) => each.replaceAll('?', column)).join(''),
  );

/** Names such as `functions/maps.sql`. */
async function listFunctions(directory: string): Promise<string[]> {
  const path = join(directory, FUNCTIONS);
  if (!existsSync(path)) return [];
  const names = (await readdir(path)).filter((name) => name.endsWith('.sql')).sort();
  return names.map((name) => `${FUNCTIONS}/${name}`);
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

/** `sql` beside the nearest package.json above this file, which runs from dist/src/store. */
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
