import t from 'tap';
import { ROW_EXPRESSIONS } from '../../src/format/write/format-rows.js';
import { LINE_TEXTS, MARKER_COLUMNS } from '../../src/schema/marker-columns.js';
import { ADDRESS_MEMBERS, TEXT_MEMBERS } from '../../src/schema/marker-terms.js';
import { createOwner } from '../support/owner.js';

const { sql } = await createOwner(t);

t.test('the definition has the columns of the table', async (t) => {
  const rows = await sql<{ column: string; type: string; isRequired: boolean }[]>`
    SELECT a.attname AS column, format_type(a.atttypid, NULL) AS type, a.attnotnull AS "isRequired" FROM pg_attribute a
    WHERE a.attrelid = 'markers'::regclass AND a.attnum > 0 AND NOT a.attisdropped`;
  const types: Record<string, string> = {
    'double precision': 'float8',
    'timestamp with time zone': 'timestamptz',
  };
  const found = rows.map(({ column, type, isRequired }) => [
    column,
    { type: types[type] ?? type, ...(isRequired && { isRequired }) },
  ]);
  const defined = Object.entries(MARKER_COLUMNS).map(([column, { type, ...more }]) => [
    column,
    { type, ...('isRequired' in more && { isRequired: true }) },
  ]);
  t.same(Object.fromEntries(found), Object.fromEntries(defined));
});

t.test('each text of a marker is answered and exported, and counts among its bytes', async (t) => {
  const marker = {
    id: 1,
    map_id: 1,
    name: 'A',
    type: 'pin',
    lat: 1,
    lng: 2,
    created_at: '2026-01-01T00:00:00Z',
  };
  const length = 5000;
  for (const column of new Set([...LINE_TEXTS, ...TEXT_MEMBERS])) {
    const json = JSON.stringify({ ...marker, [column]: '\u0001'.repeat(length) });
    const [row] = await sql<[{ json: string; most: number; stored: number }]>`
      SELECT marker_json(m) AS json, marker_octets_at_most(m)::float8 AS most, stored_octets(m)::float8 AS stored
      FROM json_populate_record(NULL::markers, ${json}::text::json) m`;
    const answer = JSON.parse(row.json);
    const text = ADDRESS_MEMBERS.includes(column as never) ? answer.address[column] : answer[column];
    t.equal(text?.length, length, column);
    t.ok(ROW_EXPRESSIONS.includes(column), `${column} is exported`);
    t.ok(row.most >= Buffer.byteLength(row.json), `${column}: ${row.most}`);
    t.ok(row.stored >= length, `${column}: ${row.stored}`);
  }
});
