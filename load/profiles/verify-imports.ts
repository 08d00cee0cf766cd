import { setTimeout as delay } from 'node:timers/promises';
import { ask, askJson, type Service } from './api.js';
import { type LaneContents, laneFile } from './lane.js';
import { addDigests, digestCsv, NO_ROWS, type RowDigest } from './row-digest.js';

export interface Verified {
  /** Rows compared, cell by cell, with the uploads. */
  rows: number;
  exactMaps: number;
  /** Maps of unknown contents: the run ended between the order to empty them and the answer. */
  unknownMaps: number;
  /** Differences. */
  inexact: string[];
}

const LOOK_EVERY_MS = 250;

/** Whether maps have exactly the accepted rows, each once, after a run. */
export async function verifyImports(
  service: Service,
  lanes: readonly LaneContents[],
  { seed, rowsAnUpload }: { seed: number; rowsAnUpload: number },
): Promise<Verified> {
  const verified: Verified = { rows: 0, exactMaps: 0, unknownMaps: 0, inexact: [] };
  for (const lane of lanes) {
    if (lane.unknown) {
      verified.unknownMaps++;
      continue;
    }
    const found = await digestMap(service, lane.mapId);
    const file = (number: number): Promise<RowDigest> =>
      digestCsv([laneFile(seed, lane.number, number, rowsAnUpload)]);
    let expected = NO_ROWS;
    for (let i = 0; i < lane.imported; i++) expected = addDigests(expected, await file(i));
    // An upload cut off by the end of the run is stored whole or not at all.
    const withNext = lane.next === 'unsent' ? null : addDigests(expected, await file(lane.imported));
    const allowed =
      lane.next === 'accepted' ? [withNext!] : lane.next === 'unsent' ? [expected] : [expected, withNext!];
    if (allowed.some(({ rows, sum }) => rows === found.rows && sum === found.sum)) {
      verified.exactMaps++;
      verified.rows += found.rows;
    } else {
      const counts = allowed.map(({ rows }) => rows).join(' or ');
      verified.inexact.push(
        allowed.some(({ rows }) => rows === found.rows)
          ? `map ${lane.mapId} has ${found.rows} rows, but not those that were sent`
          : `map ${lane.mapId} has ${found.rows} rows instead of ${counts}`,
      );
    }
  }
  return verified;
}

/** Digest of a map's markers when all its jobs have ended. */
async function digestMap(service: Service, mapId: number): Promise<RowDigest> {
  for (const status of ['processing', 'queued'])
    for (;;) {
      const jobs = await askJson<{ data: unknown[] }>(service, `/jobs?map_id=${mapId}&status=${status}`);
      if (jobs.data.length === 0) break;
      await delay(LOOK_EVERY_MS);
    }
  const exported = await ask(service, `/maps/${mapId}/markers.csv`);
  return digestCsv(exported.body as unknown as AsyncIterable<Uint8Array>);
}
