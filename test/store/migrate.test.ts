import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import t, { type Test } from 'tap';
import { migrate, schemaState, schemaVersion } from '../../src/store/migrate.js';
import { createDatabase } from '../support/database.js';

const { url } = await createDatabase(t);

/** Migrations of a test on an empty schema of its own. */
function arrange(test: Test, files: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'cartload-migrations-'));
  const schema = `s${Math.random().toString(36).slice(2)}`;
  mkdirSync(join(directory, 'functions'));
  const sqls: postgres.Sql[] = [];
  const open = (max: number) => {
    const sql = postgres(url, {
      max,
      fetch_types: false,
      onnotice: () => {},
      connection: { search_path: schema },
    });
    sqls.push(sql);
    return sql;
  };
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  test.teardown(async () => {
    await Promise.all(sqls.map((sql) => sql.end({ timeout: 1 })));
    rmSync(directory, { recursive: true });
  });
  return {
    directory,
    open,
    write,
    sql: open(2),
    createSchema: (sql: postgres.Sql) => sql.unsafe(`create schema ${schema}`),
  };
}

const pending = async (sql: postgres.Sql, directory: string): Promise<string[]> =>
  (await schemaState(sql, schemaVersion(directory))).pending;

t.test('applies files in the order of their numbers, once', async (t) => {
  const { directory, sql, createSchema, write } = arrange(t, {
    '0002-fill.sql': 'insert into a values (1)',
    '0001-make.sql': 'create table a (x int); -- the last line is a comment',
    'README.md': 'not a migration',
  });
  await createSchema(sql);
  t.same(await pending(sql, directory), ['0001-make.sql', '0002-fill.sql']);
  t.same(await migrate(sql, directory), { applied: ['0001-make.sql', '0002-fill.sql'] });
  t.same(await pending(sql, directory), []);
  t.same(await migrate(sql, directory), { applied: [] });
  write('0003-more.sql', 'insert into a values (2);;');
  t.same(await pending(sql, directory), ['0003-more.sql']);
  t.same(await migrate(sql, directory), { applied: ['0003-more.sql'] });
  t.same([...(await sql`select x from a order by x`)], [{ x: 1 }, { x: 2 }]);
  const records = await sql<{ name: string; sha256: string }[]>`select name, sha256 from schema_migrations`;
  for (const { sha256 } of records) t.match(sha256, /^[0-9a-f]{64}$/);
});

t.test('a file is applied whole or not at all, and the pool is usable afterwards', async (t) => {
  const { directory, open, createSchema, write } = arrange(t, {
    '0001-half.sql': 'create table half (x int); insert into half values (1); select no_such_function();',
  });
  const sql = open(1);
  await createSchema(sql);
  await t.rejects(migrate(sql, directory), {
    message:
      /^0001-half\.sql could not be applied: function no_such_function\(\) does not exist at 'no_such_function/,
  });
  t.same([...(await sql`select to_regclass('half') as half`)], [{ half: null }]);
  t.same(await pending(sql, directory), ['0001-half.sql']);
  write('0001-half.sql', 'create table half (x int)');
  t.same(await migrate(sql, directory), { applied: ['0001-half.sql'] });
});

t.test('several processes at once apply each file exactly once', async (t) => {
  const { directory, open, sql, createSchema } = arrange(t, {
    '0001-make.sql': 'create table counted (x int); select pg_sleep(0.1);',
    '0002-count.sql': 'insert into counted values (1);',
    '0003-count.sql': 'insert into counted values (1);',
  });
  await createSchema(sql);
  const results = await Promise.all(Array.from({ length: 5 }, () => migrate(open(2), directory)));
  t.same(results.flatMap(({ applied }) => applied).sort(), [
    '0001-make.sql',
    '0002-count.sql',
    '0003-count.sql',
  ]);
  t.same([...(await sql`select count(*)::int from counted`)], [{ count: 2 }]);
});

t.test('a file that was changed after it was applied is refused', async (t) => {
  const { directory, sql, createSchema, write } = arrange(t, { '0001-make.sql': 'create table a (x int);' });
  await createSchema(sql);
  await migrate(sql, directory);
  write('0001-make.sql', 'create table a (x bigint);');
  write('0002-more.sql', 'create table b (x int);');
  await t.rejects(migrate(sql, directory), { message: /^0001-make\.sql was changed after it was applied/ });
  t.same([...(await sql`select to_regclass('b') as b`)], [{ b: null }]);
});

t.test('a database that is newer than the program is refused', async (t) => {
  const { directory, sql, createSchema } = arrange(t, {
    '0001-make.sql': 'create table a (x int);',
    '0002-more.sql': 'create table b (x int);',
  });
  await createSchema(sql);
  await migrate(sql, directory);
  rmSync(join(directory, '0002-more.sql'));
  await t.rejects(migrate(sql, directory), { message: /newer than this program: it has 0002-more\.sql/ });
  t.same(await pending(sql, directory), []);
});

t.test(
  'a change that has to wait for a reader gives way to others, and is made when it can be',
  async (t) => {
    const { directory, open, sql, createSchema, write } = arrange(t, {
      '0001-make.sql': 'create table a (x int)',
    });
    await createSchema(sql);
    await migrate(sql, directory);
    write('0002-more.sql', 'alter table a add column y int');
    let leave = (): void => {};
    const reading = new Promise<void>((resolve) => {
      leave = resolve;
    });
    let hasRead = (): void => {};
    const begun = new Promise<void>((resolve) => {
      hasRead = resolve;
    });
    const longRead = open(1).begin(async (tx) => {
      await tx`select from a`;
      hasRead();
      await reading;
    });
    await begun;
    const migrated = migrate(open(1), directory);
    const waits = () => sql`select from pg_locks where relation = to_regclass('a') and not granted`;
    while ((await waits()).length === 0) await delay(5);
    // Behind the change, which waits behind the long read.
    t.same([...(await sql`select * from a`)], []);
    leave();
    await longRead;
    t.same(await migrated, { applied: ['0002-more.sql'] });
    t.same(await migrate(sql, directory), { applied: [] });
  },
);

t.test('a change that never finds its moment says what held it', async (t) => {
  const { directory, open, sql, createSchema, write } = arrange(t, {
    '0001-make.sql': 'create table a (x int)',
  });
  await createSchema(sql);
  await migrate(sql, directory);
  write('0002-more.sql', 'alter table a add column y int');
  await open(1).begin(async (tx) => {
    await tx`select from a`;
    await t.rejects(migrate(open(1), directory, 0), {
      message: '0002-more.sql could not be applied: canceling statement due to lock timeout',
    });
  });
  t.same(await migrate(sql, directory), { applied: ['0002-more.sql'] });
});

const returning = (value: number): string =>
  `CREATE OR REPLACE FUNCTION f() RETURNS integer LANGUAGE sql AS 'SELECT ${value} FROM a';`;

t.test('functions are made after the tables, and all anew when a file of theirs is another', async (t) => {
  const { directory, sql, createSchema, write } = arrange(t, {
    '0001-make.sql': 'create table a (x int); insert into a values (1)',
    'functions/f.sql': returning(1),
    'functions/g.sql': 'CREATE OR REPLACE FUNCTION g() RETURNS integer LANGUAGE sql RETURN f() + 1',
  });
  await createSchema(sql);
  t.same(await pending(sql, directory), ['0001-make.sql', 'functions of this version']);
  t.same(await migrate(sql, directory), { applied: ['0001-make.sql', 'functions'] });
  t.same(await pending(sql, directory), []);
  t.same(await migrate(sql, directory), { applied: [] });
  write('functions/f.sql', returning(2));
  t.same(await pending(sql, directory), ['functions of this version']);
  t.same(await migrate(sql, directory), { applied: ['functions'] });
  t.same(await sql`select g()`, [{ g: 3 }]);
});

t.test('functions are all made or none, and a part of them is not taken for all', async (t) => {
  const { directory, sql, createSchema, write } = arrange(t, {
    '0001-make.sql': 'create table a (x int); insert into a values (1)',
    'functions/f.sql': returning(1),
    'functions/g.sql': 'CREATE FUNCTION g() RETURNS integer LANGUAGE sql RETURN no_such_function()',
  });
  await createSchema(sql);
  await t.rejects(migrate(sql, directory), {
    message:
      /^functions could not be applied: function no_such_function\(\) does not exist at 'no_such_function/,
  });
  t.same(await sql`select to_regproc('f') as f`, [{ f: null }]);
  await migrate(sql, directory, undefined, (name) => name === 'functions/f.sql');
  t.same(await sql`select f()`, [{ f: 1 }]);
  t.same(await pending(sql, directory), ['functions of this version']);
  write('functions/g.sql', '');
  t.same(await migrate(sql, directory), { applied: ['functions'] });
});

t.test('a program whose functions were replaced does not put them back', async (t) => {
  const { directory, sql, createSchema, write } = arrange(t, {
    '0001-make.sql': 'create table a (x int); insert into a values (1)',
    'functions/f.sql': returning(1),
  });
  await createSchema(sql);
  await migrate(sql, directory);
  write('functions/f.sql', returning(2));
  await migrate(sql, directory);
  write('functions/f.sql', returning(1));
  await t.rejects(migrate(sql, directory), {
    message: 'the database is newer than this program: it has functions of a later version',
  });
  t.same(await sql`select f()`, [{ f: 2 }]);
  t.match(await schemaState(sql, schemaVersion(directory)), {
    pending: [],
    unknown: ['functions of a later version'],
  });
});

t.test('a database whose first file is another one is refused', async (t) => {
  const { directory, sql, createSchema } = arrange(t, { '0001-tables.sql': 'create table a (x int);' });
  await createSchema(sql);
  await migrate(sql, directory);
  await sql`update schema_migrations set name = '0001-accounts.sql'`;
  await t.rejects(migrate(sql, directory), {
    message: /^the database was made by cartload before its first release/,
  });
  t.match(await schemaState(sql, schemaVersion(directory)), { isForeign: true });
});

t.test('names that have no place in the order are refused', async (t) => {
  const unnumbered = arrange(t, { '1-make.sql': '' });
  await t.rejects(migrate(unnumbered.sql, unnumbered.directory), {
    message: /^'1-make\.sql' in .* 0001-some-words/,
  });
  const twice = arrange(t, { '0001-a.sql': '', '0001-b.sql': '' });
  await t.rejects(migrate(twice.sql, twice.directory), {
    message: '0001-a.sql and 0001-b.sql have the same number',
  });
});

t.test("the packaged files are applied to a test's database", async (t) => {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  t.teardown(() => sql.end({ timeout: 1 }));
  t.same((await schemaState(sql)).pending, []);
  t.same(await migrate(sql), { applied: [] });
});

t.test(
  'functions are made anew beside transactions that write, triggers where they are others',
  async (t) => {
    const sql = postgres(url, { max: 2, fetch_types: false, onnotice: () => {} });
    t.teardown(() => sql.end({ timeout: 1 }));
    const triggers =
      await sql`SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`;
    t.ok(triggers.length > 0);
    const forget = () => sql`DELETE FROM schema_migrations WHERE name LIKE 'functions %'`;
    const besideWriters = (work: () => Promise<unknown>) =>
      sql.begin(async (writer) => {
        await writer`LOCK TABLE accounts, api_keys, maps, shares, jobs, nearby_changes, markers IN ROW EXCLUSIVE MODE`;
        await work();
      });
    await forget();
    await besideWriters(async () => t.same(await migrate(sql, undefined, 0), { applied: ['functions'] }));
    await sql.unsafe('DROP TRIGGER maps_changed ON maps');
    await sql.unsafe('CREATE TRIGGER maps_changed AFTER DELETE ON maps EXECUTE FUNCTION note_changed_map()');
    await forget();
    await besideWriters(() =>
      t.rejects(migrate(sql, undefined, 0), {
        message: 'functions could not be applied: canceling statement due to lock timeout',
      }),
    );
    t.same(await migrate(sql), { applied: ['functions'] });
    t.same(
      await sql`SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
      triggers,
    );
  },
);

t.test(
  'nothing in the database calls md5(), which PostgreSQL refuses in builds that keep to FIPS 140',
  async (t) => {
    const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
    t.teardown(() => sql.end({ timeout: 1 }));
    const texts = await sql<{ name: string }[]>`
    SELECT name FROM (
      SELECT proname::text, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT indexname::text, indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT tgname::text, pg_get_triggerdef(oid) FROM pg_trigger
    ) t (name, text) WHERE text ~ '\\mmd5\\s*\\('`;
    t.same([...texts], []);
    const sources = new URL('../../src/', import.meta.url);
    const callers = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.js') && /\bmd5\((?!\))/.test(readFileSync(new URL(file, sources), 'utf8')),
    );
    t.same(callers, []);
  },
);
