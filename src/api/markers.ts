import { charging } from '../access/limits/charge.js';
import { notFound } from '../base/errors.js';
import type { HttpRequest } from '../http/message.js';
import { type Principal, type Route, route } from '../http/route.js';
import { MapParams } from '../schema/map.js';
import {
  Marker,
  MarkerCreate,
  MarkerParams,
  type MarkerPatch,
  MarkerPatch as MarkerPatchSchema,
  MarkersQuery,
} from '../schema/marker.js';
import { PAGE_ENDS, pageOf } from '../schema/page.js';
import { paletteNames } from '../schema/palette-colors.js';
import type { OwnedMap } from '../store/maps.js';
import type { InTurn } from '../store/marker-pages.js';
import {
  createMarker,
  deleteMarker,
  hasMarker,
  listMarkers,
  type MarkerJson,
  readMarker,
  readMarkerVersion,
  replaceMarker,
} from '../store/markers.js';
import { markerPageReply, markerReply } from './marker-reply.js';
import { writeOfCreate, writeOfPatch } from './marker-write.js';
import { ownedMap } from './own.js';
import { makeOnce } from './repeatable.js';
import type { Services } from './services.js';
import { placing } from './street-level.js';

const OneMarker = { description: 'The marker', schema: Marker };
/** Writers of one marker that may be faster, one after the other, before a patch gives up. */
const PATCH_TRIES = 20;
/** A longer page waits with what is slow. */
const SMALL_PAGE = 100;

export function markerRoutes(services: Services): Route[] {
  const { sql, quotaUse, work, geocoding } = services;
  const own = ownedMap(services);
  // A marker that may wait for a geocoding service takes its turn behind that.
  const turns = geocoding === null ? work.small : null;
  const inTurn = <T>({ accountId }: Principal, { signal }: HttpRequest, write: () => Promise<T>) =>
    geocoding === null ? write() : work.small.run({ accountId, signal }, write);

  const patch = async (
    principal: Principal,
    request: HttpRequest,
    map: OwnedMap,
    markerId: number,
    body: MarkerPatch,
  ): Promise<MarkerJson> => {
    const palette = paletteNames(map.extendedColors);
    const place = placing(services, principal, request);
    for (let attempt = 0; attempt < PATCH_TRIES; attempt++) {
      const found = await inTurn(principal, request, () => readMarkerVersion(sql, map.id, markerId));
      if (!found) throw notFound();
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
      summary: 'Markers of the map, by ascending id',
      tag: 'Markers',
      access: 'read',
      params: MapParams,
      own,
      query: MarkersQuery,
      // Each of its statements has a turn of its own: whoever waits to read long markers holds up no small work.
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
        'Without both lat and lng it is placed by its address, as exactly as its postal code, city or state says; what cannot be located is ' +
        'BAD_REQUEST with the reason. Areas of posts are found by address.zip, the others by the point; without its area it becomes a pin.' +
        ' Counts against the daily quota of single markers of the key: 1,000 by default, QUOTA_EXCEEDED beyond.',
      tag: 'Markers',
      access: 'write',
      params: MapParams,
      own,
      body: MarkerCreate,
      takesIdempotencyKey: true,
      responses: { 201: OneMarker },
      turns,
      handle: ({ principal, params: { map_id }, resource, body, request }) =>
        makeOnce(sql, principal, request, ['createMarker', map_id, body], {
          make: async (named) => {
            const palette = paletteNames(resource.extendedColors);
            const place = placing(services, principal, request);
            const write = await place((placer) => writeOfCreate(body, palette, placer));
            const marker = await inTurn(principal, request, () =>
              charging(quotaUse, principal, 'markers', (charge) =>
                createMarker(sql, map_id, write, charge, named),
              ),
            );
            return markerReply(201, marker);
          },
          again: async ({ madeId }) => {
            const marker = await readMarker(sql, map_id, madeId!);
            if (!marker) throw notFound();
            return markerReply(201, marker);
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
      params: MarkerParams,
      own,
      responses: { 200: OneMarker },
      handle: async ({ params: { map_id, marker_id } }) => {
        const marker = await readMarker(sql, map_id, marker_id);
        if (!marker) throw notFound();
        return markerReply(200, marker);
      },
    }),
    route({
      method: 'PATCH',
      path: '/maps/{map_id}/markers/{marker_id}',
      operationId: 'patchMarker',
      summary: 'Change the members that are given (RFC 7396)',
      description:
        'Another address places the marker anew, unless lat and lng are given, too. Where type, place or address change, the area is looked for again. ' +
        'The area of a drive time stays as long as lat and lng do, to a metre; a marker that is moved elsewhere becomes a pin. ' +
        'So does one of whose type no area is found where it lies: the answer says type `pin` and no region_source.',
      tag: 'Markers',
      access: 'write',
      params: MarkerParams,
      // The marker's absence, too, is told before the body is judged.
      own: async (principal, params) => {
        const map = await own(principal, params);
        if (!(await hasMarker(sql, params.map_id, params.marker_id))) throw notFound();
        return map;
      },
      body: MarkerPatchSchema,
      responses: { 200: OneMarker },
      turns,
      handle: async ({ principal, params: { marker_id }, resource, body, request }) =>
        markerReply(200, await patch(principal, request, resource, marker_id, body)),
    }),
    route({
      method: 'DELETE',
      path: '/maps/{map_id}/markers/{marker_id}',
      operationId: 'deleteMarker',
      summary: 'Remove one marker',
      tag: 'Markers',
      access: 'write',
      params: MarkerParams,
      own,
      responses: { 204: { description: 'Removed' } },
      handle: async ({ principal, params: { map_id, marker_id } }) => {
        if (!(await deleteMarker(sql, principal, map_id, marker_id))) throw notFound();
        return { status: 204 };
      },
    }),
  ];
}
