import { Type } from 'typebox';
import { badRequest } from '../base/errors.js';
import { takesGzip } from '../http/compress.js';
import { compressedTag, namesTag } from '../http/etag.js';
import type { HttpRequest, Reply } from '../http/message.js';
import { type Route, route } from '../http/route.js';
import { MapParams } from '../schema/map.js';
import { MapTileParams, TileJson, TileQuery } from '../schema/tile.js';
import { readMap } from '../store/maps.js';
import { readOwnedState, readTileState, type TileFilter } from '../store/tile-markers.js';
import { type DrawnTile, plainBytes } from '../tiles/drawn-tile.js';
import { SharedReads } from '../tiles/shared-reads.js';
import { creditsOfAreas, tileJsonOf } from '../tiles/tile-json.js';
import { MAX_ZOOM, type TileAddress } from '../tiles/tile-place.js';
import { okReply } from './replies.js';
import type { Services } from './services.js';

export const TILE_TYPE = 'application/vnd.mapbox-vector-tile';
/** Clients ask again each time, and are answered 304 while the tile is the same. */
const ASK_AGAIN = 'private, no-cache';

export const TILE_RESPONSES = {
  200: {
    description: 'The tile (Mapbox Vector Tile 2.1)',
    contentTypes: [TILE_TYPE],
    schema: Type.String({ format: 'binary' }),
    headers: ['ETag', 'Vary'],
  },
  204: { description: 'Nothing lies in the tile', headers: ['ETag', 'Vary'] },
  304: { description: 'The tile is as If-None-Match says', headers: ['ETag', 'Vary'] },
};

/** Vector tiles of a map. */
export function mapTileRoutes(services: Services): Route[] {
  const { work, mapTiles, boundaries, publicUrl, sql } = services;

  const owned = new SharedReads<Awaited<ReturnType<typeof readOwnedState>>>();
  /** A view asks for dozens of tiles at once: one turn tells all of them, and outlives each of them. */
  const readOwned = (accountId: number, mapId: number) =>
    owned.read(`${accountId} ${mapId}`, () => {
      const { signal } = new AbortController();
      return work.small.run({ accountId, signal }, (lane) => readOwnedState(lane, accountId, mapId));
    });

  const filterOf = ({ q, category }: TileQuery): TileFilter => ({
    text: q || null,
    category: category || null,
  });

  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/tiles.json',
      operationId: 'getTileJson',
      summary: 'Address and layers of the vector tiles of the map (TileJSON 3.0)',
      description:
        'For map libraries and QGIS. Filters are part of the address of the tiles. `bounds` is of now: read it again after a change that may go beyond it.',
      tag: 'Tiles',
      access: 'read',
      params: MapParams,
      own: readMap,
      query: TileQuery,
      // A map that is read for the first time takes a turn with tiles.
      turns: null,
      responses: { 200: { description: 'The document', schema: TileJson } },
      handle: async ({ principal: { accountId }, resource: { id, name }, query, request }) => {
        const { signal } = request;
        const state = await work.small.run({ accountId, signal }, () => readTileState(sql, id));
        const filter = filterOf(query);
        const source = await mapTiles.source({ accountId, mapId: id, state, filter, request });
        const given = new URLSearchParams();
        if (query.category) given.set('category', query.category);
        if (query.q) given.set('q', query.q);
        const filters = given.size > 0 ? `?${given}` : '';
        const address = `${publicUrl()}/maps/${id}/tiles/{z}/{x}/{y}.mvt${filters}`;
        const credits = creditsOfAreas(source.areaTypes, boundaries.attributions);
        return okReply(tileJsonOf(name, address, source, credits));
      },
    }),
    route({
      method: 'GET',
      path: '/maps/{map_id}/tiles/{z}/{x}/{y}.mvt',
      operationId: 'getMapTile',
      summary: 'Vector tile of the markers and areas of the map',
      description:
        'Layer `markers` has every marker that has not expired at its point, each in exactly one tile of a zoom: one by one with `id`, `name`, `type`, `category`, ' +
        '`color` and `pin` (false for an area without a pin), or, where the tile has over 1,000, those of each cell of a grid of 32 by 32 together: `count`, ' +
        '`pins`, `color` of the most and `colors`. Layer `areas` has the polygons of regions, circles and drive times, each once, those of under 3 of 4,096 units left out. ' +
        `Zooms are 0 to ${MAX_ZOOM}; of a tile that would be over 4 MiB the smallest areas are left out. Markers beyond 85.05 degrees of latitude stand on the edge. A map ` +
        'that changes all the time may be shown as it was up to four times as long ago as it takes to read.',
      tag: 'Tiles',
      access: 'read',
      params: MapTileParams,
      own: (_, accountId, mapId) => readOwned(accountId, mapId),
      ownTurns: null,
      query: TileQuery,
      takesTags: true,
      turns: null,
      responses: TILE_RESPONSES,
      handle: async ({ principal: { accountId }, params, resource: { id, state }, query, request }) => {
        const place = placeOf(params, MAX_ZOOM);
        const asked = { accountId, mapId: id, state, filter: filterOf(query), request };
        const tile = await mapTiles.tile(asked, place);
        return tileReply(request, tile, ASK_AGAIN);
      },
    }),
  ];
}

/** @throws AppError BAD_REQUEST for a tile that there cannot be */
export function placeOf({ z, x, y }: TileAddress, maxZoom: number): TileAddress {
  if (z < 0 || z > maxZoom)
    throw badRequest(
      `z must be 0 to ${maxZoom}, got ${z}: map libraries enlarge tiles of zoom ${maxZoom} further in`,
    );
  const last = 2 ** z - 1;
  for (const [name, value] of Object.entries({ x, y }))
    if (value < 0 || value > last)
      throw badRequest(`${name} must be 0 to ${last} at zoom ${z}, got ${value}`);
  return { z, x, y };
}

/** Sends a tile as it is kept: compressed once, however many ask. */
export async function tileReply(request: HttpRequest, tile: DrawnTile, cacheControl: string): Promise<Reply> {
  const { bytes, isZipped, etag } = tile;
  const headers = { 'cache-control': cacheControl, vary: 'accept-encoding', etag };
  if (namesTag(request.header('if-none-match'), etag)) return { status: 304, headers };
  if (bytes.length === 0) return { status: 204, headers };
  const whole = { ...headers, 'content-type': TILE_TYPE };
  if (!isZipped || !takesGzip(request)) return { status: 200, headers: whole, bytes: await plainBytes(tile) };
  const more = { etag: compressedTag(etag), 'content-encoding': 'gzip' };
  return { status: 200, headers: { ...whole, ...more }, bytes };
}
