import { Type } from 'typebox';
import { badRequest } from '../base/errors.js';
import type { Threads } from '../base/threads/thread-pool.js';
import { attachmentNamed } from '../format/write/file-name.js';
import { formatHeader, ROW_EXPRESSIONS } from '../format/write/format-rows.js';
import { formatOnThread } from '../format/write/on-thread.js';
import { type Route, route } from '../http/route.js';
import { MapParams } from '../schema/map.js';
import { MAX_EXPORTED_FIELDS, type MarkerRows } from '../store/export.js';
import { FIELDS_DEADLINE_MS, streamMarkers } from './marker-stream.js';
import { readOwnedMap } from './own.js';
import type { Services } from './services.js';

/** A task for a thread, and a chunk for the socket. */
const BLOCK_BYTES = 256 * 1024;

export function exportRoutes(services: Services): Route[] {
  const existing = readOwnedMap(services);

  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/markers.csv',
      operationId: 'exportMarkers',
      summary: 'All markers of the map as CSV',
      description:
        'The markers as they are at one moment, by ascending id, streamed: UTF-8 without a byte order mark, lines ending in CRLF. ' +
        'Columns: Name, Marker Type, the address, Latitude, Longitude, Radius (miles), Drive Time (minutes), Category (Color), Color, ' +
        'photo and video members, Expire, then the custom fields in their order, then Location Code. Imported into an empty map as it ' +
        'is, it gives the same markers: such a file is recognised by its first columns and Location Code; a type in `Marker Type` ' +
        'counts before `marker_type`, and what stands between are custom fields whatever they are called. A cell that a spreadsheet ' +
        'would run as a formula has an apostrophe before it, which an import removes. Not in it: ids, creation times, legend, the ' +
        'types of custom fields, expired markers. Of several markers with one name and place an import keeps the first, and names of ' +
        'the extended palette need a map that has it. ' +
        'A map whose markers have more than 4,977 custom fields is BAD_REQUEST: a file of over 5,000 columns could not be imported; GeoJSON has no such bound. ' +
        'A process makes so many exports at a time, and accounts take turns: RATE_LIMITED when none comes within 30 seconds. ' +
        'A client that takes nothing for 10 seconds is cut off.',
      tag: 'Markers',
      access: 'read',
      deadlineMs: FIELDS_DEADLINE_MS,
      // Its turn lasts for as long as the client reads.
      turns: null,
      params: MapParams,
      own: ({ accountId }, { map_id }) => existing(accountId, map_id),
      responses: { 200: { description: 'The file', contentTypes: ['text/csv'], schema: Type.String() } },
      handle: ({ principal: { accountId }, resource: { id, name }, request }) =>
        streamMarkers(services, {
          accountId,
          mapId: id,
          request,
          expressions: ROW_EXPRESSIONS,
          blockBytes: BLOCK_BYTES,
          headers: {
            'content-type': 'text/csv; charset=utf-8; header=present',
            'content-disposition': attachmentNamed(name, `map-${id}`, 'csv'),
          },
          check: refuseTooWide,
          format: csvOf,
        }),
    }),
  ];
}

/** @throws AppError BAD_REQUEST: a file with more columns is one that no import takes */
function refuseTooWide({ customFields }: MarkerRows): void {
  if (customFields.length <= MAX_EXPORTED_FIELDS) return;
  throw badRequest(
    `the markers have more than ${MAX_EXPORTED_FIELDS} custom fields, and a CSV file of over 5,000 columns cannot be imported again: export them as markers.geojson`,
  );
}

/** While one block is sent, a thread formats the next. */
async function* csvOf({ customFields, blocks }: MarkerRows, threads: Threads): AsyncGenerator<Buffer> {
  let ahead: Promise<Buffer> | null = null;
  yield formatHeader(customFields);
  for await (const block of blocks) {
    const formatted = formatOnThread(threads, block, customFields);
    formatted.catch(() => {}); // awaited below, in its turn
    if (ahead) yield await ahead;
    ahead = formatted;
  }
  if (ahead) yield await ahead;
}
