import t from 'tap';
import { sharedImportBench } from '../../support/import.js';

/* A marker that has expired when an import begins is in no row's way, wherever blocks end. */

const bench = await sharedImportBench(t);
const { sql } = bench;

const HEADER = 'name,lat,lng,expire,Note\n';
/** Rows that make a block of their own between two others. */
const filler = (from: number): string =>
  Array.from({ length: 60 }, (_, i) => `F${from + i},${(from + i) / 100},5,,${'x'.repeat(20_000)}\n`).join(
    '',
  );

const visible = async (mapId: number): Promise<string[]> =>
  (
    await sql<{ note: string }[]>`
      SELECT custom_fields ->> 'Note' AS note FROM markers
      WHERE map_id = ${mapId} AND name = 'A' AND (expires_at IS NULL OR expires_at > now())`
  ).map(({ note }) => note);

for (const on_duplicate of ['skip', 'overwrite'] as const) {
  for (const apart of [false, true]) {
    t.test(
      `an expired row of the file is no target (${on_duplicate}, ${apart ? 'apart' : 'adjacent'})`,
      async (t) => {
        const mapId = await bench.createMap();
        const between = (i: number): string => (apart ? filler(i * 100) : '');
        const text = `${HEADER}A,1,2,2020-01-01,old\n${between(1)}A,1,2,,live\n${between(2)}A,1,2,,again\n`;
        const { added } = await bench.importText(mapId, text, { on_duplicate });
        t.equal(added, 2 + (apart ? 120 : 0), 'the expired one and the one behind it');
        t.same(await visible(mapId), [on_duplicate === 'skip' ? 'live' : 'again']);
      },
    );
  }
}

for (const apart of [false, true]) {
  t.test(
    `a row that lets a marker expire is no target either (${apart ? 'apart' : 'adjacent'})`,
    async (t) => {
      const mapId = await bench.createMap();
      await bench.importText(mapId, `${HEADER}A,1,2,,first\n`);
      const text = `${HEADER}A,1,2,2020-01-01,over\n${apart ? filler(100) : ''}A,1,2,,anew\n`;
      const job = await bench.importText(mapId, text, { on_duplicate: 'overwrite' });
      t.match(job, { updated: 1, added: 1 + (apart ? 60 : 0) });
      t.same(await visible(mapId), ['anew']);
    },
  );
}
