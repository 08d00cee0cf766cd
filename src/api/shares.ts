import { notFound } from '../base/errors.js';
import { type Route, route } from '../http/route.js';
import { Share, ShareCreate, ShareParams, SharePatch, Shares } from '../schema/share.js';
import type { Sql } from '../store/client.js';
import { findOwnedMap } from '../store/maps.js';
import { changeShare, deleteShare, hasShare, listShares, readShare, shareMap } from '../store/shares.js';
import { OF_MAP } from './owned.js';
import { makeOnce } from './repeatable.js';
import { createdReply, okReply } from './replies.js';
import type { Services } from './services.js';

/** Shares give access to people who sign in, never to the API key of another account. */
export function shareRoutes(services: Services): Route[] {
  const { sql, publicUrl } = services;
  const created = (mapId: number, share: Share) =>
    createdReply(`${publicUrl()}/maps/${mapId}/shares/${share.id}`, share);

  return [
    route({
      method: 'POST',
      path: '/maps/{map_id}/shares',
      operationId: 'createShare',
      summary: 'Share a map with a person',
      description:
        'A share gives access to a person who signs in (createSession), not to an API key. An e-mail without an account gets a pending account and a mail with a link to set a ' +
        'password, which works once, for 7 days; the answer does not reveal whether the account existed. Sharing again with the same e-mail changes ' +
        'the level (200) and, while the account is pending, sends a new link. A person gets at most one mail from an account in 10 minutes ' +
        'and ten a day in all. An account sends at most 50 mails an hour and 500 a day in all, including mails of shares that have ended; further mails are sent later. ' +
        'BAD_REQUEST when the e-mail belongs to the owner, when the map has 10,000 shares, and when mails for 20 hours are waiting.',
      tag: 'Sharing',
      access: 'write',
      ...OF_MAP,
      body: ShareCreate,
      takesIdempotencyKey: true,
      responses: {
        200: {
          description: 'The existing share of this e-mail, with its new level',
          schema: Share,
        },
        201: { description: 'The new share', schema: Share },
      },
      handle: ({ principal, params: { map_id }, body: { email, access_level }, request }) =>
        makeOnce(sql, principal, request, ['shareMap', map_id, email, access_level], {
          make: async (request) => {
            const shared = await shareMap(sql, principal, map_id, { email, access_level }, { request });
            return shared.created ? created(map_id, shared.share) : okReply(shared.share);
          },
          again: async ({ madeId }) => {
            const share = await readShare(sql, map_id, madeId!);
            if (!share) throw notFound();
            return created(map_id, share);
          },
        }),
    }),
    route({
      method: 'GET',
      path: '/maps/{map_id}/shares',
      operationId: 'listShares',
      summary: 'All shares of a map, by ascending id',
      tag: 'Sharing',
      access: 'read',
      ...OF_MAP,
      responses: { 200: { description: 'The shares', schema: Shares } },
      handle: async ({ params: { map_id } }) => okReply({ shares: await listShares(sql, map_id) }),
    }),
    route({
      method: 'PATCH',
      path: '/maps/{map_id}/shares/{share_id}',
      operationId: 'patchShare',
      summary: 'Change the level of a share',
      tag: 'Sharing',
      access: 'write',
      params: ShareParams,
      own: async (sql: Sql, accountId, mapId, { params }) =>
        (await findOwnedMap(sql, accountId, mapId)) &&
        ((await hasShare(sql, mapId, params.share_id)) || null),
      body: SharePatch,
      responses: { 200: { description: 'The share', schema: Share } },
      handle: async ({ principal, params: { map_id, share_id }, body }) => {
        const share = await changeShare(sql, principal, map_id, share_id, body.access_level);
        if (!share) throw notFound();
        return okReply(share);
      },
    }),
    route({
      method: 'DELETE',
      path: '/maps/{map_id}/shares/{share_id}',
      operationId: 'deleteShare',
      summary: 'End a share and withdraw its invitation if that is not sent yet',
      tag: 'Sharing',
      access: 'write',
      params: ShareParams,
      own: findOwnedMap,
      responses: { 204: { description: 'The share has ended' } },
      handle: async ({ principal, params: { map_id, share_id } }) => {
        if (!(await deleteShare(sql, principal, map_id, share_id))) throw notFound();
        return { status: 204 };
      },
    }),
  ];
}
