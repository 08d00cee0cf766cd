import { charging } from '../access/limits/charge.js';
import { found } from '../base/errors.js';
import { changedSince, taggedReply, tagsToMatch } from '../http/etag.js';
import type { Reply } from '../http/message.js';
import { type Route, route } from '../http/route.js';
import { MapCreate, MapParams, MapPatch, MapResource, MapsQuery } from '../schema/map.js';
import { MAX_PAGE_BYTES, PAGE_ENDS, pageOf } from '../schema/page.js';
import { createMap, deleteMap, listMaps, patchMap, readTaggedMap } from '../store/maps.js';
import { OF_MAP } from './owned.js';
import { pageReply, type RenderedItem, renderPiece } from './page.js';
import { makeOnce } from './repeatable.js';
import { createdReply, okReply } from './replies.js';
import type { Services } from './services.js';

const OneMap = { description: 'The map', schema: MapResource, headers: ['ETag'] };

/** @param address of the map */
const createdMapReply = (address: string, { map, etag }: { map: MapResource; etag: string }): Reply => {
  const { headers, ...reply } = createdReply(address, map);
  return { ...reply, headers: { ...headers, etag } };
};

export function mapRoutes({ sql, quotaUse, pageTokens, publicUrl }: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/maps',
      operationId: 'listMaps',
      summary: 'Maps of the account, by ascending id',
      tag: 'Maps',
      access: 'read',
      query: MapsQuery,
      responses: {
        200: { description: `A page of maps. ${PAGE_ENDS}`, schema: pageOf(MapResource, 'MapPage') },
      },
      handle: async ({ principal: { accountId }, query }) => {
        const { q = '', status } = query;
        const scope = { accountId, list: 'listMaps', filters: { q, status } };
        return pageReply<RenderedItem<MapResource>>(pageTokens, scope, query, {
          keyOf: ({ item }) => [item.id],
          jsonOf: ({ json }) => json,
          read: async (after, limit) => {
            const afterId = after === null ? 0 : Number(after[0]);
            const maxBytes = MAX_PAGE_BYTES;
            return renderPiece(
              await listMaps(sql, accountId, { status, nameContains: q, afterId, limit, maxBytes }),
            );
          },
        });
      },
    }),
    route({
      method: 'POST',
      path: '/maps',
      operationId: 'createMap',
      summary: 'Create a map; it is active and private',
      description:
        "Each new map counts against the key's daily quota of maps: 10 by default, QUOTA_EXCEEDED beyond.",
      tag: 'Maps',
      access: 'write',
      body: MapCreate,
      takesIdempotencyKey: true,
      responses: { 201: OneMap },
      handle: ({ principal, body: { name, description = '' }, request }) => {
        const answer = async (id: number) =>
          createdMapReply(
            `${publicUrl()}/maps/${id}`,
            await found(readTaggedMap(sql, principal.accountId, id)),
          );
        return makeOnce(sql, principal, request, ['createMap', name, description], {
          make: async (named) =>
            answer(
              await charging(quotaUse, principal, 'maps', (charge) =>
                createMap(sql, { name, description }, charge, named),
              ),
            ),
          again: ({ madeId }) => answer(madeId!),
        });
      },
    }),
    route({
      method: 'GET',
      path: '/maps/{map_id}',
      operationId: 'getMap',
      summary: 'One map with its counts',
      tag: 'Maps',
      access: 'read',
      params: MapParams,
      own: readTaggedMap,
      takesTags: true,
      responses: {
        200: OneMap,
        304: { description: 'The map is as If-None-Match says', headers: ['ETag', 'Vary'] },
      },
      handle: async ({ resource: { map, etag }, request }) => taggedReply(request, etag, okReply(map)),
    }),
    route({
      method: 'PATCH',
      path: '/maps/{map_id}',
      operationId: 'patchMap',
      summary: 'Change the given members',
      tag: 'Maps',
      access: 'write',
      ...OF_MAP,
      body: MapPatch,
      takesTags: true,
      responses: { 200: OneMap },
      handle: async ({ principal, params: { map_id }, body, request }) => {
        const tags = tagsToMatch(request);
        if (!(await patchMap(sql, principal, map_id, body, tags)) && tags) throw changedSince('the map');
        const { map, etag } = await found(readTaggedMap(sql, principal.accountId, map_id));
        return { status: 200, headers: { etag }, json: map };
      },
    }),
    route({
      method: 'DELETE',
      path: '/maps/{map_id}',
      operationId: 'deleteMap',
      summary: 'Soft-delete a map: it is hidden, and can be restored',
      tag: 'Maps',
      access: 'write',
      ...OF_MAP,
      takesTags: true,
      responses: { 204: { description: 'The map is hidden' } },
      handle: async ({ principal, params, request }) => {
        const tags = tagsToMatch(request);
        if (!(await deleteMap(sql, principal, params.map_id, tags)) && tags) throw changedSince('the map');
        return { status: 204 };
      },
    }),
  ];
}
