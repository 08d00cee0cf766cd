import { notFound } from '../base/errors.js';
import type { Principal } from '../http/route.js';
import type { MapResource } from '../schema/map.js';
import { findOwnedMap, type OwnedMap, readMap, readTaggedMap } from '../store/maps.js';
import type { Services } from './services.js';

/** Loads the map of the path. @throws AppError NOT_FOUND, the same for missing, deleted and foreign maps */
export const ownedMap =
  ({ sql }: Pick<Services, 'sql'>) =>
  async (principal: Principal, params: { map_id: number }): Promise<OwnedMap> => {
    const map = await findOwnedMap(sql, principal.accountId, params.map_id);
    if (!map) throw notFound();
    return map;
  };

/** Reads the map as answers show it, with its tag. @throws AppError NOT_FOUND */
export const readOwnedTaggedMap =
  ({ sql }: Pick<Services, 'sql'>) =>
  async (accountId: number, mapId: number): Promise<{ map: MapResource; etag: string }> => {
    const found = await readTaggedMap(sql, accountId, mapId);
    if (!found) throw notFound();
    return found;
  };

/** Reads the map as answers show it. @throws AppError NOT_FOUND */
export const readOwnedMap =
  ({ sql }: Pick<Services, 'sql'>) =>
  async (accountId: number, mapId: number): Promise<MapResource> => {
    const map = await readMap(sql, accountId, mapId);
    if (!map) throw notFound();
    return map;
  };
