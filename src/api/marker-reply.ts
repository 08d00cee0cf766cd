import type { Reply } from '../http/message.js';
import type { Marker } from '../schema/marker.js';
import { MAX_PAGE_BYTES } from '../schema/page.js';
import type { Sql } from '../store/client.js';
import { pageOfMarkers, type ShortMarker } from '../store/marker-pages.js';
import type { MarkerJson } from '../store/markers.js';
import { type PageRequest, pageReply } from './page.js';
import type { PageScope, PageTokens } from './page-token.js';

export const markerReply = (status: 200 | 201, marker: MarkerJson): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  bytes: marker,
});

/** A page by ascending id, whose markers go out as the database has written them. */
export function markerPageReply(
  { sql, pageTokens }: { sql: Sql; pageTokens: PageTokens },
  scope: PageScope & { mapId: number },
  request: PageRequest,
  read: (afterId: number, limit: number) => Promise<ShortMarker[]>,
): Promise<Reply> {
  return pageReply<MarkerJson>(pageTokens, scope, request, {
    keyOf: (marker) => [(JSON.parse(marker.toString()) as Marker).id],
    jsonOf: (marker) => marker,
    read: (after, limit) => {
      const afterId = after === null ? 0 : Number(after[0]);
      return pageOfMarkers(sql, scope.mapId, { afterId, limit, maxBytes: MAX_PAGE_BYTES }, read);
    },
  });
}
