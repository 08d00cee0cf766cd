import type { BlockList } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Authenticator, DEFAULT_LIMITS } from '../access/keys/authenticator.js';
import { KeyUse } from '../access/keys/key-use.js';
import { PasswordHasher } from '../access/keys/password.js';
import { QuotaUseCache } from '../access/limits/quota-use.js';
import { createRateLimiter } from '../access/limits/rate-limiter.js';
import { createBackgroundLog, type Logger } from '../base/log.js';
import type { Parts } from '../base/parts.js';
import type { Siblings } from '../base/processes/siblings.js';
import { build, version } from '../base/version.js';
import type { ListenAddress } from '../http/address.js';
import type { AnswersUnderWay } from '../http/answers-under-way.js';
import type { TrustProxy } from '../http/client-address.js';
import type { Origins } from '../http/cors.js';
import { createDispatch, type Dispatch } from '../http/dispatch.js';
import { openApiRoute } from '../http/openapi.js';
import { httpReadings } from '../http/readings.js';
import { RequestLog } from '../http/request-log.js';
import type { Route } from '../http/route.js';
import { listen } from '../http/server.js';
import { ImageAddresses } from '../images/address.js';
import { connectionUse } from '../store/client.js';
import { findWatchedJobs } from '../store/jobs.js';
import type { Pools } from '../store/pools.js';
import { StoredAreas } from '../world/drive-times/stored-areas.js';
import { actForOwner } from './act-for.js';
import { apiRoutes } from './index.js';
import { JobEvents, stateOf } from './job-events.js';
import { viewJobsOf } from './job-views.js';
import { PageTokens } from './page-token.js';
import { consoleHandlers } from './pages/console.js';
import { docsHandlers } from './pages/docs.js';
import { createMetrics, type Metrics } from './pages/metrics.js';
import { outsideHandlers } from './pages/outside.js';
import { Readiness } from './pages/readiness.js';
import { setPasswordHandlers } from './pages/set-password.js';
import { startPage } from './pages/start-page.js';
import type { Services } from './services.js';

/** Services that `openApi` makes from its options. */
type OwnServices =
  | 'baseMapStyleUrl'
  | 'driveTimeAreas'
  | 'imageAddresses'
  | 'jobEvents'
  | 'maxUploadBytes'
  | 'pageTokens'
  | 'quotaUse'
  | 'rowLimit'
  | 'sessions'
  | 'undoDays'
  | 'webhooks';

export interface ApiSettings
  extends Pick<Services, 'baseMapStyleUrl' | 'maxUploadBytes' | 'rowLimit' | 'undoDays'> {
  readonly host: string;
  readonly port: number;
  /** Port of a process that only runs jobs; null: it does not listen. */
  readonly jobsPort: number | null;
  readonly trustProxy: TrustProxy | null;
  readonly shutdownDelaySeconds: number;
  readonly slowRequestMs: number;
  readonly logRequestsPerSecond: number;
  readonly corsOrigins: Origins | null;
  readonly webhookNetworks: BlockList | null;
  readonly redisUrl: string | null;
}

export interface ApiOptions {
  readonly settings: ApiSettings;
  readonly services: Omit<Services, OwnServices>;
  readonly pools: Pools;
  readonly secret: Buffer;
  readonly address: ListenAddress;
  readonly answers: AnswersUnderWay;
  /** false: the process answers only pages outside /v1. */
  readonly servesApi: boolean;
  readonly siblings?: Siblings | undefined;
  readonly log: Logger;
}

export interface Api {
  readonly routes: readonly Route[];
  readonly dispatch: Dispatch;
  readonly metrics: Metrics;
  readonly authenticator: Authenticator;
  readonly jobEvents: JobEvents;
  /** News of a job; null: it is gone. */
  readonly readJob: (jobId: string) => Promise<object | null>;
}

/** Just below the time limit of the stage, which reports a part that hangs. */
const DRAIN_MS = 2900;

/** Opens the API: its endpoints, and the port on which they are answered. */
export function openApi(parts: Parts, options: ApiOptions): Api {
  const { settings, pools, secret, address, answers, servesApi, siblings, log } = options;
  const { shutdownDelaySeconds } = settings;
  const redisUrl = servesApi ? settings.redisUrl : null;
  const limiter = createRateLimiter({ redisUrl, log, local: siblings?.counter });
  parts.run('connections', 'rate limits', limiter);
  const authenticator = new Authenticator(pools.vital);
  parts.run('connections', 'keys', authenticator);
  const readiness = new Readiness(pools.vital);
  parts.run('connections', 'readiness', readiness);
  const imageAddresses = new ImageAddresses(secret);
  const { sql } = options.services;
  const viewJobs = viewJobsOf({ ...options.services, undoDays: settings.undoDays, imageAddresses }, 0);
  const readJobs = async (jobIds: readonly string[]) => {
    const jobs = await findWatchedJobs(sql, jobIds);
    const views = await viewJobs(jobs);
    return new Map(jobs.map(({ id, ownerId }, i) => [id, { state: stateOf(views[i]!), ownerId }]));
  };
  const jobEvents = new JobEvents(readJobs, log);
  const readJob = async (jobId: string) => (await readJobs([jobId])).get(jobId)?.state ?? null;
  const hasher = new PasswordHasher();
  const services: Services = {
    ...options.services,
    sessions: { hasher, limiter, secret, forget: () => authenticator.invalidate() },
    jobEvents,
    webhooks: { secret, allowed: settings.webhookNetworks },
    baseMapStyleUrl: settings.baseMapStyleUrl,
    rowLimit: settings.rowLimit,
    undoDays: settings.undoDays,
    maxUploadBytes: settings.maxUploadBytes,
    quotaUse: new QuotaUseCache(pools.vital),
    pageTokens: new PageTokens(secret),
    imageAddresses,
    driveTimeAreas: new StoredAreas({ sql: pools.small, redis: limiter.redis, secret }),
  };
  const stopping = new AbortController();
  const metrics = createMetrics();
  if (siblings) siblings.metrics = metrics.families;
  const keyUse = new KeyUse(pools.background, (error) =>
    log.warn({ err: error }, 'could not write the times of key use: the next write includes them'),
  );
  const requestLog = new RequestLog({
    log: createBackgroundLog(log.level),
    slowMs: settings.slowRequestMs,
    maxPerSecond: settings.logRequestsPerSecond,
    circumstances: () => ({
      databaseWaiting: connectionUse(pools.small).waiting,
      threadsWaiting: services.threads.use.waiting,
    }),
  });
  const publicUrl = () => address.publicUrl;
  const routes = apiRoutes(services);
  if (servesApi) metrics.expect(routes);
  const health = outsideHandlers({
    readiness,
    metrics: siblings ? { ...metrics, render: () => siblings.scrape() } : metrics,
    stopping: stopping.signal,
  });
  const { baseMapStyleUrl } = settings;
  const others = baseMapStyleUrl === null ? [] : [new URL(baseMapStyleUrl).origin];
  const pages = {
    ...consoleHandlers(startPage(publicUrl), { others }),
    ...docsHandlers(),
    ...setPasswordHandlers({ sql: pools.small, secret, limiter, hasher }),
  };
  const dispatch = createDispatch({
    routes: servesApi ? [...routes, openApiRoute(routes, publicUrl, { version, build })] : [],
    outside: servesApi ? { ...pages, ...health } : health,
    authenticate: authenticator.authenticate,
    authenticateSession: authenticator.authenticateSession,
    actFor: actForOwner(sql),
    publicUrl,
    limiter,
    anonymousLimit: DEFAULT_LIMITS.rateLimit,
    // The start page says how to get a key or a plan.
    helpUrl: () => publicUrl().replace(/v1$/, ''),
    log,
    observe: (request) => {
      metrics.observe(request);
      if (request.principal) keyUse.note(request.principal.keyId);
    },
    requestLog,
    corsOrigins: settings.corsOrigins ?? [],
    answers,
  });
  if (servesApi) parts.run('connections', 'passwords', { metrics: hasher.metrics });
  if (servesApi) parts.run('work', 'use of keys', keyUse);
  parts.add('requests', {
    name: 'requests under way',
    stop: async ({ quietly }) => {
      // With a shutdown delay a balancer stands in front and keeps idle connections; so do clients of a
      // process that is replaced.
      await address.server?.drain(DRAIN_MS, quietly || shutdownDelaySeconds > 0);
      requestLog.stop();
    },
    metrics: httpReadings(() => address.server, answers),
  });
  const port = servesApi ? settings.port : settings.jobsPort;
  const { host, trustProxy } = settings;
  if (port !== null)
    parts.add('listener', {
      name: 'listener',
      start: async () => {
        const sharesPort = siblings !== undefined;
        address.server = await listen({ host, port, dispatch, log, trustProxy, sharesPort, answers });
      },
      stop: () => address.server?.close(),
    });
  // Their clients come back to another process, or to this one after its start.
  parts.add('listener', { name: 'events of jobs', stop: () => jobEvents.stop() });
  parts.add('open', {
    name: 'readiness',
    stop: ({ quietly }) => {
      if (quietly) return null;
      stopping.abort();
      return servesApi ? delay(shutdownDelaySeconds * 1000) : null;
    },
  });
  return { routes, dispatch, metrics, authenticator, jobEvents, readJob };
}
