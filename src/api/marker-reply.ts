import type { Reply } from '../http/message.js';
import { MAX_PAGE_BYTES } from '../schema/page.js';
import { type InTurn, pageOfMarkers, pageOfPlaces, type ShortMarker } from '../store/marker-pages.js';
import type { MarkerJson, TaggedMarker } from '../store/markers.js';
import type { SortPosition } from '../store/sorted-search.js';
import { type PageRequest, pageReply } from './page.js';
import type { PageScope, PageTokens } from './page-token.js';

export const markerReply = ({ json, etag }: TaggedMarker): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json', etag },
  bytes: json,
});

/** @param markers address of the markers of the map */
export const createdMarkerReply = (markers: string, { json, etag }: TaggedMarker): Reply => ({
  status: 201,
  headers: { 'content-type': 'application/json', location: `${markers}/${idOf(json)}`, etag },
  bytes: json,
});

/** Start of `marker_json`. Parsing a marker of 6 MB for its id would block the process for 4 to 10 ms. */
const ID = /^\{"id":(\d{1,16}),/;
const ID_BYTES = 32;

function idOf(marker: MarkerJson): number {
  const [, id] = ID.exec(marker.toString('latin1', 0, ID_BYTES)) ?? [];
  if (id === undefined) throw new Error('a marker does not begin with its id');
  return Number(id);
}

/**
 * Page by ascending id; the markers are sent as the database wrote them.
 * @param inTurn turn for reading long markers
 */
export function markerPageReply(
  { pageTokens, inTurn }: { pageTokens: PageTokens; inTurn: InTurn },
  scope: PageScope & { mapId: number },
  request: PageRequest,
  read: (afterId: number, limit: number) => Promise<ShortMarker[]>,
): Promise<Reply> {
  return pageReply<MarkerJson>(pageTokens, scope, request, {
    keyOf: (marker) => [idOf(marker)],
    jsonOf: (marker) => marker,
    read: (after, limit) => {
      const afterId = after === null ? 0 : Number(after[0]);
      return pageOfMarkers(inTurn, scope.mapId, { afterId, limit, maxBytes: MAX_PAGE_BYTES }, read);
    },
  });
}

/** Does what `markerPageReply` does, in the order of `read`. */
export function sortedPageReply(
  { pageTokens, inTurn }: { pageTokens: PageTokens; inTurn: InTurn },
  scope: PageScope & { mapId: number },
  request: PageRequest,
  read: (
    after: SortPosition | null,
    limit: number,
  ) => Promise<{ marker: ShortMarker; place: SortPosition }[]>,
): Promise<Reply> {
  return pageReply<{ json: MarkerJson; place: SortPosition }>(pageTokens, scope, request, {
    keyOf: ({ place }) => [...place],
    jsonOf: ({ json }) => json,
    read: (given, limit) => {
      const after = given === null ? null : ([given[0]!, Number(given[1])] as const);
      return pageOfPlaces<SortPosition>(
        inTurn,
        scope.mapId,
        { after, limit, maxBytes: MAX_PAGE_BYTES },
        read,
      );
    },
  });
}
