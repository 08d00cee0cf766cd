import { badRequest } from '../base/errors.js';
import { haversineOfKm } from '../geo/nearby/great-circle.js';
import { areaOf, type Box, boxAround, type Circle } from '../geo/search/box.js';
import { cellRanges } from '../geo/search/cell-ranges.js';
import type { Reply } from '../http/message.js';
import { type Route, route, type Turns } from '../http/route.js';
import { Marker } from '../schema/marker.js';
import {
  FIELD_FILTER,
  MAX_FIELD_FILTERS,
  MAX_IDS,
  type MarkerFiltersQuery,
} from '../schema/marker-filters.js';
import { PAGE_ENDS, pageOf } from '../schema/page.js';
import { SearchQuery } from '../schema/search.js';
import type { Sql } from '../store/client.js';
import { EVERY_MARKER, type MarkerFilter } from '../store/marker-filter.js';
import type { InTurn } from '../store/marker-pages.js';
import { searchMarkers } from '../store/search.js';
import { type MarkerOrder, searchSorted } from '../store/sorted-search.js';
import { markerPageReply, sortedPageReply } from './marker-reply.js';
import { OF_MAP } from './owned.js';
import type { PageRequest } from './page.js';
import type { PageScope } from './page-token.js';
import type { Services } from './services.js';

export function searchRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/markers/search',
      operationId: 'searchMarkers',
      summary: 'Markers of the map that match all filters, by ascending id or another order',
      description: 'Without a filter every marker matches. Expired markers never match.',
      tag: 'Markers',
      access: 'read',
      ...OF_MAP,
      query: SearchQuery,
      // Each step takes its own turn, so that a long walk holds up no other search.
      turns: null,
      responses: {
        200: { description: `A page of markers. ${PAGE_ENDS}`, schema: pageOf(Marker, 'MarkerPage') },
      },
      handle: ({ principal: { accountId }, params: { map_id: mapId }, query, request: { signal } }) => {
        const { q, category, bounds, near } = query;
        const filters = { q, category, bounds, near, ...givenFilters(query) };
        return searchReply(
          services,
          { accountId, list: 'searchMarkers', mapId, filters },
          query,
          filterOf(query),
          signal,
        );
      },
    }),
  ];
}

/** A page of the markers that match, in the order of the query. */
export function searchReply(
  services: Services,
  scope: PageScope & { mapId: number },
  query: PageRequest & Pick<MarkerFiltersQuery, 'sort'>,
  filter: MarkerFilter,
  signal: AbortSignal,
): Promise<Reply> {
  const { searchIndexer, work } = services;
  const { accountId, mapId } = scope;
  const caller = { accountId, signal };
  const inTurn = turnForEach(work.reads, caller);
  const pages = {
    ...services,
    inTurn: <T>(read: (sql: Sql) => Promise<T>) => work.longMarkers.run(caller, read),
  };
  const wantIndex = () => searchIndexer.request(accountId, mapId);
  if (query.sort === 'id')
    return markerPageReply(pages, scope, query, (afterId, limit) =>
      searchMarkers(inTurn, mapId, filter, { afterId, limit, signal }, wantIndex),
    );
  const order = {
    by: query.sort.replace('-', '') as MarkerOrder['by'],
    descending: query.sort.startsWith('-'),
  };
  return sortedPageReply(pages, scope, query, (after, limit) =>
    searchSorted(inTurn, mapId, filter, order, { after, limit, signal }, wantIndex),
  );
}

function turnForEach(turns: Turns<Sql>, caller: { accountId: number; signal: AbortSignal }): InTurn {
  let hasBegun = false;
  return (step) => {
    const turn = turns.run({ ...caller, hasBegun }, step);
    hasBegun = true;
    return turn;
  };
}

type FiltersQuery = Omit<MarkerFiltersQuery, 'sort'>;

/** Values of custom fields by their names. @throws AppError BAD_REQUEST for too many */
function fieldsOf(query: FiltersQuery): [name: string, value: string][] {
  const given = Object.entries(query).filter(([name]) => name.startsWith(FIELD_FILTER));
  if (given.length > MAX_FIELD_FILTERS)
    throw badRequest(
      `at most ${MAX_FIELD_FILTERS} custom fields can be asked for at once, not ${given.length}`,
    );
  return given.map(([name, value]) => [name.slice(FIELD_FILTER.length), String(value)]);
}

/** Values that bind a page token beside the filters of old: what is not given is not among it. */
export function givenFilters(query: MarkerFiltersQuery): Record<string, string> {
  const { updated_since, type, ids, sort } = query;
  const fields = fieldsOf(query);
  return {
    ...(updated_since !== undefined && { updated_since }),
    ...(type !== undefined && { type }),
    ...(ids !== undefined && { ids }),
    ...(sort !== 'id' && { sort }),
    ...(fields.length > 0 && { fields: JSON.stringify(fields.sort()) }),
  };
}

/** @throws AppError BAD_REQUEST for too many ids or fields */
export function commonFilterOf(query: FiltersQuery): MarkerFilter {
  const { updated_since, type, ids } = query;
  const listed =
    ids === undefined ? null : [...new Set(ids.split(',').map(Number))].filter(Number.isSafeInteger);
  if (listed !== null && listed.length > MAX_IDS)
    throw badRequest(`ids: at most ${MAX_IDS} ids can be asked for at once, not ${listed.length}`);
  return {
    ...EVERY_MARKER,
    type: type ?? null,
    updatedSinceMs: updated_since === undefined ? null : Date.parse(updated_since),
    fields: fieldsOf(query),
    ids: listed,
  };
}

/** @throws AppError BAD_REQUEST for degrees or a radius out of range, too many ids or fields */
export function filterOf(query: Omit<SearchQuery, 'sort'>): MarkerFilter {
  const { q, category, bounds, near } = query;
  const box = bounds === undefined ? null : readBounds(bounds);
  const circle = near === undefined ? null : readNear(near);
  const boxes = [box, circle && boxAround(circle)].filter((each) => each !== null);
  const smallest = boxes.sort((a, b) => areaOf(a) - areaOf(b))[0];
  return {
    ...commonFilterOf(query),
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
