import { setTimeout as delay } from 'node:timers/promises';
import { peopleRows } from '../people-rows.js';
import { seededBytes } from '../seeded-csv.js';
import { type Here, type Lane, type Scenario, type Share, untilEnded } from './script.js';

export const WHOLE_IMPORT = 'import until completed';
/** Uploads into a map before it is emptied, so that a long run does not fill the disk. */
const FILES_A_LANE = 4;
const OPEN_JOBS_AGAIN_MS = 500;

/** The same bytes for the same seed. @param number number among all lanes of the run */
export function makeLane(seed: number, mapId: number, number: number, rows: number): Lane {
  const files = Array.from({ length: FILES_A_LANE }, (_, file) => {
    const at = number * FILES_A_LANE + file;
    return Buffer.concat([...seededBytes(rows, seed + at, peopleRows({ firstNumber: at * rows }))]);
  });
  return { mapId, rows, files, imported: null };
}

/** An upload into a map that no other connection uses, until its job has ended. */
export const importFile: Scenario = async (here) => {
  const lane = here.freeLanes.shift();
  if (lane === undefined) return;
  if (lane.imported === null || lane.imported === FILES_A_LANE) await empty(here, lane);
  if (lane.imported !== null) await uploadNext(here, lane, lane.imported);
  here.freeLanes.push(lane);
};

async function uploadNext(here: Here, lane: Lane, imported: number): Promise<void> {
  const { rows, mapId } = lane;
  const accepted = await here.send({
    kind: 'upload',
    method: 'POST',
    path: `/maps/${mapId}/markers/bulk`,
    body: lane.files[imported]!,
    contentType: 'text/csv',
    expected: [202],
  });
  // A refused upload is absent; an unanswered one may be stored.
  if (!accepted.ok && accepted.status !== null) return;
  lane.imported = null;
  if (!accepted.ok) return;
  const { job, answeredMs } = await untilEnded(here, accepted);
  if (job.added !== rows)
    return here.span(WHOLE_IMPORT, { is: 'wrong', why: `of ${rows} rows: ${JSON.stringify(job)}` });
  here.span(WHOLE_IMPORT, { is: 'right', ms: answeredMs - accepted.dueMs });
  lane.imported = imported + 1;
  const expected = lane.imported * rows;
  await here.send({
    kind: 'GET map',
    path: `/maps/${mapId}`,
    defect: ({ body }) => {
      const { marker_count } = JSON.parse(body) as { marker_count: number };
      return marker_count === expected ? null : `${marker_count} markers instead of ${expected}`;
    },
  });
}

/** Empties the map where it can be, so that nothing is imported. */
async function empty(here: Here, lane: Lane): Promise<void> {
  const { mapId, rows, imported } = lane;
  lane.imported = null;
  if (imported === null) {
    // The job of an unanswered upload must have ended before its map is emptied.
    await delay(OPEN_JOBS_AGAIN_MS);
    const jobs = await here.send({ kind: 'GET jobs', path: `/jobs?map_id=${mapId}` });
    if (!jobs.ok || /"status":"(queued|processing)"/.test(jobs.body)) return;
  }
  const emptied = await here.send({
    kind: 'DELETE all markers',
    method: 'DELETE',
    path: `/maps/${mapId}/markers/bulk`,
    body: '{"all":true,"confirm":true}',
    defect: ({ body }) => {
      const { deleted } = JSON.parse(body) as { deleted: number };
      return imported === null || deleted === imported * rows
        ? null
        : `${deleted} deleted instead of ${imported * rows}`;
    },
  });
  if (emptied.status === 200) lane.imported = 0;
}

export const IMPORTS: readonly Share[] = [[1, importFile]];
