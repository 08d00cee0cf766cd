import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { finished, startTestApp } from '../support/app.js';
import { runs } from '../support/runs.js';

const service = await startTestApp(t, { WORKERS: '1' });
const call = service.clientWith(
  await service.authorization({ quotaMaps: 1e9, quotaBulk: 1e9, rateLimit: 1e9 }),
);
const { sql } = service.app;

const HEADER = 'name,lat,lng,location_code,category,marker_type,radius,expire,Phone\n';
const newMap = async (): Promise<number> => (await call('POST', '/maps', { name: 'M' })).body.id;
const upload = async (
  map: number,
  rows: string,
  query = 'match=location_code&missing=delete&confirm=true',
) => {
  const path = `/maps/${map}/markers/bulk?${query}`;
  return finished(call, (await call('POST', path, HEADER + rows, { 'content-type': 'text/csv' })).body);
};
const undo = async (jobId: string) => {
  const { status, body } = await call('POST', `/jobs/${jobId}/undo`);
  if (status !== 202) throw new Error(JSON.stringify(body));
  return finished(call, body);
};
/** All of a map that an import can change, but for the times of changes. */
async function stateOf(map: number): Promise<unknown> {
  const markers =
    await sql`SELECT to_jsonb(m) - '{updated_at,written}'::text[] AS marker FROM markers m WHERE map_id = ${map} ORDER BY id`;
  const [counts] = await sql`
    SELECT coalesce(sum(markers), 0)::integer AS markers, coalesce(sum(areas), 0)::integer AS areas FROM map_counts WHERE map_id = ${map}`;
  const { body } = await call('GET', `/maps/${map}`);
  return [markers.map(({ marker }) => marker), counts, body.marker_count];
}
const changesOf = async (job: { changes_url: string | null }): Promise<string[]> =>
  (await call<string>('GET', job.changes_url!)).body.split('\r\n').slice(1, -1);

t.test('an undo takes back what an import added, updated and deleted, and can be taken back', async (t) => {
  const map = await newMap();
  await upload(map, 'A,1,1,a,Open,,,,1\nB,2,2,b,Open,circle,5,,2\nC,3,3,c,,,,2199-01-01,3\n');
  const before = await stateOf(map);
  const job = await upload(map, 'A2,1.5,1,a,Shut,circle,7,,9\nB,2,2,b,Open,circle,5,,2\nD,4,4,d,,,,,4\n');
  t.match(job, { added: 1, updated: 1, unchanged: 1, deleted: 1, undo_url: /\/undo$/, undoes: null });
  const after = await stateOf(map);

  const undone = await undo(job.job_id);
  t.match(undone, {
    ...{ kind: 'undo', status: 'completed', undoes: job.job_id, total: 3, processed: 3, progress: 1 },
    ...{ added: 1, updated: 1, deleted: 1, skipped: 0, error_count: 0, skipped_url: null },
  });
  t.same(await stateOf(map), before);
  t.match(await changesOf(undone), [
    /^\d+,d,D,deleted,,,$/,
    /^\d+,c,C,restored,,,$/,
    /^\d+,a,A,updated,name,A2,A$/,
    ...Array(5).fill(/^\d+,a,A,updated,/),
  ]);
  t.equal((await call('GET', `/jobs/${job.job_id}`)).body.undo_url, null);

  const redone = await undo(undone.job_id);
  t.match(redone, { added: 1, updated: 1, deleted: 1, skipped: 0 });
  t.same(await stateOf(map), after);
  await undo(redone.job_id);
  t.same(await stateOf(map), before);
});

t.test(
  'an import whose rows changed a marker and changed it back is taken back with nothing to do',
  async (t) => {
    const map = await newMap();
    await upload(map, 'A,1,1,a,Shut,,,,\n');
    const job = await upload(map, 'A,1,1,a,Open,,,,\nA,1,1,a,Shut,,,,\n', 'on_duplicate=overwrite');
    t.match(job, { updated: 2, undo_url: /undo$/ });
    t.match(await undo(job.job_id), { status: 'completed', total: 0, progress: 1 });
  },
);

t.test('expired markers in whose place an import added others come back', async (t) => {
  const map = await newMap();
  await upload(map, 'A,1,1,a,Open,circle,5,,1\nB,2,2,,,,,,\n');
  const before = await stateOf(map);
  const expiring = await upload(
    map,
    'A,1,1,a,,,,2001-01-01,\nB,2,2,,,,,2001-01-01,\n',
    'on_duplicate=overwrite',
  );
  t.match(expiring, { updated: 2 });
  const expired = await stateOf(map);
  for (const query of ['match=location_code', 'on_duplicate=skip', 'on_duplicate=overwrite']) {
    // The second row of a name and place meets the first.
    const job = await upload(map, 'A,1,1,a,,,,,\nB,2,2,,,,,,\nB,2,2,,,,,,\n', query);
    t.match(job, { added: 2, deleted: 0 });
    t.match(await changesOf(job), [/^\d+,a,A,added/, /^\d+,,B,added/]);
    const after = await stateOf(map);
    const undone = await undo(job.job_id);
    t.same(await stateOf(map), expired, query);
    const redone = await undo(undone.job_id);
    t.same(await stateOf(map), after, query);
    await undo(redone.job_id);
  }
  await undo(expiring.job_id);
  t.same(await stateOf(map), before);
  // The first row lets the marker expire, so that the second one makes another.
  const both = await upload(map, 'A,1,1,a,,circle,,2001-01-01,\nA,1,1,,,,,,\n', 'on_duplicate=overwrite');
  await undo(both.job_id);
  t.same(await stateOf(map), before);
});

t.test('a marker that an import added and changed goes, or stays as somebody has made it', async (t) => {
  const map = await newMap();
  const before = await stateOf(map);
  // A block's worth of rows stands between those that repeat each other.
  const wide = Array.from({ length: 20 }, (_, i) => `W${i},3,3,,,,,,${'x'.repeat(30_000)}\n`).join('');
  const rows = `A,1,1,,,,,,\nB,2,2,,,,,,\n${wide}A,1,1,,Open,,,,\nB,2,2,,Shut,,,,\n`;
  const job = await upload(map, rows, 'on_duplicate=overwrite');
  t.match(job, { added: 22, updated: 2 });
  const undone = await undo(job.job_id);
  t.match(undone, { deleted: 22, updated: 0, skipped: 0, total: 22 });
  t.same(await stateOf(map), before);
  const redone = await undo(undone.job_id);
  t.match(redone, { added: 22, updated: 0, skipped: 0 });

  const [{ id }] = (await call('GET', `/maps/${map}/markers`)).body.data;
  await call('PATCH', `/maps/${map}/markers/${id}`, { name: 'Mine' });
  t.match(await undo(redone.job_id), { deleted: 21, skipped: 1 });
  const again = await upload(map, rows, 'on_duplicate=overwrite');
  const [made] = (await call('GET', `/maps/${map}/markers/search?q=B`)).body.data;
  await call('PATCH', `/maps/${map}/markers/${made.id}`, { name: 'Mine, too' });
  t.match(await undo(again.job_id), { deleted: 21, updated: 0, skipped: 1 });
  t.match((await call('GET', `/maps/${map}/markers/${made.id}`)).body, { category: 'Shut' });
});

t.test('classes that areas of earlier imports get are listed and taken back', async (t) => {
  const map = await newMap();
  const query = `marker_type=us_state&on_duplicate=skip&choropleth=${encodeURIComponent('{"field":"Sales","aggregate":"sum","breaks":[50]}')}`;
  const classed = async (rows: string) => {
    const path = `/maps/${map}/markers/bulk?${query}`;
    const csv = `name,lat,lng,Sales\n${rows}`;
    return finished(call, (await call('POST', path, csv, { 'content-type': 'text/csv' })).body);
  };
  const first = await classed('CA 1,37.2,-120.1,40\nTX 1,31.4,-99.2,60\n');
  t.equal((await changesOf(first)).length, 2);
  const before = await stateOf(map);
  const job = await classed('CA 2,37.2,-120.1,20\n');
  t.match(await changesOf(job), [
    /^\d+,,CA 1,updated,category,below 50,50 and above$/,
    /^\d+,,CA 1,updated,color,\w+,\w+$/,
    /^\d+,,CA 2,added,,,$/,
  ]);
  const after = await stateOf(map);
  const undone = await undo(job.job_id);
  t.match(undone, { deleted: 1, updated: 1, skipped: 0 });
  t.same(await stateOf(map), before);
  const redone = await undo(undone.job_id);
  t.same(await stateOf(map), after);
  await undo(redone.job_id);
  t.match(await undo(first.job_id), { deleted: 2, skipped: 0 });
});

t.test('what somebody has changed since stays, and is listed', async (t) => {
  const map = await newMap();
  await upload(map, 'A,1,1,a,,,,,1\nB,2,2,b,,,,,2\n');
  const job = await upload(map, 'A,1,1,a,,,,,8\nB,2,2,b,,,,,9\nC,3,3,c,,,,,\nD,4,4,d,,,,,\n');
  const ids: number[] = (await call('GET', `/maps/${map}/markers`)).body.data.map(
    ({ id }: { id: number }) => id,
  );
  await call('PATCH', `/maps/${map}/markers/${ids[0]}`, { custom_fields: { Phone: 'mine' } });
  await call('PATCH', `/maps/${map}/markers/${ids[2]}`, { name: 'C of mine' });
  await call('DELETE', `/maps/${map}/markers/${ids[3]}`);
  const undone = await undo(job.job_id);
  t.match(undone, { added: 0, updated: 1, deleted: 0, skipped: 2, total: 3 });
  t.match(await changesOf(undone), [
    new RegExp(`^${ids[2]},c,C of mine,left as it is`),
    new RegExp(`^${ids[0]},a,A,left as it is`),
    new RegExp(`^${ids[1]},b,B,updated,custom_fields.Phone,9,2`),
  ]);
  const { data } = (await call('GET', `/maps/${map}/markers`)).body;
  t.same(
    data.map((marker: { name: string; custom_fields: { Phone?: string } }) => [
      marker.name,
      marker.custom_fields.Phone,
    ]),
    [
      ['A', 'mine'],
      ['B', '2'],
      ['C of mine', undefined],
    ],
  );
});

t.test('a new undo goes on with what one that was cancelled has left', async (t) => {
  const map = await newMap();
  await upload(map, 'A,1,1,a,,,,,1\nB,2,2,b,,,,,2\n');
  const before = await stateOf(map);
  const job = await upload(map, 'A,1,1,a,,,,,8\nC,3,3,c,,,,,\n');
  const first = await undo(job.job_id);
  await sql`UPDATE jobs SET status = 'cancelled' WHERE id = ${first.job_id}`;
  // The cancelled one came no further than the added markers and the old values.
  await sql`DELETE FROM markers WHERE map_id = ${map} AND name = 'B'`;
  await sql`SELECT add_counts(${map}, -1, 0)`;
  t.match(await undo(job.job_id), { added: 1, updated: 0, deleted: 0, skipped: 0 });
  t.same(await stateOf(map), before);
});

t.test('a job that cannot be taken back says why', async (t) => {
  const map = await newMap();
  const refused = async (jobId: string) => {
    const { status, body } = await call('POST', `/jobs/${jobId}/undo`);
    return [status, body.error?.message];
  };
  const job = await upload(map, 'A,1,1,a,,,,,1\n');
  const same = await upload(map, 'A,1,1,a,,,,,1\n');
  t.equal(same.undo_url, null);
  t.match(await refused(same.job_id), [400, /changed nothing/]);
  const other = await service.client({ email: 'other@example.com' });
  t.equal((await other('POST', `/jobs/${job.job_id}/undo`)).status, 404);
  await sql`UPDATE jobs SET completed_at = completed_at - interval '8 days' WHERE id = ${job.job_id}`;
  t.match(await refused(job.job_id), [400, /ended over 7 days ago/]);
  t.equal((await call('GET', `/jobs/${job.job_id}`)).body.undo_url, null);
  await sql`UPDATE jobs SET completed_at = now() WHERE id = ${job.job_id}`;
  await undo(job.job_id);
  t.match(await refused(job.job_id), [400, /taken back already/]);
  t.match((await call('GET', `/maps/${map}`)).body, { marker_count: 0 });
});

t.test('drive-time areas that an undo needs are kept, though no marker has them', async (t) => {
  const map = await newMap();
  await upload(map, 'A,1,1,a,,,,,\nB,2,2,b,,,,,\n');
  const keys = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
  t.teardown(() => sql`DELETE FROM drive_time_areas WHERE key = ANY (${sql.typed.texts(keys)}::uuid[])`);
  for (const [i, key] of keys.entries()) {
    await sql`INSERT INTO drive_time_areas (key, source, minutes, truncated, bytes) VALUES (${key}, 'roads', 5, false, 100)`;
    await sql`UPDATE markers SET updated_at = now(), type = 'drive_time', area = ${key} WHERE map_id = ${map} AND name = ${'AB'[i]!}`;
  }
  await sql`SELECT add_counts(${map}, 0, 2)`;
  const lastUsed = async (): Promise<number> => {
    const [days] = await sql<[{ most: number }]>`
      SELECT max(extract(day FROM now() - used_at))::integer AS most FROM drive_time_areas WHERE key = ANY (${sql.typed.texts(keys)}::uuid[])`;
    return days.most;
  };
  const age = () => sql`
    UPDATE drive_time_areas SET used_at = now() - interval '29 days' WHERE key = ANY (${sql.typed.texts(keys)}::uuid[])`;
  await age();
  const job = await upload(map, 'A,1,1,a,,,,,\n');
  t.match(job, { updated: 1, deleted: 1 });
  t.equal(await lastUsed(), 0, 'the import has deleted one, and made one a pin');
  const undone = await undo(job.job_id);
  await age();
  const redone = await undo(undone.job_id);
  t.equal(await lastUsed(), 0, 'and so has the undo of its undo');
  await undo(redone.job_id);
  t.same(
    (await sql`SELECT area FROM markers WHERE map_id = ${map} ORDER BY id`).map(({ area }) => area),
    keys,
  );
});

t.test('nearby, search and lists see what an undo brings back', async (t) => {
  const map = await newMap();
  await upload(map, 'Alpha,41,11,a,,,,,\nBeta,42,12,b,,,,,\nGamma,43,13,c,,,,,\n');
  const near = async () =>
    (await call('GET', `/nearby?lat=41&lng=11&n=3&maps=${map}`)).body.results.map(
      ({ title }: { title: string }) => title,
    );
  const known = await near();
  const found = async () => (await call('GET', `/maps/${map}/markers/search?q=alpha`)).body.data?.length;
  const since = new Date().toISOString();
  const job = await upload(map, 'Beta,42,12,b,,,,,\nGamma,43,13,c,,,,,\n');
  t.match(job, { deleted: 1 });
  t.same(
    [known, await near()],
    [
      ['Alpha', 'Beta', 'Gamma'],
      ['Beta', 'Gamma'],
    ],
  );
  await undo(job.job_id);
  t.same(await near(), known);
  t.equal(await found(), 1);
  const changed = (await call('GET', `/maps/${map}/markers?updated_since=${since}`)).body.data;
  t.same(
    changed.map(({ name }: { name: string }) => name),
    ['Alpha'],
  );
});

const rowsOf = fc.array(
  fc.record({
    code: fc.constantFrom('a', 'b', 'c', 'd', 'e', ''),
    place: fc.nat(4),
    category: fc.constantFrom('', 'Open', 'Shut'),
    type: fc.constantFrom('', 'circle', 'pin'),
    phone: fc.constantFrom('', '1', '2'),
  }),
  { maxLength: 8 },
);
const OPTIONS = [
  'match=location_code&missing=delete&confirm=true&missing_tolerance=100%25',
  'on_duplicate=overwrite',
  'on_duplicate=skip',
  'match=location_code',
];

t.test('imports that are taken back in reverse order leave the first map', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(rowsOf, fc.constantFrom(...OPTIONS)), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (imports, redoes) => {
        const map = await newMap();
        const states = [await stateOf(map)];
        const jobs: { job_id: string; undo_url: string | null }[] = [];
        for (const [rows, options] of imports) {
          const text = rows
            .map(
              ({ code, place, category, type, phone }) =>
                `P${place},${place + 1},2,${code},${category},${type},${type === 'circle' ? 3 : ''},,${phone}\n`,
            )
            .join('');
          jobs.push(await upload(map, text === '' ? 'X,5,5,x,,,,,\n' : text, options));
          states.push(await stateOf(map));
        }
        for (const job of jobs.reverse()) {
          states.pop();
          if (job.undo_url === null) continue;
          const after = await stateOf(map);
          const undone = await undo(job.job_id);
          if (!isDeepStrictEqual(await stateOf(map), states.at(-1))) return false;
          if (!redoes) continue;
          const redone = await undo(undone.job_id);
          if (!isDeepStrictEqual(await stateOf(map), after)) return false;
          await undo(redone.job_id);
          if (!isDeepStrictEqual(await stateOf(map), states.at(-1))) return false;
        }
        return true;
      },
    ),
    { numRuns: runs(6, 75) },
  );
  t.pass();
});
