import { badRequest } from '../base/errors.js';
import { type Route, route } from '../http/route.js';
import { BulkDelete, BulkDeleted } from '../schema/bulk-delete.js';
import { colorNames } from '../schema/palette-colors.js';
import { assertWritable } from '../store/authorize.js';
import {
  type BulkDeletion,
  deleteMarkerIds,
  deleteMarkerRange,
  lastMarkerId,
  type MarkerGroups,
} from '../store/bulk-delete.js';
import type { Sql } from '../store/client.js';
import { legendColors } from '../store/legend.js';
import type { OwnedMap } from '../store/maps.js';
import { OF_MAP } from './owned.js';
import { okReply } from './replies.js';
import type { Services } from './services.js';

/** Markers of one statement, some 100 ms: a writer of one of these markers waits that long. */
const CHUNK_MARKERS = 10_000;
/** Ids that are deleted as fast as a small write, some 10 ms. */
const SMALL_LIST = 500;
/** Far above the time for a million markers. */
const DEADLINE_MS = 600_000;
/** 100,000 ids of 16 digits. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

export function bulkDeleteRoutes(services: Services): Route[] {
  const { work } = services;
  return [
    route({
      method: 'DELETE',
      path: '/maps/{map_id}/markers/bulk',
      operationId: 'deleteMarkers',
      summary: 'Delete many markers',
      description:
        'The body has exactly one selector: `all: true`, `marker_ids`, or `categories` and/or `colors`, which together select the markers of either. ' +
        'Empty lists, empty strings and `all: false` do not count as selectors. Names that the legend or the palette lacks match nothing. ' +
        'Unknown query parameters and members are BAD_REQUEST, because deleted markers cannot be restored. ' +
        'Markers created meanwhile stay. A large deletion runs in steps; send the request again when it was interrupted.',
      tag: 'Markers',
      access: 'write',
      ...OF_MAP,
      body: BulkDelete,
      refusesUnknown: true,
      maxBodyBytes: MAX_BODY_BYTES,
      deadlineMs: DEADLINE_MS,
      turns: ({ body }) => (isSmall(body) ? work.small : work.changes),
      responses: { 200: { description: 'Number of deleted markers', schema: BulkDeleted } },
      handle: async ({ principal, resource: map, body, request, lane: sql }) => {
        // Each step checks this again, but there may be no step.
        await assertWritable(sql, principal, map.id);
        const selection = selectionOf(body);
        const deletion: BulkDeletion = { writer: principal, mapId: map.id, auditId: null };
        const deleted = await (selection.kind === 'ids'
          ? deleteIds(sql, deletion, selection.ids, request.signal)
          : deleteMatching(sql, deletion, await filterOf(sql, map, selection), request.signal));
        return okReply({ deleted });
      },
    }),
  ];
}

/** Any other selection has to search for its markers. */
const isSmall = ({ marker_ids = [] }: BulkDelete): boolean =>
  marker_ids.length > 0 && marker_ids.length <= SMALL_LIST;

type Selection =
  | { kind: 'all' }
  | { kind: 'ids'; ids: readonly number[] }
  | { kind: 'names'; categories: readonly string[]; colors: readonly string[] };

/** @throws AppError BAD_REQUEST */
function selectionOf({ all, marker_ids = [], categories = [], colors = [], confirm }: BulkDelete): Selection {
  if (!confirm) throw badRequest('confirm must be true: deleted markers cannot be restored');
  const names = { categories: withoutBlanks(categories), colors: withoutBlanks(colors) };
  const given: Selection[] = [];
  if (all) given.push({ kind: 'all' });
  if (marker_ids.length > 0) given.push({ kind: 'ids', ids: marker_ids });
  if (names.categories.length + names.colors.length > 0) given.push({ kind: 'names', ...names });
  const [selection] = given;
  if (!selection || given.length > 1) {
    throw badRequest(
      `give exactly one of all: true, marker_ids, or categories and/or colors, not ${given.length}; empty ones do not count`,
    );
  }
  return selection;
}

/** Trimmed, as markers have their names. */
const withoutBlanks = (names: readonly string[]): string[] =>
  names.map((name) => name.trim()).filter((name) => name !== '');

/** @returns null for all markers */
async function filterOf(
  sql: Sql,
  map: OwnedMap,
  selection: Exclude<Selection, { kind: 'ids' }>,
): Promise<MarkerGroups | null> {
  if (selection.kind === 'all') return null;
  const legend = await legendColors(sql, map.id);
  const palette = new Set(colorNames(map.palette));
  return {
    categories: selection.categories.filter((name) => legend.has(name)),
    colors: selection.colors.map((name) => name.toLowerCase()).filter((name) => palette.has(name)),
  };
}

async function deleteMatching(
  sql: Sql,
  deletion: BulkDeletion,
  filter: MarkerGroups | null,
  signal: AbortSignal,
): Promise<number> {
  if (filter?.categories.length === 0 && filter.colors.length === 0) return 0;
  const lastId = await lastMarkerId(sql, deletion.mapId);
  let deleted = 0;
  for (let afterId = 0; afterId < lastId; ) {
    signal.throwIfAborted();
    const range = { afterId, lastId, atMost: CHUNK_MARKERS };
    const chunk = await deleteMarkerRange(sql, deletion, range, filter);
    deleted += chunk.deleted;
    afterId = chunk.reached;
  }
  return deleted;
}

async function deleteIds(
  sql: Sql,
  deletion: BulkDeletion,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<number> {
  const ordered = Float64Array.from(new Set(ids)).sort();
  let deleted = 0;
  for (let i = 0; i < ordered.length; i += CHUNK_MARKERS) {
    signal.throwIfAborted();
    deleted += await deleteMarkerIds(sql, deletion, [...ordered.subarray(i, i + CHUNK_MARKERS)]);
  }
  return deleted;
}
