import { badRequest } from '../base/errors.js';
import { haversineOfKm } from '../geo/nearby/great-circle.js';
import { areaOf, type Box, boxAround, type Circle } from '../geo/search/box.js';
import { cellRanges } from '../geo/search/cell-ranges.js';
import { type Route, route, type Turns } from '../http/route.js';
import { MapParams } from '../schema/map.js';
import { Marker } from '../schema/marker.js';
import { PAGE_ENDS, pageOf } from '../schema/page.js';
import { SearchQuery } from '../schema/search.js';
import type { Sql } from '../store/client.js';
import type { MarkerFilter } from '../store/marker-filter.js';
import type { InTurn } from '../store/marker-pages.js';
import { searchMarkers } from '../store/search.js';
import { markerPageReply } from './marker-reply.js';
import { ownedMap } from './own.js';
import type { Services } from './services.js';

export function searchRoutes(services: Services): Route[] {
  const { searchIndexer: indexer, work } = services;
  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/markers/search',
      operationId: 'searchMarkers',
      summary: 'Markers of the map that match all filters, by ascending id',
      description: 'Without a filter every marker matches. Expired markers never match.',
      tag: 'Markers',
      access: 'read',
      params: MapParams,
      own: ownedMap(services),
      query: SearchQuery,
      // Each step takes its own turn, so that a long walk holds up no other search.
      turns: null,
      responses: {
        200: { description: `A page of markers. ${PAGE_ENDS}`, schema: pageOf(Marker, 'MarkerPage') },
      },
      handle: ({ principal: { accountId }, params: { map_id: mapId }, query, request: { signal } }) => {
        const { q, category, bounds, near } = query;
        const filter = filterOf(query);
        const scope = { accountId, list: 'searchMarkers', mapId, filters: { q, category, bounds, near } };
        const caller = { accountId, signal };
        const inTurn = turnForEach(work.reads, caller);
        return markerPageReply(
          { ...services, inTurn: (read) => work.longMarkers.run(caller, read) },
          scope,
          query,
          (afterId, limit) =>
            searchMarkers(inTurn, mapId, filter, { afterId, limit, signal }, () =>
              indexer.request(accountId, mapId),
            ),
        );
      },
    }),
  ];
}

function turnForEach(turns: Turns<Sql>, caller: { accountId: number; signal: AbortSignal }): InTurn {
  let hasBegun = false;
  return (step) => {
    const turn = turns.run({ ...caller, hasBegun }, step);
    hasBegun = true;
    return turn;
  };
}

/** @throws AppError BAD_REQUEST for degrees or a radius out of range */
export function filterOf({ q, category, bounds, near }: SearchQuery): MarkerFilter {
  const box = bounds === undefined ? null : readBounds(bounds);
  const circle = near === undefined ? null : readNear(near);
  const boxes = [box, circle && boxAround(circle)].filter((each) => each !== null);
  const smallest = boxes.sort((a, b) => areaOf(a) - areaOf(b))[0];
  return {
    text: q || null,
    category: category || null,
    box,
    circle: circle && { lat: circle.lat, lng: circle.lng, haversine: haversineOfKm(circle.radiusKm) },
    cells: smallest ? cellRanges(smallest) : null,
  };
}

function readBounds(text: string): Box {
  const [south = 0, west = 0, north = 0, east = 0] = text.split(',').map(Number);
  checkDegrees('bounds', 'latitude', [south, north], 90);
  checkDegrees('bounds', 'longitude', [west, east], 180);
  if (south > north)
    throw badRequest(
      `bounds: sw_lat ${south} is greater than ne_lat ${north}: the order is sw_lat,sw_lng,ne_lat,ne_lng`,
    );
  return { south, west, north, east };
}

function readNear(text: string): Circle {
  const [lat = 0, lng = 0, radiusKm = 0] = text.split(',').map(Number);
  checkDegrees('near', 'latitude', [lat], 90);
  checkDegrees('near', 'longitude', [lng], 180);
  if (!(radiusKm > 0 && radiusKm < Infinity))
    throw badRequest(`near: radius_km must be greater than 0, got ${radiusKm}`);
  return { lat, lng, radiusKm };
}

function checkDegrees(filter: string, axis: string, values: readonly number[], limit: number): void {
  const bad = values.find((degrees) => !(Math.abs(degrees) <= limit));
  if (bad !== undefined)
    throw badRequest(`${filter}: ${axis} ${bad} is not within -${limit} and ${limit}: latitude comes first`);
}
