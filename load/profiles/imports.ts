import type { Script } from './ask.js';
import type { Here } from './here.js';
import { untilEnded } from './job.js';
import { FILES_A_LANE, type Lane } from './lane.js';
import type { Scenario, Share } from './scenario.js';

export const WHOLE_IMPORT = 'import until completed';
const OPEN_JOBS_AGAIN_MS = 500;

/** An upload into a map that no other script uses, until its job has ended. */
export const importFile: Scenario = (here) => {
  const lane = here.freeLanes.shift();
  return lane === undefined ? null : importInto(here, lane);
};

function* importInto(here: Here, lane: Lane): Script {
  try {
    const { contents } = lane;
    if ((contents.unknown || contents.imported === FILES_A_LANE) && !(yield* empty(lane))) return;
    yield* uploadNext(here, lane);
  } finally {
    here.freeLanes.push(lane);
  }
}

function* uploadNext(here: Here, lane: Lane): Script {
  const { contents, rows, mapId } = lane;
  contents.next = 'unanswered';
  const accepted = yield {
    kind: 'upload',
    method: 'POST',
    path: `/maps/${mapId}/markers/bulk`,
    body: lane.files[contents.imported]!,
    contentType: 'text/csv',
    expected: [202],
  };
  if (!accepted.ok) {
    // A refused upload is absent; an unanswered one may be stored.
    contents.next = 'unsent';
    contents.unknown ||= accepted.status === null;
    return;
  }
  contents.next = 'accepted';
  const ended = yield* untilEnded(here, accepted);
  contents.next = 'unsent';
  if (ended === null || ended.job.added !== rows) {
    contents.unknown = true;
    if (ended) here.wrong(WHOLE_IMPORT, `of ${rows} rows: ${JSON.stringify(ended.job)}`);
    return;
  }
  contents.imported++;
  here.span(WHOLE_IMPORT, ended.answeredMs - accepted.dueMs);
  here.imported(rows);
  const expected = contents.imported * rows;
  yield {
    kind: 'GET map',
    path: `/maps/${mapId}`,
    defect: ({ body }) => {
      const { marker_count } = JSON.parse(body) as { marker_count: number };
      return marker_count === expected ? null : `${marker_count} markers instead of ${expected}`;
    },
  };
}

/** @returns whether it is known to be empty */
function* empty({ contents, mapId, rows }: Lane): Script<boolean> {
  if (contents.unknown && !(yield* noOpenJob(mapId))) return false;
  const expected = contents.unknown ? null : contents.imported * rows;
  contents.unknown = true;
  const deleted = yield {
    kind: 'DELETE all markers',
    method: 'DELETE',
    path: `/maps/${mapId}/markers/bulk`,
    body: '{"all":true,"confirm":true}',
    defect: ({ body }) => {
      const { deleted } = JSON.parse(body) as { deleted: number };
      return expected === null || deleted === expected ? null : `${deleted} deleted instead of ${expected}`;
    },
  };
  if (deleted.status !== 200) return false;
  Object.assign(contents, { imported: 0, unknown: false });
  return true;
}

/** Checks once. The job of an unanswered upload must have ended before its map is emptied. */
function* noOpenJob(mapId: number): Script<boolean> {
  const jobs = yield { kind: 'GET jobs', path: `/jobs?map_id=${mapId}`, pauseMs: OPEN_JOBS_AGAIN_MS };
  return jobs.ok && !/"status":"(queued|processing)"/.test(jobs.body);
}

export const IMPORTS: readonly Share[] = [[1, importFile]];
