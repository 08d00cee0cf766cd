import t from 'tap';
import { sharedImportBench } from '../../support/import.js';
import { assertCounts } from '../../support/rows.js';

/* A value that the database refuses is the defect of a row, and not of the import. */

const bench = await sharedImportBench(t);
const { sql } = bench;

// Stands for a value that some column cannot hold: which those are is for prepared rows to know.
await sql`
  CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF new.name LIKE 'Poison%' AND new.street IS NOT NULL THEN
      RAISE EXCEPTION 'value out of range: "%"', new.street USING ERRCODE = '22008';
    END IF;
    RETURN new;
  END $$`;
await sql`CREATE TRIGGER refuse_poison BEFORE INSERT OR UPDATE ON markers FOR EACH ROW EXECUTE FUNCTION refuse_poison()`;

const HEADER = 'name,lat,lng,street\n';
const rowOf = (name: string, i: number, street = 's'): string => `${name} ${i},${i / 1000},1,${street}\n`;
const namesOf = async (mapId: number): Promise<string[]> =>
  (await sql<{ name: string }[]>`SELECT name FROM markers WHERE map_id = ${mapId} ORDER BY id`).map(
    ({ name }) => name,
  );

for (const on_duplicate of ['skip', 'error', 'overwrite'] as const) {
  t.test(`rows with a value that the database refuses are row errors (${on_duplicate})`, async (t) => {
    const mapId = await bench.createMap();
    const bad = new Set([0, 17, 18, 299]);
    const rows = Array.from({ length: 300 }, (_, i) => rowOf(bad.has(i) ? 'Poison' : 'Good', i));
    const job = await bench.importText(mapId, HEADER + rows.join(''), { on_duplicate });
    t.match(job, { status: 'completed', added: 296, error_count: 4 });
    t.same(
      job.errors.map(({ index, line, code, message }) => [index, line, code, message]),
      [...bad].map((i) => [
        i,
        i + 2,
        'value_invalid',
        'the database cannot hold a value of this row: value out of range: "s"',
      ]),
    );
    t.same(
      await namesOf(mapId),
      Array.from({ length: 300 }, (_, i) => i)
        .filter((i) => !bad.has(i))
        .map((i) => `Good ${i}`),
    );
    await assertCounts(t, sql, mapId);
  });
}

t.test('a value that is refused while it overwrites rejects its row alone', async (t) => {
  const mapId = await bench.createMap();
  const names = ['Good', 'Poison', 'Good', 'Poison', 'Good'];
  await bench.importText(mapId, HEADER + names.map((name, i) => rowOf(name, i, '')).join(''));
  const job = await bench.importText(mapId, HEADER + names.map((name, i) => rowOf(name, i, 'new')).join(''), {
    on_duplicate: 'overwrite',
  });
  t.match(job, { status: 'completed', updated: 3, error_count: 2, errors: [{ index: 1 }, { index: 3 }] });
  const rows = await sql`SELECT street FROM markers WHERE map_id = ${mapId} ORDER BY id`;
  t.same(
    rows.map(({ street }) => street),
    ['new', null, 'new', null, 'new'],
  );
});

t.test('never, as many write it, is a date', async (t) => {
  const mapId = await bench.createMap();
  const job = await bench.importText(
    mapId,
    'name,lat,lng,expire\nA,1,2,9999-12-31\nB,1,3,0000-01-01\nC,1,4,9999-12-31T23:59:59-10:00\n',
  );
  t.match(job, { status: 'completed', added: 2, errors: [{ line: 3, code: 'expire_invalid' }] });
  t.match(
    await bench.importText(mapId, 'name,lat,lng,expire\nA,1,2,9999-12-31\n', { on_duplicate: 'overwrite' }),
    {
      unchanged: 1,
    },
  );
});
