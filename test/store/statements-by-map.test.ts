import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { DISTRIBUTED_TABLES } from '../../src/store/distribute.js';
import { createOwner } from '../support/owner.js';

/*
 * Where the database is distributed, a map lies on one node. A statement that names its map goes there alone,
 * and may be anything that PostgreSQL understands; one that does not goes to all nodes, and may be little.
 * What is checked here keeps schema and statements fit for that, on a database that is not distributed.
 */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const { sql } = await createOwner(t);

/** The statements that cross shards, by the function that has them: docs/citus.md says why. */
const CROSSING = [
  'selectCounts',
  'counted',
  'countMarkers',
  'readLedgers',
  'addGroups',
  'filledFields',
  'readPinsOfMaps',
  'readPinsById',
  'scanNearest',
  'markersIn',
  'next_expired_map',
  'remove_drive_time_areas',
];

const TABLES = DISTRIBUTED_TABLES.join('|');
/** A row that is added has its map. */
const reads = new RegExp(`\\b(?:FROM|JOIN|UPDATE|USING)\\s+(${TABLES})\\b`, 'g');

const matchesOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

interface Statement {
  /** Function or class that has it. */
  of: string;
  text: string;
}

/** Each table is read, or changed, with its map. */
const namesMaps = ({ text }: Statement): boolean => matchesOf(text, /\bmap_id\b/g) >= matchesOf(text, reads);

/** The map is none of several, and not that of another row. */
const crosses = ({ text }: Statement): boolean =>
  !/\bmap_id\b/.test(text) || /map_id (= ANY|>)|map_id = [rw]\.map_id/.test(text);

const DECLARATION = /^(?:export )?(?:async )?(?:function\*?|class|const) (\w+)/gm;

/**
 * Statements of the service, by the declaration of a file that they stand in, with the code that is put into
 * them.
 */
function statementsOfService(): Statement[] {
  const found: Statement[] = [];
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(join(ROOT, 'src', file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^ *\/\/.*$/gm, '');
    const declarations = [...text.matchAll(DECLARATION)];
    for (const [i, { 1: of, index }] of declarations.entries())
      for (const literal of literalsOf(text.slice(index, declarations[i + 1]?.index)))
        if (matchesOf(literal, reads) > 0) found.push({ of: of!, text: literal });
  }
  return found;
}

/** Strings and templates; those within a template are part of it. */
function literalsOf(code: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < code.length; at++) {
    const quote = code[at];
    if (quote !== '`' && quote !== "'") continue;
    const end = quote === '`' ? endOfTemplate(code, at) : code.indexOf("'", at + 1);
    if (end < 0) break;
    found.push(code.slice(at, end + 1));
    at = end;
  }
  return found;
}

function endOfTemplate(code: string, start: number): number {
  for (let at = start + 1; at < code.length; at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === '`') return at;
    else if (code.startsWith('${', at)) {
      for (let depth = 1, from = at + 2; depth > 0 && from < code.length; from++) {
        if (code[from] === '`') from = endOfTemplate(code, from);
        else if (code[from] === '{') depth++;
        else if (code[from] === '}') depth--;
        at = from;
      }
    }
  }
  return code.length;
}

/** Functions of the schema that are in force, without those of extensions. */
const functions = await sql<{ name: string; language: string; body: string; args: number }[]>`
  SELECT p.proname AS name, l.lanname AS language, p.prosrc AS body, p.pronargs::integer AS args
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
  WHERE p.pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY p.proname`;

const statementsOf = ({ name, body }: { name: string; body: string }): Statement[] =>
  body
    .replace(/--.*$/gm, '')
    .split(/;|\bLOOP\b/)
    .map((text) => ({ of: name, text }))
    .filter(({ text }) => matchesOf(text, reads) > 0);

const OF_SCHEMA = functions.flatMap(statementsOf);
const OF_SERVICE = statementsOfService();

t.test(
  'every statement on a table that can be distributed names the map; those that cross shards are known',
  async (t) => {
    t.ok(
      OF_SCHEMA.length > 40 && OF_SERVICE.length > 40,
      `${OF_SCHEMA.length} and ${OF_SERVICE.length} are looked at`,
    );
    const crossing = new Set<string>();
    for (const statement of [...OF_SCHEMA, ...OF_SERVICE]) {
      if (crosses(statement)) crossing.add(statement.of);
      else t.ok(namesMaps(statement), `${statement.of}: ${statement.text}`);
    }
    t.same([...crossing].sort(), [...CROSSING].sort());
    const document = readFileSync(join(ROOT, 'docs/citus.md'), 'utf8');
    for (const name of CROSSING)
      t.match(document, new RegExp(`\`${name}\``), `docs/citus.md says why ${name} does`);
  },
);

t.test(
  'no statement on such a table calls a function that reads one: it would run where the map lies',
  async (t) => {
    const reading = new Set(OF_SCHEMA.map(({ of }) => of));
    // Functions that call them do the same.
    for (let size = 0; size !== reading.size; ) {
      size = reading.size;
      const calls = new RegExp(`\\b(${[...reading].join('|')})\\(`);
      for (const { name, body } of functions) if (calls.test(body)) reading.add(name);
    }
    const calls = new RegExp(`\\b(${[...reading].join('|')})\\(`);
    for (const { of, text } of [...OF_SCHEMA, ...OF_SERVICE]) t.notMatch(text, calls, of);
    for (const { name, language } of functions)
      if (OF_SCHEMA.some(({ of }) => of === name))
        t.equal(language, 'plpgsql', `${name}: only PL/pgSQL is planned for the values of its parameters`);
  },
);

t.test('no statement reads such a table and one of the coordinator', async (t) => {
  const others = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND NOT relname = ANY (${sql.typed.texts([...DISTRIBUTED_TABLES])})`;
  const names = others.map(({ name }) => name).join('|');
  const readsOther = new RegExp(`\\b(?:FROM|JOIN|UPDATE|INTO|USING)\\s+(?:${names})\\b`);
  for (const { of, text } of [...OF_SCHEMA, ...OF_SERVICE]) t.notMatch(text, readsOther, of);
});

t.test('such tables have no triggers, no keys to others, and the map in each unique key', async (t) => {
  const tables = sql.typed.texts([...DISTRIBUTED_TABLES]);
  t.same(
    await sql`SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = ANY (${tables}::regclass[])`,
    [],
  );
  t.same(
    await sql`
      SELECT conname FROM pg_constraint WHERE contype = 'f'
        AND (conrelid = ANY (${tables}::regclass[])) <> (confrelid = ANY (${tables}::regclass[]))`,
    [],
  );
  t.same(
    await sql`
      SELECT i.indexrelid::regclass AS name FROM pg_index i WHERE i.indisunique AND i.indrelid = ANY (${tables}::regclass[])
        AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indexrelid AND a.attname = 'map_id')`,
    [],
  );
});

const CHANGES_TABLE = new RegExp(
  `\\b(?:ALTER TABLE (?:IF EXISTS )?|CREATE (?:UNIQUE )?INDEX [^;]*?\\bON )(${TABLES})\\b|\\bDROP INDEX\\b`,
);

/** Statements by themselves in a DO block are not looked at. */
const changesTablesOpenly = (migration: string): boolean =>
  CHANGES_TABLE.test(migration.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, ''));

t.test(
  'later migrations change such tables in DO blocks: Citus hands its nodes the whole message otherwise',
  async (t) => {
    for (const change of [
      'ALTER TABLE markers ADD a integer',
      'CREATE INDEX i ON markers (map_id, a)',
      'DROP INDEX i',
    ]) {
      t.ok(changesTablesOpenly(`SELECT 1; ${change};`), change);
      t.notOk(changesTablesOpenly(`DO $$ BEGIN ${change}; END $$;`), `${change}, in a block`);
    }
    t.notOk(changesTablesOpenly('ALTER TABLE maps ADD a integer; CREATE INDEX i ON jobs (id)'));
    // No database is distributed before the first one.
    for (const name of readdirSync(join(ROOT, 'sql')).filter((file) => Number.parseInt(file, 10) > 1))
      t.notOk(changesTablesOpenly(readFileSync(join(ROOT, 'sql', name), 'utf8')), name);
  },
);
