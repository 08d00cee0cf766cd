import type { Reply } from '../http/message.js';
import { MAX_PAGE_BYTES } from '../schema/page.js';
import { type InTurn, pageOfMarkers, type ShortMarker } from '../store/marker-pages.js';
import type { MarkerJson } from '../store/markers.js';
import { type PageRequest, pageReply } from './page.js';
import type { PageScope, PageTokens } from './page-token.js';

export const markerReply = (status: 200 | 201, marker: MarkerJson): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  bytes: marker,
});

/** marker_json begins with it. A marker of 6 MB is not parsed for its id: that takes 4 to 10 ms, in which nobody else is served. */
const ID = /^\{"id":(\d{1,16}),/;
const ID_BYTES = 32;

function idOf(marker: MarkerJson): number {
  const [, id] = ID.exec(marker.toString('latin1', 0, ID_BYTES)) ?? [];
  if (id === undefined) throw new Error('a marker does not begin with its id');
  return Number(id);
}

/** A page by ascending id, whose markers go out as the database has written them. @param inTurn for those that are long */
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
