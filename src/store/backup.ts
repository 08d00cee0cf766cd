import type { Readable, Writable } from 'node:stream';
import type { Sql } from './client.js';
import type pg from './pg.js';
import { copyFrom, copyTo } from './pg.js';
import { pgConnection } from './pg-connection.js';

/**
 * Tables left out of back-ups: their rows refer to this database, its files, or transactions of its cluster.
 * Search indexes are rebuilt on request.
 */
const OF_ONE_CLUSTER = ['spools', 'nearby_changes', 'search_indexes', 'search_texts'];
const LEFT_OUT = ['schema_migrations', 'installation', 'blobs', 'last_backup', ...OF_ONE_CLUSTER];

/** Advisory lock of a running back-up, held by its reading transaction: 'backup' in ASCII. */
const BACKUP_LOCK = '108170553488752';

/** True while a back-up is running: files that its snapshot refers to must not be removed until it ends. */
export async function isBackupUnderWay(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                   WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objsubid = 1
                     AND (l.classid::bigint << 32) + l.objid::bigint = ${BACKUP_LOCK}::text::bigint) AS found`;
  return row.found;
}

/** Notes a finished back-up, whose age is a metric. */
export async function noteBackup(sql: Sql, takenAt: string): Promise<void> {
  await sql`INSERT INTO last_backup (taken_at) VALUES (${takenAt}::text::timestamptz)
            ON CONFLICT (is_only) DO UPDATE SET taken_at = greatest(last_backup.taken_at, excluded.taken_at)`;
}

/** True when the database has any tables. */
export async function hasTables(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')) AS found`;
  return row.found;
}

export interface BackedUpTable {
  name: string;
  columns: string[];
}

export interface BackedUpSequence {
  name: string;
  /** Text, as a JSON number may not hold it exactly. */
  last: string;
  isCalled: boolean;
}

/**
 * Longest silence of a server that is still there. Its statements have no limit, as the COPY of a table takes
 * as long as the table is large, but a connection without a byte either way for so long is given up. A count
 * of a large table, or keys that are checked at the end, take minutes.
 */
const SILENCE_MS = 15 * 60_000;

async function open(databaseUrl: string, name: string, silenceMs: number): Promise<pg.Client> {
  const { Client, ...connection } = pgConnection(databaseUrl, silenceMs, 0, true);
  const client = new Client({ ...connection, application_name: name, connectionTimeoutMillis: 10_000 });
  // An error of the connection fails the running statement.
  client.on('error', () => {});
  await client.connect();
  await client.query(
    'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET datestyle = ISO',
  );
  return client;
}

const rows = async <T>(client: pg.Client, text: string, values: unknown[] = []): Promise<T[]> =>
  (await client.query(text, values)).rows as T[];

/** Reads a database as of one moment, while others write to it. */
export class DatabaseSnapshot {
  private constructor(readonly client: pg.Client) {}

  static async take(databaseUrl: string, silenceMs = SILENCE_MS): Promise<DatabaseSnapshot> {
    const client = await open(databaseUrl, 'cartload backup', silenceMs);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SELECT pg_advisory_xact_lock_shared(${BACKUP_LOCK})`);
    return new DatabaseSnapshot(client);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  async takenAt(): Promise<string> {
    const [row] = await rows<{ at: string }>(this.client, "SELECT to_json(now()) #>> '{}' AS at");
    return row!.at;
  }

  migrations(): Promise<{ name: string; sha256: string }[]> {
    return rows(
      this.client,
      "SELECT name, sha256 FROM schema_migrations WHERE name LIKE '%.sql' ORDER BY name",
    );
  }

  tables(): Promise<BackedUpTable[]> {
    return rows(
      this.client,
      `SELECT c.relname AS name, to_json(array_agg(a.attname ORDER BY a.attnum)) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       WHERE c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'schema_migrations'::regclass) AND c.relkind IN ('r', 'p')
         AND NOT c.relname = ANY ($1)
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
       GROUP BY c.relname ORDER BY c.relname`,
      [LEFT_OUT],
    );
  }

  /**
   * Current values of sequences, which are not transactional: values given out after the snapshot are
   * skipped.
   */
  async sequences(): Promise<BackedUpSequence[]> {
    const found = await rows<{ name: string }>(
      this.client,
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'schema_migrations'::regclass) AND relkind = 'S' ORDER BY relname`,
    );
    const sequences: BackedUpSequence[] = [];
    for (const { name } of found) {
      const [state] = await rows<{ last: string; isCalled: boolean }>(
        this.client,
        `SELECT last_value::text AS last, is_called AS "isCalled" FROM ${quoted(name)}`,
      );
      sequences.push({ name, ...state! });
    }
    return sequences;
  }

  /** Rows of a table in PostgreSQL's text format. */
  copy({ name, columns }: BackedUpTable): Readable {
    return this.client.query(copyTo(`COPY ${quoted(name)} (${columns.map(quoted).join()}) TO STDOUT`));
  }

  /** Finds the jobs among the ids. */
  async jobs(ids: readonly string[]): Promise<Map<string, { isOpen: boolean }>> {
    const found = await rows<{ id: string; isOpen: boolean }>(
      this.client,
      `SELECT id, status IN ('queued', 'processing') AS "isOpen" FROM jobs WHERE id = ANY ($1)`,
      [ids],
    );
    return new Map(found.map(({ id, isOpen }) => [id, { isOpen }]));
  }

  /** Next unfinished imports after an id whose upload lies in the spool. */
  async openImports(spool: string, afterId: string, atMost: number): Promise<string[]> {
    const found = await rows<{ id: string }>(
      this.client,
      `SELECT id FROM jobs WHERE status IN ('queued', 'processing') AND kind = 'bulk_import' AND spool = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [spool, afterId, atMost],
    );
    return found.map(({ id }) => id);
  }

  /** Number of unfinished imports whose upload lies on other machines. */
  async importsElsewhere(spools: readonly string[]): Promise<number> {
    const [row] = await rows<{ count: number }>(
      this.client,
      `SELECT count(*)::integer AS count FROM jobs
       WHERE status IN ('queued', 'processing') AND kind = 'bulk_import' AND spool IS NOT NULL AND NOT spool = ANY ($1)`,
      [spools],
    );
    return row!.count;
  }

  /** Next blobs of a store after a key, without uploads. */
  async blobs(store: string, afterKey: string, atMost: number): Promise<string[]> {
    const found = await rows<{ key: string }>(
      this.client,
      `SELECT key FROM blobs WHERE store = $1 AND key > $2 AND NOT starts_with(key, 'uploads/') ORDER BY key LIMIT $3`,
      [store, afterKey, atMost],
    );
    return found.map(({ key }) => key);
  }
}

/** Fills the tables of an empty database in one transaction. */
export class DatabaseRestore {
  private constructor(readonly client: pg.Client) {}

  /** @returns null when the database already has accounts or maps */
  static async begin(databaseUrl: string, silenceMs = SILENCE_MS): Promise<DatabaseRestore | null> {
    const client = await open(databaseUrl, 'cartload restore', silenceMs);
    await client.query('BEGIN');
    // A service that starts meanwhile waits here before it makes its first account.
    await client.query('LOCK TABLE accounts, maps, jobs IN ACCESS EXCLUSIVE MODE');
    const [row] = await rows<{ empty: boolean }>(
      client,
      'SELECT NOT EXISTS (SELECT FROM accounts) AND NOT EXISTS (SELECT FROM maps) AND NOT EXISTS (SELECT FROM jobs) AS empty',
    );
    if (row!.empty) return new DatabaseRestore(client);
    await client.end();
    return null;
  }

  /** Removes rows that migrations inserted, and disables triggers. */
  async prepare(names: readonly string[]): Promise<void> {
    await this.client.query(`TRUNCATE ${[...names, ...OF_ONE_CLUSTER].map(quoted).join()}`);
    for (const name of names) await this.client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  }

  /** Sorts tables so that rows refer only to earlier tables. */
  async inOrder(names: readonly string[]): Promise<string[]> {
    const references = await rows<{ from: string; to: string }>(
      this.client,
      `SELECT c.relname AS from, r.relname AS to FROM pg_constraint k
       JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
       WHERE k.contype = 'f' AND NOT k.condeferred AND c.relname = ANY ($1) AND r.relname = ANY ($1) AND k.conrelid <> k.confrelid`,
      [names],
    );
    const ordered: string[] = [];
    while (ordered.length < names.length) {
      const left = names.filter((name) => !ordered.includes(name));
      const next = left.filter(
        (name) => !references.some(({ from, to }) => from === name && left.includes(to)),
      );
      if (next.length === 0) throw new Error(`tables refer to each other in a circle: ${left.join(', ')}`);
      ordered.push(...next);
    }
    return ordered;
  }

  fill({ name, columns }: BackedUpTable): Writable {
    return this.client.query(copyFrom(`COPY ${quoted(name)} (${columns.map(quoted).join()}) FROM STDIN`));
  }

  async count(name: string): Promise<number> {
    const [row] = await rows<{ count: string }>(this.client, `SELECT count(*) FROM ${quoted(name)}`);
    return Number(row!.count);
  }

  async setSequence({ name, last, isCalled }: BackedUpSequence): Promise<void> {
    await this.client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), last, isCalled]);
  }

  /** Points jobs from their old spools to the new one. */
  async moveFiles(before: readonly string[], now: string): Promise<void> {
    await this.client.query('UPDATE jobs SET spool = $2 WHERE spool = ANY ($1)', [before, now]);
  }

  async commit(names: readonly string[]): Promise<void> {
    // Deferred keys, too: a table with pending checks cannot be altered.
    await this.client.query('SET CONSTRAINTS ALL IMMEDIATE');
    for (const name of names) await this.client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    await this.client.query('COMMIT');
  }

  /** Closes the connection; an uncommitted restore is rolled back. */
  close(): Promise<void> {
    return this.client.end();
  }
}

const quoted = (name: string): string => `"${name.replace(/"/g, '""')}"`;
