import { createHash } from 'node:crypto';
import { badRequest } from '../base/errors.js';
import type { HttpRequest, Reply } from '../http/message.js';
import type { Principal } from '../http/route.js';
import { canonicalJson } from '../schema/canonical-json.js';
import type { Sql } from '../store/client.js';
import { sqlState } from '../store/client.js';
import { findRequest, type NamedRequest } from '../store/repeated-requests.js';

export const OTHER_REQUEST = 'the Idempotency-Key belongs to a different request of the last 24 hours';
const UNIQUE_VIOLATION = '23505';

/** @throws AppError BAD_REQUEST */
export function idempotencyKeyOf({ header }: HttpRequest): string | null {
  const key = header('idempotency-key');
  if (key === '') return null;
  if (!/^[!-~]{1,255}$/.test(key)) {
    throw badRequest('Idempotency-Key must have 1 to 255 visible ASCII characters');
  }
  return key;
}

export interface Repeatable {
  /** Creates the resource and stores its id with the key in one statement; null: the request has no key. */
  readonly make: (request: NamedRequest | null) => Promise<Reply>;
  /** Answers with the current state of the resource that was created before. */
  readonly again: (made: { madeId: number | null; jobId: string | null }) => Promise<Reply>;
}

/** An answer to a request that was made before. */
export const replayed = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'idempotent-replayed': 'true' },
});

/**
 * Creates a resource once per Idempotency-Key: a repeated request creates nothing and is not charged.
 * @param asked everything that defines the resource
 * @throws AppError BAD_REQUEST when the key is malformed or belongs to a different request
 */
export async function makeOnce(
  sql: Sql,
  { accountId }: Principal,
  request: HttpRequest,
  asked: unknown,
  { make, again }: Repeatable,
): Promise<Reply> {
  const key = idempotencyKeyOf(request);
  if (key === null) return make(null);
  const fingerprint = createHash('sha256').update(canonicalJson(asked)).digest('hex');
  const named = { accountId, key, fingerprint };
  const repeat = async (): Promise<Reply | null> => {
    const earlier = await findRequest(sql, named);
    if (earlier === null) return null;
    if (earlier.fingerprint !== fingerprint) throw badRequest(OTHER_REQUEST);
    return replayed(await again(earlier));
  };
  const reply = await repeat();
  if (reply) return reply;
  try {
    return await make(named);
  } catch (error) {
    const made = sqlState(error) === UNIQUE_VIOLATION ? await repeat() : null;
    if (!made) throw error;
    return made;
  }
}
