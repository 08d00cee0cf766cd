import { CLONED_BYTES_A_DAY, COPIES, TRANSFERS_A_DAY, withinAllowance } from '../access/limits/allowance.js';
import { quote } from '../base/cut.js';
import { badRequest, found, notFound } from '../base/errors.js';
import { type Route, route } from '../http/route.js';
import { defineFields } from '../import/run/define-fields.js';
import { MapClone, MapParams, MapResource, MapTransfer } from '../schema/map.js';
import type { Sql } from '../store/client.js';
import {
  archiveMap,
  cloneMap,
  type FoundMap,
  findAnyMap,
  findRestorableMap,
  restoreMap,
  transferMap,
} from '../store/map-life.js';
import { findOwnedMap, readMap } from '../store/maps.js';
import { OF_MAP } from './owned.js';
import { makeOnce } from './repeatable.js';
import { createdReply, okReply } from './replies.js';
import type { Services } from './services.js';

const OneMap = { description: 'The map', schema: MapResource };

const CLONE_TIMEOUT_MS = 300_000;

/** Archiving, restoring, transferring and cloning maps. */
export function mapLifeRoutes(services: Services): Route[] {
  const { sql, work } = services;

  return [
    route({
      method: 'POST',
      path: '/maps/{map_id}/archive',
      operationId: 'archiveMap',
      summary: 'Archive a map',
      description:
        'An archived map can still be read and written by its id; the default list and nearby search leave it out. Archiving it again changes nothing.',
      tag: 'Maps',
      access: 'write',
      ...OF_MAP,
      responses: { 200: OneMap },
      handle: async ({ principal, params: { map_id } }) => {
        await archiveMap(sql, principal, map_id);
        return okReply(await found(readMap(sql, principal.accountId, map_id)));
      },
    }),
    route({
      method: 'POST',
      path: '/maps/{map_id}/restore',
      operationId: 'restoreMap',
      summary: 'Make an archived or deleted map active again',
      description:
        'Only this operation finds a deleted map. The service removes it for good 90 days (by default) after its deletion. ' +
        'Restoring an active map changes nothing.',
      tag: 'Maps',
      access: 'write',
      params: MapParams,
      own: findRestorableMap,
      responses: { 200: OneMap },
      handle: async ({ principal, params: { map_id } }) => {
        await restoreMap(sql, principal, map_id);
        return okReply(await found(readMap(sql, principal.accountId, map_id)));
      },
    }),
    route({
      method: 'POST',
      path: '/maps/{map_id}/transfer',
      operationId: 'transferMap',
      summary: 'Give a map to another account',
      description:
        'The owner or a superuser may transfer a map. It keeps its id, markers, jobs and shares (except the share of the new owner). ' +
        'An e-mail without an account gets a pending account and an invitation. For the old owner the map is NOT_FOUND from then on, ' +
        'even in requests that have begun and whose body is still arriving. ' +
        'An account may transfer 200 maps a UTC day, QUOTA_EXCEEDED beyond; a superuser any number. ' +
        'The answer has the e-mail as it was written. BAD_REQUEST when the e-mail belongs to the owner, and when too many invitations of the account wait to be sent.',
      tag: 'Maps',
      access: 'write',
      params: MapParams,
      own: (sql: Sql, accountId, mapId, { principal }): Promise<FoundMap | null> =>
        principal.superuser ? findAnyMap(sql, mapId) : findOwnedMap(sql, accountId, mapId),
      body: MapTransfer,
      responses: { 200: OneMap },
      handle: async ({ principal, resource, body: { new_owner_email } }) => {
        const dailyTransfers = principal.superuser ? null : TRANSFERS_A_DAY;
        const newOwner = await withinAllowance(`${TRANSFERS_A_DAY} transfers`, () =>
          transferMap(sql, principal, resource, new_owner_email, dailyTransfers),
        );
        if (newOwner === null) throw notFound();
        if (newOwner === resource.accountId)
          throw badRequest(`new_owner_email ${quote(new_owner_email)} is the e-mail of the owner`);
        // The address as it was written: the stored spelling would tell that the address has an account, and
        // who wrote it.
        return okReply({
          ...(await found(readMap(sql, newOwner, resource.id))),
          owner_email: new_owner_email,
        });
      },
    }),
    route({
      method: 'POST',
      path: '/maps/{map_id}/clone',
      operationId: 'cloneMap',
      summary: 'Copy a map',
      description:
        'The copy is active and private. It has the description, legend, palette and custom field definitions of the source ' +
        'and the requested markers with their created_at. Shares, jobs and expired markers are not copied. ' +
        'The copy shows one moment of the source, whatever is written meanwhile. It costs no quota of the key. An account may copy 4 GiB a UTC day, ' +
        'some 20 million plain markers, QUOTA_EXCEEDED beyond. Accounts take turns: RATE_LIMITED when no turn comes within 30 seconds.',
      tag: 'Maps',
      access: 'write',
      ...OF_MAP,
      body: MapClone,
      takesIdempotencyKey: true,
      deadlineMs: 2 * CLONE_TIMEOUT_MS,
      turns: work.changes,
      responses: { 201: { description: 'The new map', schema: MapResource } },
      handle: ({ principal, params: { map_id }, body, request, lane }) => {
        const { name, include_markers: pinned, include_regions: areas } = body;
        const answer = async (id: number) =>
          createdReply(
            `${services.publicUrl()}/maps/${id}`,
            await found(readMap(sql, principal.accountId, id)),
          );
        return makeOnce(sql, principal, request, ['cloneMap', map_id, name, pinned, areas], {
          make: async (named) => {
            const limits = { timeoutMs: CLONE_TIMEOUT_MS, dailyBytes: CLONED_BYTES_A_DAY };
            const clone = await withinAllowance(COPIES, () =>
              cloneMap(lane, principal, map_id, { name, pinned, areas, ...limits }, named),
            );
            if (!clone) throw notFound();
            // An unfinished import defines its fields when it ends, and only on its own map.
            for (const id of clone.openJobs) await defineFields(sql, { id, mapId: map_id }, clone.id);
            return answer(clone.id);
          },
          again: ({ madeId }) => answer(madeId!),
        });
      },
    }),
  ];
}
