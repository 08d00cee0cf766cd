import t from 'tap';
import { createRandom } from '../../load/seeded-csv.js';
import { listMarkers } from '../../src/store/markers.js';
import { sharedImportBench } from '../support/import.js';
import { parseMarker } from '../support/parse-marker.js';

const WEEKS = 10;
/** Rows of the first week. */
const ROWS = process.env.METAMORPHIC_RUNS === undefined ? 40 : 4000;

const bench = await sharedImportBench(t);

interface Customer {
  code: string;
  /** The file has lost the code this week. */
  isLost: boolean;
  name: string;
  lat: number;
  lng: number;
  note: string;
}

t.test('after ten weeks of changed files a map has exactly the rows of the last one', async (t) => {
  const seed = process.env.METAMORPHIC_RUNS === undefined ? 5 : Math.floor(Math.random() * 2 ** 31);
  t.comment(`seed ${seed}`);
  const random = createRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  let made = 0;
  const place = () => ({ lat: (below(160_000) - 80_000) / 1000, lng: (below(340_000) - 170_000) / 1000 });
  const customer = (): Customer => {
    made++;
    return { code: `C${made}`, isLost: false, name: `Customer ${made}`, ...place(), note: 'first' };
  };
  let customers = Array.from({ length: ROWS }, customer);
  const mapId = await bench.createMap();
  for (let week = 0; week < WEEKS; week++) {
    for (const each of customers) {
      each.isLost = below(20) === 0;
      if (week === 0) continue;
      if (below(20) === 0) each.name = `Renamed ${week} ${each.code}`;
      if (below(20) === 0) Object.assign(each, place());
      if (below(20) === 0) each.note = `week ${week}`;
    }
    if (week > 0) customers = [...customers.filter(() => below(20) > 0), customer(), customer()];
    const file = customers.map((each) => ({ each, at: random() })).sort((a, b) => a.at - b.at);
    const rows = file.map(
      ({ each: { code, isLost, name, lat, lng, note } }) =>
        `${name},${lat},${lng},${isLost ? '' : code},${note}\n`,
    );
    const job = await bench.importText(mapId, `name,lat,lng,location_code,Note\n${rows.join('')}`, {
      match: 'location_code',
      missing: 'delete',
      blockBytes: 1 + below(20 * ROWS),
    });
    t.match(job, { status: 'completed', error_count: 0, total: rows.length }, `week ${week}`);
    const markers = (await listMarkers(bench.sql, mapId, 0, 10 * ROWS)).map(parseMarker);
    const shown = markers.map(
      ({ name, lat, lng, custom_fields }) => `${name},${lat},${lng},${custom_fields.Note}`,
    );
    t.same(shown.sort(), customers.map(({ name, lat, lng, note }) => `${name},${lat},${lng},${note}`).sort());
    const codes = new Map(
      markers.map((marker) => [marker.name, (marker as { location_code?: string }).location_code]),
    );
    t.ok(
      customers.every(({ isLost, name, code }) => isLost || codes.get(name) === code),
      'each has its code',
    );
  }
});
