import { badRequest } from '../base/errors.js';
import type { HttpRequest, Reply } from './message.js';

/** Ends the tag of an answer that was compressed: its bytes are others (RFC 9110, 8.8.3). */
const COMPRESSED = '-gzip"';

/** Tag of the compressed answer. */
export const compressedTag = (etag: string): string => etag.replace(/"$/, COMPRESSED);

/** Tags of a header, as the service made them: some proxies mark them as weak when they compress. */
const tagsOf = (header: string): string[] =>
  header.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//, '')
      .replace(/-gzip"$/, '"'),
  );

/** Tells whether a header such as If-None-Match names the tag. */
export const namesTag = (header: string, etag: string): boolean =>
  header !== '' && tagsOf(header).some((tag) => tag === '*' || tag === etag);

/** A reply to GET with its tag; 304 where the client has that already. */
export function taggedReply({ header }: HttpRequest, etag: string, reply: Reply): Reply {
  const headers = { ...reply.headers, etag };
  return namesTag(header('if-none-match'), etag)
    ? { status: 304, headers: { etag, vary: 'accept-encoding' } }
    : { ...reply, headers };
}

/** Tags of which a resource must have one to be written; null: it may have any. */
export function tagsToMatch({ headerLines }: HttpRequest): string[] | null {
  const header = headerLines('if-match').join();
  const tags = header === '' ? ['*'] : tagsOf(header);
  return tags.includes('*') ? null : tags;
}

/** The resource has another tag than If-Match names. */
export const changedSince = (what: string) =>
  badRequest(
    `If-Match does not hold: ${what} is no longer as its ETag in If-Match says, and nothing was done; read it again, and send its ETag as it stands there, with the quotes`,
  );
