import t from 'tap';
import { asOwner, sharedTestApp } from '../support/app.js';

const { sql, call } = await asOwner(await sharedTestApp(t));
const usedUnits = async (): Promise<number> => {
  const [row] = await sql<
    [{ used: number }]
  >`SELECT coalesce(sum(used), 0)::int AS used FROM quota_use WHERE kind = 'bulk'`;
  return row.used;
};

await sql`
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF new.name = 'Broken' THEN RAISE EXCEPTION 'no' USING ERRCODE = 'P0001'; END IF;
    IF new.name = 'Poison' THEN RAISE EXCEPTION 'out of range' USING ERRCODE = '22003'; END IF;
    RETURN new;
  END $$`;
await sql`CREATE TRIGGER refuse BEFORE INSERT ON markers FOR EACH ROW EXECUTE FUNCTION refuse()`;

t.test('a batch that fails as a whole gives its unit back; one with a bad value does not fail', async (t) => {
  const { id } = (await call('POST', '/maps', { name: 'M' })).body;
  const batch = (...names: string[]) =>
    call('POST', `/maps/${id}/markers/bulk`, {
      markers: names.map((name, i) => ({ name, lat: i, lng: 1 })),
    });
  t.match(await batch('Fine'), { status: 200, body: { added: 1 } });
  t.equal(await usedUnits(), 1);
  t.equal((await batch('Broken')).status, 500);
  t.equal(await usedUnits(), 1);
  const { status, body } = await batch('One', 'Poison', 'Two');
  t.match([status, body.added, body.errors], [200, 2, [{ index: 1, code: 'value_invalid' }]]);
  t.equal(await usedUnits(), 2);
  const never = { name: 'Never', lat: 1, lng: 2, expire: '9999-12-31' };
  t.match(await call('POST', `/maps/${id}/markers/bulk`, { markers: [never] }), {
    status: 200,
    body: { added: 1 },
  });
});
