import type { Reply } from '../http/message.js';
import type { Marker } from '../schema/marker.js';
import type { MarkerJson } from '../store/markers.js';
import { type PageRequest, pageByKey } from './page.js';
import type { PageScope, PageTokens } from './page-token.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const BEGIN = Buffer.from('{"data":[');
const COMMA = Buffer.from(',');

export const markerReply = (status: 200 | 201, marker: MarkerJson): Reply => ({
  status,
  headers: JSON_TYPE,
  bytes: marker,
});

/** A page by ascending id, whose markers go out as the database has written them. */
export async function markerPageReply(
  tokens: PageTokens,
  scope: PageScope,
  request: PageRequest,
  read: (afterId: number, limit: number) => Promise<MarkerJson[]>,
): Promise<Reply> {
  const { data, page_info } = await pageByKey<MarkerJson>(tokens, scope, request, {
    keyOf: (marker) => [(JSON.parse(marker.toString()) as Marker).id],
    read: (after, limit) => read(after === null ? 0 : Number(after[0]), limit),
  });
  const parts: Buffer[] = [BEGIN];
  for (const marker of data) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(marker);
  }
  parts.push(Buffer.from(`],"page_info":${JSON.stringify(page_info)}}`));
  return { status: 200, headers: JSON_TYPE, bytes: Buffer.concat(parts) };
}
