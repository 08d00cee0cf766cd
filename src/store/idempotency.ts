import type { Sql } from './client.js';

/** Keys are remembered for 24 hours. */
export async function deleteOldIdempotencyKeys(sql: Sql): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`;
}
