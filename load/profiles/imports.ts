import { peopleRows } from '../people-rows.js';
import { seededBytes } from '../seeded-csv.js';
import { type Here, type Scenario, type Script, type Share, untilEnded } from './script.js';

export const WHOLE_IMPORT = 'import until completed';
/** Uploads into a map before it is emptied, so that a long run does not fill the disk. */
const FILES_A_LANE = 4;
const OPEN_JOBS_AGAIN_MS = 500;

/** A map that one script at a time imports into, so that the number of its markers is known. */
export interface Lane {
  mapId: number;
  rows: number;
  files: readonly Buffer[];
  /**
   * Number of its files, from the first, that are imported; null: not known, as at the beginning and after a
   * lost answer.
   */
  imported: number | null;
}

/** The same bytes for the same seed. @param number number among all lanes of the run */
export function makeLane(seed: number, mapId: number, number: number, rows: number): Lane {
  const files = Array.from({ length: FILES_A_LANE }, (_, file) => {
    const at = number * FILES_A_LANE + file;
    return Buffer.concat([...seededBytes(rows, seed + at, peopleRows({ firstNumber: at * rows }))]);
  });
  return { mapId, rows, files, imported: null };
}

/** An upload into a map that no other script uses, until its job has ended. */
export const importFile: Scenario = (here) => {
  const lane = here.freeLanes.shift();
  return lane === undefined ? null : importInto(here, lane);
};

function* importInto(here: Here, lane: Lane): Script {
  try {
    if ((lane.imported === null || lane.imported === FILES_A_LANE) && !(yield* empty(lane))) return;
    yield* uploadNext(here, lane, lane.imported!);
  } finally {
    here.freeLanes.push(lane);
  }
}

function* uploadNext(here: Here, lane: Lane, imported: number): Script {
  const { rows, mapId } = lane;
  const accepted = yield {
    kind: 'upload',
    method: 'POST',
    path: `/maps/${mapId}/markers/bulk`,
    body: lane.files[imported]!,
    contentType: 'text/csv',
    expected: [202],
  };
  // A refused upload is absent; an unanswered one may be stored.
  if (!accepted.ok && accepted.status !== null) return;
  lane.imported = null;
  const ended = accepted.ok ? yield* untilEnded(here, accepted) : null;
  if (ended === null) return;
  if (ended.job.added !== rows)
    return here.wrong(WHOLE_IMPORT, `of ${rows} rows: ${JSON.stringify(ended.job)}`);
  lane.imported = imported + 1;
  here.span(WHOLE_IMPORT, ended.answeredMs - accepted.dueMs);
  here.imported(rows);
  const expected = lane.imported * rows;
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
function* empty(lane: Lane): Script<boolean> {
  const { mapId, rows, imported } = lane;
  if (imported === null) {
    // The job of an unanswered upload must have ended before its map is emptied.
    const jobs = yield { kind: 'GET jobs', path: `/jobs?map_id=${mapId}`, pauseMs: OPEN_JOBS_AGAIN_MS };
    if (!jobs.ok || /"status":"(queued|processing)"/.test(jobs.body)) return false;
  }
  lane.imported = null;
  const deleted = yield {
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
  };
  if (deleted.status !== 200) return false;
  lane.imported = 0;
  return true;
}

export const IMPORTS: readonly Share[] = [[1, importFile]];
