import t from 'tap';
import { sharedImportBench } from '../../support/import.js';

/* Branches of a chain have one name, and where only their ZIP is known one place. */

const bench = await sharedImportBench(t);
const { sql } = bench;

const HEADER = 'name,street,city,state,zip,Phone\n';
const BRANCHES = [
  'Starbucks,Unknown Plaza Kiosk 1,Seattle,WA,98101,1',
  'Starbucks,Unknown Plaza Kiosk 2,Seattle,WA,98101,2',
  'Starbucks,Unknown Plaza Kiosk 3,Seattle,WA,98101,3',
  'Starbucks,Unknown Plaza Kiosk 4,Seattle,WA,98104,4',
  'Starbucks,Unknown Plaza Kiosk 5,Seattle,WA,98104,5',
  'Peets,Unknown Plaza Kiosk 1,Seattle,WA,98101,6',
];
const text = (rows: readonly string[]): string => `${HEADER}${rows.join('\n')}\n`;
const phonesOf = async (mapId: number): Promise<string[]> =>
  (
    await sql<
      { phone: string }[]
    >`SELECT custom_fields ->> 'Phone' AS phone FROM markers WHERE map_id = ${mapId} ORDER BY 1`
  ).map(({ phone }) => phone);

for (const on_duplicate of ['skip', 'error', 'overwrite'] as const) {
  t.test(`branches in one ZIP are different markers, and found again (${on_duplicate})`, async (t) => {
    const mapId = await bench.createMap();
    t.match(await bench.importText(mapId, text(BRANCHES), { on_duplicate }), { added: 6, error_count: 0 });
    t.same(await phonesOf(mapId), ['1', '2', '3', '4', '5', '6']);
    const shuffled = [3, 0, 5, 1, 4, 2].map((i) => BRANCHES[i]!);
    const again = await bench.importText(mapId, text(shuffled), { on_duplicate });
    t.match(again, {
      added: 0,
      updated: 0,
      unchanged: on_duplicate === 'overwrite' ? 6 : 0,
      skipped: on_duplicate === 'skip' ? 6 : 0,
      error_count: on_duplicate === 'error' ? 6 : 0,
    });
    const changed = BRANCHES.map((row) => row.replace(/\d$/, 'new $&'));
    await bench.importText(mapId, text(changed), { on_duplicate: 'overwrite' });
    t.same(await phonesOf(mapId), ['new 1', 'new 2', 'new 3', 'new 4', 'new 5', 'new 6'], 'each its own');
  });
}

t.test('case, and blanks that repeat, make no other address', async (t) => {
  const mapId = await bench.createMap();
  const rows = [BRANCHES[0]!, 'Starbucks,  unknown plaza   KIOSK 1 ,SEATTLE,wa,98101,9'];
  t.match(await bench.importText(mapId, text(rows)), { added: 1, skipped: 1 });
  t.match(await bench.importText(mapId, text(rows), { on_duplicate: 'overwrite' }), { added: 0 });
  t.same(await phonesOf(mapId), ['9']);
});

t.test('rows with coordinates of their own are duplicates whatever their address', async (t) => {
  const mapId = await bench.createMap();
  const located = 'name,lat,lng,street\nA,1,2,One\nA,1,2,Two\n';
  t.match(await bench.importText(mapId, located), { added: 1, skipped: 1 });
  t.match(await bench.importText(mapId, located), { added: 0, skipped: 2 });
});

t.test('a row with coordinates meets the first branch that lies there', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, text(BRANCHES.slice(0, 2)));
  const [place] = await sql`SELECT lat, lng FROM markers WHERE map_id = ${mapId} LIMIT 1`;
  const row = `name,lat,lng,Phone\nStarbucks,${place!.lat},${place!.lng},located\n`;
  t.match(await bench.importText(mapId, row, { on_duplicate: 'overwrite' }), { added: 0, updated: 1 });
  t.same(await phonesOf(mapId), ['2', 'located']);
});

t.test('ten thousand branches in one city are told apart in blocks of any size', async (t) => {
  const mapId = await bench.createMap();
  const rows = Array.from({ length: 10_000 }, (_, i) => `Store,Unknown Kiosk ${i % 9_000},Seattle,WA,,${i}`);
  t.match(await bench.importText(mapId, text(rows)), { added: 9_000, skipped: 1_000 });
  t.match(await bench.importText(mapId, text(rows.reverse())), { added: 0, skipped: 10_000 });
});
