import { build, version } from '../../base/version.js';
import type { HttpRequest, Reply } from '../../http/message.js';
import type { Metrics } from './metrics.js';
import type { Readiness } from './readiness.js';

/** Pages outside /v1, without key or limit; none of them asks the database. */
export function outsideHandlers({
  readiness,
  metrics,
  stopping,
}: {
  readiness: Readiness;
  metrics: Pick<Metrics, 'render' | 'contentType'>;
  /** Aborted when the service begins to stop. */
  stopping: AbortSignal;
}): Record<string, (request: HttpRequest) => Promise<Reply>> {
  return {
    '/healthz': async () => ({ status: 200, json: { status: 'alive', version, build } }),
    '/readyz': async () => {
      const problem = stopping.aborted ? 'the service is stopping' : readiness.problem;
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
