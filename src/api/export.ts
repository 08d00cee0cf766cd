import { Type } from 'typebox';
import { badRequest } from '../base/errors.js';
import type { Threads } from '../base/threads/thread-pool.js';
import { attachmentNamed } from '../format/write/file-name.js';
import { formatHeader, ROW_EXPRESSIONS } from '../format/write/format-rows.js';
import { formatOnThread } from '../format/write/on-thread.js';
import { type Route, route } from '../http/route.js';
import { MapParams } from '../schema/map.js';
import { MAX_EXPORTED_FIELDS, type MarkerRows } from '../store/export.js';
import { readMap } from '../store/maps.js';
import { FIELDS_DEADLINE_MS, oneAhead, streamMarkers } from './marker-stream.js';
import type { Services } from './services.js';

/** Size of a thread's task and of a chunk on the socket. */
const BLOCK_BYTES = 256 * 1024;

export function exportRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/markers.csv',
      operationId: 'exportMarkers',
      summary: 'All markers of the map as CSV',
      description:
        'Streams the markers of one moment by ascending id, in UTF-8 without a byte order mark, with CRLF at line ends. ' +
        'Columns: Name, Marker Type, the address, Latitude, Longitude, Radius (miles), Drive Time (minutes), Category (Color), Color, ' +
        'photo and video members, Updated (the time of the last change, which an import ignores), Expire, then the custom fields in their order, then Location Code. Imported unchanged into an empty map, ' +
        'the file gives the same markers: the import recognises it by its first columns and Location Code, reads `Marker Type` ' +
        'before the option `marker_type`, and makes the columns in between custom fields whatever their names. A cell that a spreadsheet ' +
        'would run as a formula starts with an apostrophe, which an import removes. The file lacks ids, times of creation, the legend, the ' +
        'types of custom fields and expired markers. An import keeps the first of several markers with one name and place, and colours of ' +
        'the extended palette need a map that has it. ' +
        'A map whose markers have more than 4,976 custom fields is BAD_REQUEST, as a file of over 5,000 columns could not be imported; the GeoJSON export has no such limit. ' +
        'The service makes a limited number of exports at a time, and accounts take turns: RATE_LIMITED when no turn comes within 30 seconds. ' +
        'A client that reads nothing for 10 seconds is cut off.',
      tag: 'Markers',
      access: 'read',
      deadlineMs: FIELDS_DEADLINE_MS,
      // The turn of an export lasts as long as the client reads.
      turns: null,
      params: MapParams,
      own: readMap,
      responses: {
        200: {
          description: 'The file',
          contentTypes: ['text/csv'],
          schema: Type.String(),
          headers: ['Content-Disposition'],
        },
      },
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

/** @throws AppError BAD_REQUEST: no import takes a file with more columns */
function refuseTooWide({ customFields }: MarkerRows): void {
  if (customFields.length <= MAX_EXPORTED_FIELDS) return;
  throw badRequest(
    `the markers have more than ${MAX_EXPORTED_FIELDS} custom fields, and an import takes at most 5,000 columns: export markers.geojson instead`,
  );
}

async function* csvOf({ customFields, blocks }: MarkerRows, threads: Threads): AsyncGenerator<Buffer> {
  yield formatHeader(customFields);
  yield* oneAhead(formatted());
  async function* formatted(): AsyncGenerator<Buffer> {
    for await (const block of blocks) yield await formatOnThread(threads, block, customFields);
  }
}
