import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { fetchDocumented } from '../support/documented.js';
import { endLeases, LONG, seededRandom } from '../support/faults.js';
import { arrangeUploads } from '../support/process-uploads.js';
import { type ServiceProcess, startService } from '../support/service.js';

/** Makes rows wide, so that 2,500 are a block. */
const WIDE = 'x'.repeat(150);
const ROWS = 20_000;
const KILLS = 4;
const OPTIONS = '?match=location_code&missing=delete&confirm=true';
t.setTimeout(3_600_000);

interface Customer {
  code: string;
  name: string;
  /** Tells the coordinates. */
  place: number;
  note: string;
}
interface Marker extends Customer {
  id: number;
}

const latOf = (place: number): number => ((place % 160_000) - 80_000) / 1000;
const lngOf = (place: number): number => Math.floor(place / 160_000) - 170;
const csvOf = (rows: readonly Customer[]): string =>
  `name,lat,lng,location_code,Note,Wide\n${rows
    .map(({ code, name, place, note }) => `${name},${latOf(place)},${lngOf(place)},${code},${note},${WIDE}\n`)
    .join('')}`;

/** The map after an import that makes it like the file: markers that were there by id, the others with 0. */
function mirrored(markers: readonly Marker[], rows: readonly Customer[]): Marker[] {
  const placeOf = ({ name, place }: Customer): string => `${name}\n${place}`;
  const byCode = new Map<string, Marker>();
  const coded = new Map<string, Marker>();
  const others = new Map<string, Marker>();
  for (const marker of markers.map((each) => ({ ...each }))) {
    if (marker.code !== '') byCode.set(marker.code, marker);
    (marker.code === '' ? others : coded).set(placeOf(marker), marker);
  }
  const codes = new Set<string>();
  const met = new Set<Marker>();
  for (const row of rows) {
    const atPlace = coded.get(placeOf(row));
    const known =
      row.code !== ''
        ? byCode.get(row.code)
        : (others.get(placeOf(row)) ?? (atPlace && !codes.has(atPlace.code) ? atPlace : undefined));
    codes.add(row.code);
    const marker = known ?? { ...row, id: 0 };
    if (known !== undefined) Object.assign(known, row, { code: known.code });
    else if (row.code === '') others.set(placeOf(row), marker);
    met.add(marker);
  }
  return [...met];
}

const shown = (markers: readonly Marker[]): string[] =>
  markers.map(({ id, code, name, place, note }) => [id, code, name, place, note].join()).sort();

t.test(
  `${KILLS} SIGKILLs in an import that mirrors a file, in its undo and in the undo of that change nothing`,
  { skip: !LONG },
  async (t) => {
    const random = seededRandom(t);
    const below = (n: number): number => Math.floor(random() * n);
    const { owner, env, upload, completed } = await arrangeUploads(t);
    const { sql } = owner;
    const mapId = await owner.createMap();
    let service: ServiceProcess = await startService(t, env);

    const markersOf = async (): Promise<Marker[]> =>
      (
        await sql<(Marker & { lat: number; lng: number })[]>`
          SELECT id, coalesce(extras ->> 'location_code', '') AS code, name, lat, lng, custom_fields ->> 'Note' AS note
          FROM markers WHERE map_id = ${mapId}`
      ).map((each) => ({
        ...each,
        id: Number(each.id),
        place: (each.lng + 170) * 160_000 + Math.round(each.lat * 1000) + 80_000,
      }));
    /** Kills the service each time that a job has gone some steps further. */
    const killed = async (jobId: string): Promise<void> => {
      for (let kill = 0; kill < KILLS; kill++) {
        const stepsOf = async (): Promise<number> =>
          (await sql`SELECT FROM import_blocks WHERE job_id = ${jobId}`).length;
        const hasEnded = async (): Promise<boolean> =>
          (await sql`SELECT FROM jobs WHERE id = ${jobId} AND completed_at IS NOT NULL`).length > 0;
        const target = (await stepsOf()) + below(3);
        while ((await stepsOf()) < target && !(await hasEnded())) await delay(2);
        await delay(below(60));
        await service.kill('SIGKILL');
        await endLeases(sql);
        service = await startService(t, env);
      }
    };
    const undo = async (jobId: string): Promise<string> => {
      const response = await fetchDocumented(`${service.url}/jobs/${jobId}/undo`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.key}` },
      });
      t.equal(response.status, 202);
      return ((await response.json()) as { job_id: string }).job_id;
    };

    const customer = (at: number): Customer => ({
      code: below(10) === 0 ? '' : `C${at}`,
      name: `N${below(50)}`,
      place: at * 7,
      note: 'first',
    });
    const first = Array.from({ length: ROWS }, (_, at) => customer(at));
    await completed(service, (await upload(service, mapId, csvOf(first))).job_id);
    const before = await markersOf();
    t.equal(before.length, ROWS);

    // Some go, some lose their code, some move, in part to where others were or are.
    const second = first.flatMap(({ code, ...each }, at): Customer[] => {
      if (below(20) === 0) return [];
      const moved = below(4) === 0 ? { name: first[below(ROWS)]!.name, place: below(ROWS) * 7 } : { ...each };
      const row = { ...each, ...moved, code: below(10) === 0 ? '' : code, note: `n${below(3)}` };
      const twin = { ...row, code: '', note: 'twin' };
      return [row, ...(at % 9 === 0 ? [twin] : []), ...(below(20) === 0 ? [customer(ROWS + at)] : [])];
    });
    const rows = second
      .map((row) => ({ row, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ row }) => row);
    const { job_id } = await upload(service, mapId, csvOf(rows), OPTIONS);
    await killed(job_id);
    const job = await completed(service, job_id);
    t.match(job, { status: 'completed', error_count: 0, total: rows.length, processed: rows.length });
    const after = await markersOf();
    const ids = new Set(before.map(({ id }) => id));
    t.same(
      shown(after.map((marker) => (ids.has(marker.id) ? marker : { ...marker, id: 0 }))),
      shown(mirrored(before, rows)),
    );

    const undoId = await undo(job_id);
    await killed(undoId);
    t.match(await completed(service, undoId), { status: 'completed', skipped: 0 });
    t.same(shown(await markersOf()), shown(before), 'the undo gives everything back');
    const redoId = await undo(undoId);
    await killed(redoId);
    t.match(await completed(service, redoId), { status: 'completed', skipped: 0 });
    t.same(shown(await markersOf()), shown(after), 'and its undo takes that back');
    const [counts] = await sql`SELECT sum(markers)::int AS markers FROM map_counts WHERE map_id = ${mapId}`;
    t.equal(counts!.markers, after.length);
    await service.kill('SIGTERM');
  },
);
