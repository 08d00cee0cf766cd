import { oddMarker } from '../people-rows.js';
import { type Answer, type Here, pick, type Scenario, type Share, untilEnded } from './script.js';

/**
 * Batch of an integration that syncs every minute, far below the 500 that are answered when they are done.
 */
const MARKERS_A_BATCH = 50;
/** Range of numbers of one connection, so that names are unique. */
const NAMES_A_CONNECTION = 10_000_000;

/** A marker with accents, quotes, commas and several scripts, whose name no other connection uses. */
const ownMarker = (here: Here, category?: string) =>
  oddMarker(here.random, here.connection * NAMES_A_CONNECTION + here.count(), category);

/** Bodies are decoded chunk by chunk, which can cut a letter: texts with this character are not compared. */
const CUT = '\ufffd';

/** The stored texts must equal the sent ones. */
const namedAs =
  (name: string) =>
  ({ body }: Answer): string | null =>
    body.includes(CUT) || (JSON.parse(body) as { name: string }).name === name
      ? null
      : `the name is not '${name}': ${body}`;

/** A marker from its creation to the 404 after its deletion, so that a long run does not grow the map. */
export const lifeOfMarker: Scenario = async (here) => {
  const path = `/maps/${pick(here, here.seeded.maps).id}/markers`;
  const marker = ownMarker(here);
  const created = await here.send({
    kind: 'POST marker',
    method: 'POST',
    path,
    body: JSON.stringify(marker),
    expected: [201],
    defect: namedAs(marker.name),
  });
  if (!created.ok) return;
  const own = `${path}/${(JSON.parse(created.body) as { id: number }).id}`;
  const changed = ownMarker(here);
  await here.send({
    kind: 'PATCH marker',
    method: 'PATCH',
    path: own,
    body: JSON.stringify({ name: changed.name, custom_fields: changed.custom_fields }),
    defect: namedAs(changed.name),
  });
  const deleted = await here.send({ kind: 'DELETE marker', method: 'DELETE', path: own, expected: [204] });
  if (deleted.ok) await here.send({ kind: 'GET deleted marker', path: own, expected: [404] });
};

/** A batch of markers, which are deleted by their category. */
export const batch: Scenario = async (here) => {
  const path = `/maps/${pick(here, here.seeded.maps).id}/markers/bulk`;
  const category = `Lot "${here.connection}", été`;
  const markers = Array.from({ length: MARKERS_A_BATCH }, () => ownMarker(here, category));
  const posted = await here.send({
    kind: 'POST batch',
    method: 'POST',
    path,
    body: JSON.stringify({ markers }),
    // A busy service makes a job of the batch.
    expected: [200, 202],
    defect: ({ status, body }) => {
      const { added } = JSON.parse(body) as { added: number };
      return status === 202 || added === MARKERS_A_BATCH ? null : `${added} of ${MARKERS_A_BATCH} were added`;
    },
  });
  if (posted.status === 202) await untilEnded(here, posted);
  // An unanswered batch may be stored.
  if (!posted.ok && posted.status !== null) return;
  const atLeast = posted.ok ? MARKERS_A_BATCH : 0;
  await here.send({
    kind: 'DELETE batch',
    method: 'DELETE',
    path,
    body: JSON.stringify({ categories: [category], confirm: true }),
    defect: ({ body }) => {
      const { deleted } = JSON.parse(body) as { deleted: number };
      return deleted >= atLeast ? null : `${deleted} of ${atLeast} were deleted`;
    },
  });
};

/** Single changes, as in an editor, and a batch in a sixth of all draws. */
export const WRITES: readonly Share[] = [
  [5, lifeOfMarker],
  [1, batch],
];
