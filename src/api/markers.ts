import { charging } from '../access/limits/charge.js';
import { notFound } from '../base/errors.js';
import { changedSince, taggedReply, tagsToMatch } from '../http/etag.js';
import type { HttpRequest } from '../http/message.js';
import { type Principal, type Route, route } from '../http/route.js';
import { writeOfCreate, writeOfPatch } from '../markers/marker-write.js';
import {
  Marker,
  MarkerCreate,
  MarkerParams,
  type MarkerPatch,
  MarkerPatch as MarkerPatchSchema,
  MarkersQuery,
} from '../schema/marker.js';
import { PAGE_ENDS, pageOf } from '../schema/page.js';
import { colorNames } from '../schema/palette-colors.js';
import type { Sql } from '../store/client.js';
import type { OwnedMap } from '../store/maps.js';
import { findOwnedMap } from '../store/maps.js';
import type { InTurn } from '../store/marker-pages.js';
import {
  createMarker,
  deleteMarker,
  hasMarker,
  listMarkers,
  readMarker,
  readMarkerVersion,
  replaceMarker,
  type TaggedMarker,
} from '../store/markers.js';
import { createdMarkerReply, markerPageReply, markerReply } from './marker-reply.js';
import { OF_MAP, OF_MARKER } from './owned.js';
import { makeOnce } from './repeatable.js';
import { commonFilterOf, givenFilters, searchReply } from './search.js';
import type { Services } from './services.js';
import { placing } from './street-level.js';

const OneMarker = { description: 'The marker', schema: Marker, headers: ['ETag'] };
const AsNamed = { description: 'The marker is as If-None-Match says', headers: ['ETag', 'Vary'] };
/** Times that other writers of the marker may come first before a patch gives up. */
const PATCH_TRIES = 20;
/** Longer pages take turns with slow reads. */
const SMALL_PAGE = 100;

export function markerRoutes(services: Services): Route[] {
  const { sql, quotaUse, work, geocoding, publicUrl } = services;
  const addressOf = (mapId: number): string => `${publicUrl()}/maps/${mapId}/markers`;
  // With a geocoding service, a marker takes its turn after the look-up.
  const turns = geocoding === null ? work.small : null;
  const inTurn = <T>({ accountId }: Principal, { signal }: HttpRequest, write: () => Promise<T>) =>
    geocoding === null ? write() : work.small.run({ accountId, signal }, write);

  const patch = async (
    principal: Principal,
    request: HttpRequest,
    map: OwnedMap,
    markerId: number,
    body: MarkerPatch,
  ): Promise<TaggedMarker> => {
    const tags = tagsToMatch(request);
    const palette = colorNames(map.palette);
    const place = placing(services, principal, request);
    for (let attempt = 0; attempt < PATCH_TRIES; attempt++) {
      const found = await inTurn(principal, request, () =>
        readMarkerVersion(sql, map.id, markerId, tags !== null),
      );
      if (!found) throw notFound();
      if (tags && !tags.includes(found.etag!)) throw changedSince('the marker');
      const write = await place((placer) => writeOfPatch(found.marker, body, palette, placer));
      const replaced = await inTurn(principal, request, () =>
        replaceMarker(sql, principal, map.id, markerId, found.version, write),
      );
      if (replaced) return replaced;
    }
    throw new Error(`marker ${markerId} was changed by others ${PATCH_TRIES} times during one patch`);
  };

  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/markers',
      operationId: 'listMarkers',
      summary: 'Markers of the map, by ascending id or another order',
      tag: 'Markers',
      access: 'read',
      ...OF_MAP,
      query: MarkersQuery,
      // Each statement takes its own turn, so that waiting for long markers holds up no small work.
      turns: null,
      responses: {
        200: { description: `A page of markers. ${PAGE_ENDS}`, schema: pageOf(Marker, 'MarkerPage') },
      },
      handle: ({ principal: { accountId }, params: { map_id: mapId }, query, request }) => {
        const caller = {
          accountId,
          get signal() {
            return request.signal;
          },
        };
        const filters = givenFilters(query);
        if (Object.keys(filters).length > 0) {
          const scope = { accountId, list: 'listMarkers', mapId, filters };
          return searchReply(services, scope, query, commonFilterOf(query), request.signal);
        }
        const listTurns = query.page_size > SMALL_PAGE ? work.reads : work.small;
        const inTurn: InTurn = (read) => work.longMarkers.run(caller, read);
        const scope = { accountId, list: 'listMarkers', mapId };
        return markerPageReply({ ...services, inTurn }, scope, query, (afterId, limit) =>
          listTurns.run(caller, (sql) => listMarkers(sql, mapId, afterId, limit)),
        );
      },
    }),
    route({
      method: 'POST',
      path: '/maps/{map_id}/markers',
      operationId: 'createMarker',
      summary: 'Add one marker',
      description:
        'Without lat and lng the service places the marker by its address: its postal code, city or state. An address that cannot be located is ' +
        'BAD_REQUEST with the reason. Postal areas are found by address.zip, other areas by the point; a marker whose area is not found becomes a pin. ' +
        "Each marker counts against the key's daily quota of single markers: 1,000 by default, QUOTA_EXCEEDED beyond.",
      tag: 'Markers',
      access: 'write',
      ...OF_MAP,
      body: MarkerCreate,
      takesIdempotencyKey: true,
      responses: { 201: OneMarker },
      turns,
      handle: ({ principal, params: { map_id }, resource, body, request }) =>
        makeOnce(sql, principal, request, ['createMarker', map_id, body], {
          make: async (named) => {
            const palette = colorNames(resource.palette);
            const place = placing(services, principal, request);
            const write = await place((placer) => writeOfCreate(body, palette, placer));
            const marker = await inTurn(principal, request, () =>
              charging(quotaUse, principal, 'markers', (charge) =>
                createMarker(sql, map_id, write, charge, named),
              ),
            );
            return createdMarkerReply(addressOf(map_id), marker);
          },
          again: async ({ madeId }) => {
            const marker = await readMarker(sql, map_id, madeId!);
            if (!marker) throw notFound();
            return createdMarkerReply(addressOf(map_id), marker);
          },
        }),
    }),
    route({
      method: 'GET',
      path: '/maps/{map_id}/markers/{marker_id}',
      operationId: 'getMarker',
      summary: 'One marker',
      tag: 'Markers',
      access: 'read',
      ...OF_MARKER,
      takesTags: true,
      responses: { 200: OneMarker, 304: AsNamed },
      handle: async ({ params: { map_id, marker_id }, request }) => {
        const marker = await readMarker(sql, map_id, marker_id);
        if (!marker) throw notFound();
        return taggedReply(request, marker.etag, markerReply(marker));
      },
    }),
    route({
      method: 'PATCH',
      path: '/maps/{map_id}/markers/{marker_id}',
      operationId: 'patchMarker',
      summary: 'Change the given members (RFC 7396)',
      description:
        'A new address places the marker anew, unless lat and lng are given, too. A new type, place or address finds the area anew. ' +
        'A drive-time marker keeps its area while lat and lng stay the same to a metre, and becomes a pin when it moves. ' +
        'A marker whose area is not found at its place becomes a pin, too: the answer has type `pin` and no region_source.',
      tag: 'Markers',
      access: 'write',
      params: MarkerParams,
      // A missing marker is NOT_FOUND before the body is validated.
      own: async (sql: Sql, accountId, mapId, { params }) => {
        const map = await findOwnedMap(sql, accountId, mapId);
        return map && (await hasMarker(sql, mapId, params.marker_id)) ? map : null;
      },
      body: MarkerPatchSchema,
      takesTags: true,
      responses: { 200: OneMarker },
      turns,
      handle: async ({ principal, params: { marker_id }, resource, body, request }) =>
        markerReply(await patch(principal, request, resource, marker_id, body)),
    }),
    route({
      method: 'DELETE',
      path: '/maps/{map_id}/markers/{marker_id}',
      operationId: 'deleteMarker',
      summary: 'Delete one marker',
      tag: 'Markers',
      access: 'write',
      ...OF_MARKER,
      takesTags: true,
      responses: { 204: { description: 'The marker is deleted' } },
      handle: async ({ principal, params: { map_id, marker_id }, request }) => {
        const tags = tagsToMatch(request);
        if (await deleteMarker(sql, principal, map_id, marker_id, tags)) return { status: 204 };
        throw tags && (await hasMarker(sql, map_id, marker_id)) ? changedSince('the marker') : notFound();
      },
    }),
  ];
}
