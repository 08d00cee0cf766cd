import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { endLeases, forgotten } from '../support/faults.js';
import { housesByNumber, startGeocoder } from '../support/geocoder.js';
import { arrangeUploads } from '../support/process-uploads.js';
import { startService } from '../support/service.js';

const ROWS = 4_000;
t.setTimeout(900_000);

t.test('after a SIGKILL no address is asked for again whose answer was kept', async (t) => {
  const arranged = await arrangeUploads(t);
  const { owner, upload, completed } = arranged;
  const geocoder = await startGeocoder(t, (url, response, message) => {
    setTimeout(() => housesByNumber(url, response, message), 2);
  });
  const env = { ...arranged.env, GEOCODER_URL: geocoder.nominatimUrl };
  const mapId = await owner.createMap();
  const kept = async (): Promise<number> => {
    const [row] = await owner.sql<[{ n: number }]>`SELECT count(*)::integer AS n FROM geocoded_addresses`;
    return row.n;
  };

  const first = await startService(t, env);
  const lines = Array.from({ length: ROWS }, (_, i) => `Row ${i},${i} Main St,Qwertyville,US`);
  const csv = `name,street,city,country\n${lines.join('\n')}\n`;
  const { job_id } = await upload(first, mapId, csv);
  while ((await kept()) < 500) await delay(5);
  await first.kill('SIGKILL');
  await forgotten(owner.sql);
  const keptThen = await kept();
  const askedThen = geocoder.requests.length;
  t.ok(keptThen < ROWS, `${keptThen} of ${askedThen} answers were kept`);

  await endLeases(owner.sql);
  const second = await startService(t, env);
  const job = await completed(second, job_id);
  t.match(job, { status: 'completed', added: ROWS, error_count: 0 });
  t.match(job.notes, [/4,000 by street/, /^4,000 rows were placed by the geocoding service, 0 by/]);
  t.equal(geocoder.requests.length - askedThen, ROWS - keptThen);
  const [row] = await owner.sql<
    [{ n: number; wrong: number }]
  >`SELECT count(*)::integer AS n, (count(*) FILTER (WHERE lat <> 40 + split_part(name, ' ', 2)::integer / 1000.0))::integer AS wrong
      FROM markers WHERE map_id = ${mapId}`;
  t.same(row, { n: ROWS, wrong: 0 });
});
