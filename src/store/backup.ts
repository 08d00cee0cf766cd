import type { Readable, Writable } from 'node:stream';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Sql } from './client.js';
import { pgConnection } from './pg-connection.js';

/**
 * Tables that a restored installation makes anew: of the database itself, of its files, and of transactions of its cluster (search indexes
 * are built again when they are asked for).
 */
const OF_ONE_CLUSTER = ['spools', 'nearby_changes', 'search_indexes', 'search_texts'];
const LEFT_OUT = ['schema_migrations', 'installation', 'blobs', ...OF_ONE_CLUSTER];

/** Held while a back-up is made, in the transaction that reads: 'backup' in ASCII. */
const BACKUP_LOCK = '108170553488752';

/** Whether a back-up copies files at this moment: what it has read of the database refers to files that nobody may remove until it ends. */
export async function isBackupUnderWay(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                   WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objsubid = 1
                     AND (l.classid::bigint << 32) + l.objid::bigint = ${BACKUP_LOCK}::text::bigint) AS found`;
  return row.found;
}

/** Whether there is anything where the tables of a restored installation would be made. */
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
  /** As text: it may be beyond what a JSON number holds. */
  last: string;
  isCalled: boolean;
}

/** A file that belongs to a job. */
export interface JobFile {
  jobId: string;
  isOpen: boolean;
}

async function open(databaseUrl: string, name: string): Promise<Client> {
  const { Client, ...connection } = pgConnection(databaseUrl);
  const client = new Client({ ...connection, application_name: name, connectionTimeoutMillis: 10_000 });
  // What breaks meanwhile fails the statement that is under way.
  client.on('error', () => {});
  await client.connect();
  await client.query(
    'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET datestyle = ISO',
  );
  return client;
}

const rows = async <T>(client: Client, text: string, values: unknown[] = []): Promise<T[]> =>
  (await client.query(text, values)).rows as T[];

/** All of a database as of one moment, however much is written to it meanwhile. */
export class DatabaseSnapshot {
  private constructor(readonly client: Client) {}

  static async take(databaseUrl: string): Promise<DatabaseSnapshot> {
    const client = await open(databaseUrl, 'cartload backup');
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

  /** Numbers that were given out after the snapshot are skipped: sequences know no transactions. */
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

  /** Its rows in PostgreSQL's text format. */
  copy({ name, columns }: BackedUpTable): Readable {
    return this.client.query(copyTo(`COPY ${quoted(name)} (${columns.map(quoted).join()}) TO STDOUT`));
  }

  /** Those of the ids that are jobs. */
  async jobs(ids: readonly string[]): Promise<Map<string, { isOpen: boolean }>> {
    const found = await rows<{ id: string; isOpen: boolean }>(
      this.client,
      `SELECT id, status IN ('queued', 'processing') AS "isOpen" FROM jobs WHERE id = ANY ($1)`,
      [ids],
    );
    return new Map(found.map(({ id, isOpen }) => [id, { isOpen }]));
  }

  /** The next imports behind an id that are not over and whose upload lies in a spool. */
  async openImports(spool: string, afterId: string, atMost: number): Promise<string[]> {
    const found = await rows<{ id: string }>(
      this.client,
      `SELECT id FROM jobs WHERE status IN ('queued', 'processing') AND kind = 'bulk_import' AND spool = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [spool, afterId, atMost],
    );
    return found.map(({ id }) => id);
  }

  /** Imports that are not over and whose upload lies in none of these, but on another machine. */
  async importsElsewhere(spools: readonly string[]): Promise<number> {
    const [row] = await rows<{ count: number }>(
      this.client,
      `SELECT count(*)::integer AS count FROM jobs
       WHERE status IN ('queued', 'processing') AND kind = 'bulk_import' AND spool IS NOT NULL AND NOT spool = ANY ($1)`,
      [spools],
    );
    return row!.count;
  }

  /** The next blobs of a store behind a key that are not uploads. */
  async blobs(store: string, afterKey: string, atMost: number): Promise<string[]> {
    const found = await rows<{ key: string }>(
      this.client,
      `SELECT key FROM blobs WHERE store = $1 AND key > $2 AND NOT starts_with(key, 'uploads/') ORDER BY key LIMIT $3`,
      [store, afterKey, atMost],
    );
    return found.map(({ key }) => key);
  }
}

/** Fills the tables of a database that has none of its own data yet, in one transaction. */
export class DatabaseRestore {
  private constructor(readonly client: Client) {}

  /** @returns null: the database has accounts or maps already */
  static async begin(databaseUrl: string): Promise<DatabaseRestore | null> {
    const client = await open(databaseUrl, 'cartload restore');
    await client.query('BEGIN');
    // A service that is started meanwhile waits for its first account.
    await client.query('LOCK TABLE accounts, maps, jobs IN ACCESS EXCLUSIVE MODE');
    const [row] = await rows<{ empty: boolean }>(
      client,
      'SELECT NOT EXISTS (SELECT FROM accounts) AND NOT EXISTS (SELECT FROM maps) AND NOT EXISTS (SELECT FROM jobs) AS empty',
    );
    if (row!.empty) return new DatabaseRestore(client);
    await client.end();
    return null;
  }

  /** Removes what migrations put in, and turns off what notes changes. */
  async prepare(names: readonly string[]): Promise<void> {
    await this.client.query(`TRUNCATE ${[...names, ...OF_ONE_CLUSTER].map(quoted).join()}`);
    for (const name of names) await this.client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  }

  /** The names in an order in which no row refers to one that is not there yet. */
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

  /** Jobs whose files lay in one of the spools find them in the other now. */
  async moveFiles(before: readonly string[], now: string): Promise<void> {
    await this.client.query('UPDATE jobs SET spool = $2 WHERE spool = ANY ($1)', [before, now]);
  }

  async commit(names: readonly string[]): Promise<void> {
    // Of deferred keys, too: no table is altered while checks of it wait.
    await this.client.query('SET CONSTRAINTS ALL IMMEDIATE');
    for (const name of names) await this.client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    await this.client.query('COMMIT');
  }

  /** What was not committed was not done. */
  close(): Promise<void> {
    return this.client.end();
  }
}

const quoted = (name: string): string => `"${name.replace(/"/g, '""')}"`;
