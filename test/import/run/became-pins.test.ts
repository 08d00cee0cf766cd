import t from 'tap';
import { sharedImportBench } from '../../support/import.js';

/*
 * An overwriting row without a type is of the import's: areas and circles that become pins by that are told.
 */

const bench = await sharedImportBench(t);

for (const repeats of [false, true]) {
  t.test(`markers that become pins are counted, ${repeats ? 'in turn' : 'row by row'}`, async (t) => {
    const mapId = await bench.createMap();
    await bench.importText(
      mapId,
      'Name,Latitude,Longitude,Radius,Marker Type\nA,37.77,-122.42,,us_county\nB,1,2,9,circle\nC,52,13,,pin\n',
    );
    const rows = 'A,37.77,-122.42,n\nB,1,2,n\nC,52,13,n\n';
    const text = `name,lat,lng,Note\n${repeats ? rows + rows : rows}`;
    const first = await bench.importText(mapId, text, { on_duplicate: 'overwrite' });
    t.match(first.notes, [
      /^2 markers that were areas, circles or drive times became pins, as the type of an overwriting row counts\./,
    ]);
    const second = await bench.importText(mapId, text, { on_duplicate: 'overwrite' });
    t.same(second.notes, [], 'and not again');
  });
}
