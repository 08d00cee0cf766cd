import type { HttpRequest, Reply } from '../http/message.js';
import type { Metrics } from './metrics.js';
import type { Readiness } from './readiness.js';

/** What is answered outside /v1, without key and limit: nothing here asks the database. */
export function outsideHandlers({
  readiness,
  metrics,
}: {
  readiness: Readiness;
  metrics: Metrics;
}): Record<string, (request: HttpRequest) => Promise<Reply>> {
  return {
    '/healthz': async () => ({ status: 200, json: { status: 'alive' } }),
    '/readyz': async () =>
      readiness.problem === null
        ? { status: 200, json: { status: 'ready' } }
        : { status: 503, json: { status: 'not ready', reason: readiness.problem } },
    '/metrics': async () => ({
      status: 200,
      headers: { 'content-type': metrics.contentType },
      bytes: await metrics.render(),
    }),
  };
}
