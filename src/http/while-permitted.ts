/** Shorter than the time between two heartbeats of a stream of events. */
const LOOK_MS = 2000;

/** The caller of an answer may have no more of it. */
export class NoLongerPermitted extends Error {
  override readonly name = 'NoLongerPermitted';
}

/**
 * The chunks of an answer for as long as its caller may have them. An answer takes up to an hour, and
 * meanwhile a key is revoked, a session ends, or a share is withdrawn.
 * @param isPermitted asked before a chunk when it was not asked for a while; its errors end nothing, as the
 * database may be away
 * @throws NoLongerPermitted so that the connection is cut: a proper end would make a part look like the whole
 */
export async function* whilePermitted(
  chunks: AsyncIterable<Buffer>,
  isPermitted: () => Promise<boolean>,
  now: () => number = () => performance.now(),
): AsyncGenerator<Buffer> {
  let askedAtMs: number | null = null;
  for await (const chunk of chunks) {
    // The first chunk follows the checks of the request.
    askedAtMs ??= now();
    if (now() - askedAtMs >= LOOK_MS) {
      if (!(await isPermitted().catch(() => true))) throw new NoLongerPermitted();
      askedAtMs = now();
    }
    yield chunk;
  }
}
