import type { HttpRequest, Reply } from '../http/message.js';
import type { Sql } from '../store/client.js';
import { pendingMigrations } from '../store/migrate.js';
import type { Metrics } from './metrics.js';

const READY_TIMEOUT_MS = 2000;

/** What is answered outside /v1, without key and limit. */
export function outsideHandlers({
  sql,
  metrics,
  stopping,
}: {
  sql: Sql;
  metrics: Metrics;
  /** Aborted when the service begins to stop. */
  stopping: AbortSignal;
}): Record<string, (request: HttpRequest) => Promise<Reply>> {
  return {
    '/healthz': async () => ({ status: 200, json: { status: 'alive' } }),
    '/readyz': async () => {
      if (stopping.aborted)
        return { status: 503, json: { status: 'not ready', reason: 'the service is stopping' } };
      const problem = await Promise.race([
        pendingMigrations(sql).then(
          (pending) => (pending.length === 0 ? null : `migrations are not applied: ${pending.join(', ')}`),
          () => 'the database is not reachable',
        ),
        new Promise<string>((resolve) => {
          setTimeout(resolve, READY_TIMEOUT_MS, 'the database does not answer').unref();
        }),
      ]);
      return problem === null
        ? { status: 200, json: { status: 'ready' } }
        : { status: 503, json: { status: 'not ready', reason: problem } };
    },
    '/metrics': async () => ({
      status: 200,
      headers: { 'content-type': metrics.contentType },
      bytes: await metrics.render(),
    }),
  };
}
