import { notFound } from '../base/errors.js';
import type { Principal } from '../http/route.js';
import type { MapResource } from '../schema/map.js';
import type { Sql } from '../store/client.js';
import { findOwnedMap, type OwnedMap, readMap, readTaggedMap } from '../store/maps.js';

/** Loads the map of the path. @throws AppError NOT_FOUND, the same for missing, deleted and foreign maps */
export async function ownedMap(
  { accountId }: Principal,
  { map_id }: { map_id: number },
  sql: Sql,
): Promise<OwnedMap> {
  const map = await findOwnedMap(sql, accountId, map_id);
  if (!map) throw notFound();
  return map;
}

/** Reads the map of the path as answers show it. @throws AppError NOT_FOUND */
export async function shownMap(
  { accountId }: Pick<Principal, 'accountId'>,
  { map_id }: { map_id: number },
  sql: Sql,
): Promise<MapResource> {
  const map = await readMap(sql, accountId, map_id);
  if (!map) throw notFound();
  return map;
}

/** Reads the map of the path as answers show it, with its tag. @throws AppError NOT_FOUND */
export async function shownTaggedMap(
  { accountId }: Pick<Principal, 'accountId'>,
  { map_id }: { map_id: number },
  sql: Sql,
): Promise<{ map: MapResource; etag: string }> {
  const found = await readTaggedMap(sql, accountId, map_id);
  if (!found) throw notFound();
  return found;
}
