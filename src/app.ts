import { mkdir } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { apiRoutes } from './api/index.js';
import { createMetrics } from './api/metrics.js';
import { outsideHandlers } from './api/outside.js';
import { PageTokens } from './api/page-token.js';
import { Readiness } from './api/readiness.js';
import type { Services } from './api/services.js';
import { setPasswordHandlers } from './api/set-password.js';
import { startPage } from './api/start-page.js';
import { Authenticator, DEFAULT_LIMITS } from './auth/authenticator.js';
import { KeyUse } from './auth/key-use.js';
import { PasswordHasher } from './auth/password.js';
import { loadSecret } from './auth/secret.js';
import { nameOf } from './blob/blob-url.js';
import { openBlobStore } from './blob/open-blob-store.js';
import { claimPlace, ownedDirectory } from './blob/owner.js';
import { RegisteredBlobStore } from './blob/registered-store.js';
import type { Config } from './config.js';
import { DriveTimes } from './drive-times/drive-times.js';
import { versionOf } from './drive-times/service-source.js';
import { StoredAreas } from './drive-times/stored-areas.js';
import { Geocoding } from './geocoding/geocoding.js';
import { CurrentGeodata } from './geodata/current-geodata.js';
import { loadGeodata } from './geodata/load.js';
import { LoadedBoundaries } from './geodata/loaded-boundaries.js';
import { AnswersUnderWay } from './http/answers-under-way.js';
import { createDispatch, type Dispatch } from './http/dispatch.js';
import { openApiRoute } from './http/openapi.js';
import { RequestLog } from './http/request-log.js';
import type { Route } from './http/route.js';
import { type HttpServer, listen as listenHttp } from './http/server.js';
import { attributionOf } from './imagery-service/attribution.js';
import { ImageAddresses } from './images/address.js';
import { noImages } from './images/counts.js';
import { imageHandler } from './images/handler.js';
import { pictureVersion } from './images/picture-version.js';
import type { ImageRenderer } from './images/renderer.js';
import { Renderers, renderProcesses } from './images/renderers.js';
import { ImageSweeper } from './images/sweep.js';
import { noImports } from './import/run/counts.js';
import { importHandler } from './import/run/handler.js';
import { openSpool } from './import/run/open-spool.js';
import { InferrerService } from './inferrer-service/inferrer-service.js';
import { IsochroneService } from './isochrone-service/isochrone-service.js';
import { FinishedJobs } from './jobs/finished.js';
import { JobRunner } from './jobs/runner.js';
import { SpoolPresence } from './jobs/spool-presence.js';
import { QuotaUseCache } from './limits/quota-use.js';
import { createRateLimiter } from './limits/rate-limiter.js';
import { createWork, type Work } from './limits/work.js';
import { createBackgroundLog, type Logger } from './log.js';
import { createMailer } from './mail/create-mailer.js';
import { readingsOf } from './metrics/parts.js';
import { Nearby } from './nearby/nearby.js';
import type { Siblings } from './processes/siblings.js';
import { Retention } from './retention/retention.js';
import { LoadedRoads } from './roads/loaded-roads.js';
import { SearchIndexer } from './search/indexer.js';
import { runPhases } from './shutdown.js';
import { BlobRegister } from './store/blobs.js';
import { connectionUse, type Sql } from './store/client.js';
import { type EmbeddedDatabase, startEmbedded } from './store/embedded.js';
import { imageSpool } from './store/image-jobs.js';
import { settleInstallation } from './store/installation.js';
import { listen as listenDatabase } from './store/listen.js';
import { migrate } from './store/migrate.js';
import { openPools, type Pools } from './store/pools.js';
import { settleSessions } from './store/session-settings.js';
import { ThreadPool } from './threads/thread-pool.js';
import { version } from './version.js';

export type Role = 'all' | 'http' | 'jobs';

export interface App {
  /** base_url, with /v1. */
  publicUrl: string;
  /** Where it listens, as http://host:port; null: nowhere. */
  origin: string | null;
  sql: Sql;
  /** What it answers below /v1, for tests. */
  routes: readonly Route[];
  /** What is under way and what waits, to be looked at. */
  pools: Pools;
  work: Work;
  /** Road networks that are loaded. */
  roads: LoadedRoads;
  /** Answers requests without sockets, for tests. */
  dispatch: Dispatch;
  /**
   * Everything that was started is stopped, in bounded phases, the embedded database last.
   * @param quietly others go on at the address: /readyz does not fail, and SHUTDOWN_DELAY is not waited for
   */
  stop(how?: { quietly?: boolean }): Promise<void>;
}

/** What comes from outside. */
export interface Parts {
  /** Of tests. */
  imageRenderer?: ImageRenderer;
  /** Where the process is one of several on a port. */
  siblings?: Siblings;
}

const STATEMENT_TIMEOUT_MS = 30_000;
/** Below the time-out of its phase, which tells of what hangs. */
const DRAIN_MS = 2900;
/** Two seconds of a core, which the first import after a start would pay for. */
const RENDERER_WARM_UP_MS = 15_000;

/**
 * The composition root: starts what the role needs, in order, and hands each part to those that use it.
 * @throws what kept a part from starting
 */
export async function startApp(
  config: Config,
  log: Logger,
  role: Role = 'all',
  parts: Parts = {},
): Promise<App> {
  const embedded =
    config.databaseUrl === null
      ? await startEmbedded({
          dataDir: config.dataDir,
          log: (message, fields) => log.info(fields ?? {}, message),
        })
      : null;
  try {
    return await startParts(config, log, role, embedded, parts);
  } catch (error) {
    // The rest ends with the process; PostgreSQL would outlive it.
    await embedded?.stop();
    throw error;
  }
}

async function startParts(
  config: Config,
  log: Logger,
  role: Role,
  embedded: EmbeddedDatabase | null,
  parts: Parts,
): Promise<App> {
  const databaseUrl = config.databaseUrl ?? embedded!.url;
  await settleSessions(databaseUrl, config.databaseListenUrl ?? databaseUrl, log);
  const pools = openPools(databaseUrl, config.databaseConnections, {
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const { small: sql, vital, background } = pools;
  await migrate(sql);
  // After the database, which makes DATA_DIR so that its own user, too, gets in.
  const installation = await settleInstallation(sql);
  await claimPlace(ownedDirectory(config.dataDir), installation, `DATA_DIR=${config.dataDir}`);
  const store = await openBlobStore(config.blobs);
  await claimPlace(store, installation, `BLOB_URL=${nameOf(config.blobs)}`);
  const register = new BlobRegister(background, store.identity);
  const blobs = new RegisteredBlobStore(store, register);
  const { spool, sweeper: spoolSweeper } = await openSpool({
    sql: background,
    log,
    dataDir: config.dataDir,
    // In a directory uploads are kept at the speed of the disk, as they always were.
    blobs: config.blobs.kind === 's3' ? blobs : null,
    register,
    imports: role !== 'http',
  });
  const drawingDirectory = join(config.dataDir, 'drawing');
  await mkdir(drawingDirectory, { recursive: true, mode: 0o700 });
  const secret = await loadSecret(config.secret, config.dataDir);

  const geodata = new CurrentGeodata(await loadGeodata());
  const boundaries = new LoadedBoundaries({ sql: background, geodata, log });
  const roads = new LoadedRoads({
    sql: background,
    directory: join(config.dataDir, 'roads'),
    log,
    onChange: () => threads.warmUpAgain(),
  });

  const geocoding =
    config.geocoder === null
      ? null
      : new Geocoding({
          service: config.geocoder,
          countryCode: (country) => geodata.placer.countryCode(country),
          sql,
          log,
        });

  const isochroneService =
    config.isochroneService === null
      ? null
      : new IsochroneService({
          endpoint: config.isochroneService,
          log,
          // Some areas take 100 ms to mend.
          clean: (...of) => threads.run('cleanServiceArea', of),
        });
  const driveTimes = new DriveTimes({
    sql,
    roads,
    service: isochroneService && {
      client: isochroneService,
      version: versionOf(config.isochroneService!.endpoint),
    },
    estimates: config.estimatesDriveTimes,
  });

  const { siblings } = parts;
  const servesApi = role !== 'jobs';
  const runsJobs = role !== 'http';
  const stopping = new AbortController();
  const metrics = createMetrics();
  if (siblings) siblings.metrics = metrics.families;
  const threads = new ThreadPool({
    databaseUrl,
    workers: config.workers,
    // Without imports most of them would wait for nothing, with 80 MB each.
    startWhenNeeded: !config.warmUp || !runsJobs,
  });
  const work = createWork(pools);
  const readiness = new Readiness(vital);
  const nearby = new Nearby({ sql, scans: work.reads, databaseUrl, log });
  const imports = noImports();
  const runner = new JobRunner({
    sql: vital,
    log,
    spool: spool.identity,
    maxJobs: config.jobs,
    perAccount: config.jobsPerAccount,
    handlers: {
      bulk_import: importHandler({
        sql,
        threads,
        geodata,
        geocoding,
        driveTimes,
        spool,
        workers: config.workers,
        counts: imports,
      }),
    },
  });

  const renderers = new Renderers({
    databaseUrl,
    satellite: {
      tilesUrl: config.satelliteTiles?.url ?? null,
      tileDirectory: join(config.dataDir, 'satellite-tiles'),
    },
    version: () => pictureVersion(geodata.current, config.satelliteTiles?.url ?? null),
    log,
    processes: Math.min(config.imageJobs, renderProcesses(config.workers)),
  });
  const imageRenderer = parts.imageRenderer ?? renderers;
  const imageCounts = noImages();
  const imageRunner = new JobRunner({
    sql: vital,
    log,
    spool: imageSpool(blobs.identity),
    maxJobs: config.imageJobs,
    // Where there is more than one place, another account finds one.
    perAccount: Math.max(1, config.imageJobs - 1),
    handlers: {
      image: imageHandler({
        sql,
        blobs,
        renderer: imageRenderer,
        directory: drawingDirectory,
        counts: imageCounts,
      }),
    },
  });
  const images = new ImageSweeper({ sql: background, blobs, register, directory: drawingDirectory, log });
  const imagePresence = new SpoolPresence({ sql: vital, log, spool: imageSpool(blobs.identity) });

  const spoolPresence = new SpoolPresence({ sql: vital, log, spool: spool.identity });
  const retention = new Retention({ sql: background, log, keep: config.retention });

  const searchIndexer = new SearchIndexer(background, (error, mapId) =>
    log.warn({ err: error, map: mapId }, 'a map could not be indexed for search'),
  );
  const authenticator = new Authenticator(vital);
  const keyUse = new KeyUse(background, (error) =>
    log.warn({ err: error }, 'when keys were used could not be written'),
  );
  const requestLog = new RequestLog({
    log: createBackgroundLog(log.level),
    slowMs: config.slowRequestMs,
    maxPerSecond: config.logRequestsPerSecond,
    circumstances: () => ({
      databaseWaiting: connectionUse(sql).waiting,
      threadsWaiting: threads.use.waiting,
    }),
  });
  const limiter = createRateLimiter({
    redisUrl: servesApi ? config.redisUrl : null,
    log,
    local: siblings?.counter,
  });
  let server: HttpServer | null = null;
  const answers = new AnswersUnderWay();
  const hostInUrl = isIPv6(config.host) ? `[${config.host}]` : config.host;
  const originAt = (port: number): string => `http://${hostInUrl}:${port}`;
  const publicUrl = (): string => config.publicUrl ?? `${originAt(server?.port ?? config.port)}/v1`;
  const inferrer = config.inferrer && new InferrerService(config.inferrer);
  const finishedJobs = new FinishedJobs();
  const services: Services = {
    sql,
    work,
    databaseUrl,
    quotaUse: new QuotaUseCache(vital),
    pageTokens: new PageTokens(secret),
    threads,
    geodata,
    geocoding,
    driveTimes,
    driveTimeAreas: new StoredAreas({ sql, redis: limiter.redis, secret }),
    isochroneService,
    tiles: config.satelliteTiles && { attribution: attributionOf(config.satelliteTiles.service) },
    boundaries,
    roads,
    inference: {
      askService: inferrer && ((request, rows) => inferrer.ask(request, rows)),
      onInferrerFailure: (error) => log.warn({ err: error }, 'a header inferrer did not answer'),
    },
    workers: config.workers,
    spool,
    spoolSweeper,
    publicUrl,
    rowLimit: config.rowLimit,
    maxUploadBytes: config.maxUploadBytes,
    finishedJobs,
    jobQueued: () => runner.wake(),
    nearby,
    searchIndexer,
    blobs,
    imageAddresses: new ImageAddresses(secret),
    imageRenderer,
    imageCounts,
    imageQueued: () => imageRunner.wake(),
  };
  metrics.add(
    readingsOf({
      // A scrape waits a second at most, which a step of what nobody waits for may take.
      sql: vital,
      dataDir: config.dataDir,
      connections: {
        vital: () => connectionUse(vital),
        small: () => connectionUse(sql),
        background: () => connectionUse(background),
      },
      turns: {
        ...work.uses,
        unknownKeys: () => authenticator.turns,
        pictures: () => renderers.turns,
        ...(store.turns && { blobParts: () => store.turns! }),
        ...geocoding?.turns,
        ...(isochroneService && { driveTimes: () => isochroneService.turns }),
        ...(inferrer && { inferrer: () => inferrer.turns }),
      },
      threads: { imports: () => threads.use, nearby: () => nearby.threads },
      jobs: () => runner.counts,
      imports: () => imports,
      imageJobs: () => imageRunner.counts,
      images: () => imageCounts,
      geocoding: () => geocoding?.counts ?? null,
      redisIsUp: () => limiter.redisIsUp(),
      nearby: () => nearby.indexes,
      searchIndexWaiting: () => searchIndexer.waiting,
      spool: () => spoolSweeper.use,
      requestsInFlight: () => server?.inFlight ?? 0,
      answers: () => answers,
    }),
  );
  const mailer = createMailer({ sql: background, log, secret, publicUrl, smtpUrl: config.smtpUrl });
  const routes = apiRoutes(services);
  const health = outsideHandlers({
    readiness,
    metrics: siblings ? { ...metrics, render: () => siblings.scrape() } : metrics,
    stopping: stopping.signal,
  });
  const dispatch = createDispatch({
    routes: servesApi ? [...routes, openApiRoute(routes, publicUrl, version)] : [],
    outside: servesApi
      ? {
          '/': startPage(publicUrl),
          ...health,
          ...setPasswordHandlers({ sql, secret, limiter, hasher: new PasswordHasher() }),
        }
      : health,
    authenticate: (authorization, mayLookUp) => authenticator.authenticate(authorization, mayLookUp),
    limiter,
    anonymousLimit: DEFAULT_LIMITS.rateLimit,
    // The page beside the API that says how a person gets a key or a plan.
    helpUrl: () => publicUrl().replace(/v1$/, ''),
    log,
    observe: (request) => {
      metrics.observe(request);
      if (request.principal) keyUse.note(request.principal.keyId);
    },
    requestLog,
    answers,
  });

  const listener = await listenDatabase({
    url: config.databaseListenUrl ?? databaseUrl,
    log,
    channels: {
      key_changed: () => authenticator.invalidate(),
      job_queued: (spool) => {
        runner.queued(spool);
        imageRunner.queued(spool);
      },
      mail_queued: () => mailer.wake(),
      boundaries_changed: () => void boundaries.changed(),
      roads_changed: () => void roads.changed(),
      job_finished: (jobId) => {
        finishedJobs.announce(jobId);
        runner.ended(jobId);
        imageRunner.ended(jobId);
      },
    },
  });
  // Before the first job: an import keeps the areas that it began with.
  await Promise.all([boundaries.start(), roads.start()]);
  await readiness.start();
  spoolSweeper.start();
  if (runsJobs) {
    await spoolPresence.start();
    runner.start();
    await imagePresence.start();
    imageRunner.start();
    images.start();
    retention.start();
  }
  if (servesApi) {
    work.start();
    keyUse.start();
    nearby.start();
  }
  const { host, trustProxy } = config;
  const port = servesApi ? config.port : config.jobsPort;
  if (port !== null)
    server = await listenHttp({
      host,
      port,
      dispatch,
      log,
      trustProxy,
      sharesPort: siblings !== undefined,
      answers,
    });
  // Behind everything that makes the process ready.
  if (config.warmUp && runsJobs) {
    setTimeout(() => renderers.warmUp(), RENDERER_WARM_UP_MS).unref();
    void threads.keepWarm(undefined, () => ({ geodata: geodata.current, networks: roads.current }));
  }
  // After it: links lead to where it listens, which a process that only runs jobs does not know.
  if (servesApi) mailer.start();

  return {
    get publicUrl() {
      return publicUrl();
    },
    origin: server && originAt(server.port),
    sql,
    routes,
    pools,
    work,
    roads,
    dispatch,
    stop: ({ quietly = false } = {}) =>
      runPhases(
        [
          {
            name: 'let balancers see it',
            timeoutMs: (config.shutdownDelaySeconds + 1) * 1000,
            run: () => {
              if (quietly) return null;
              stopping.abort();
              return servesApi ? delay(config.shutdownDelaySeconds * 1000) : null;
            },
          },
          { name: 'stop accepting', timeoutMs: 500, run: () => server?.close() },
          {
            name: 'finish requests',
            timeoutMs: 3000,
            // A delay says that a balancer stands before, which keeps idle connections; so may those whose process is replaced.
            run: () =>
              server
                ?.drain(DRAIN_MS, quietly || config.shutdownDelaySeconds > 0)
                .then(() => requestLog.stop()),
          },
          {
            name: 'give jobs back',
            timeoutMs: 2500,
            run: () =>
              Promise.all([
                runner.stop(),
                imageRunner.stop(),
                imagePresence.stop(),
                images.stop(),
                spoolPresence.stop(),
                retention.stop(),
                spoolSweeper.stop(),
                mailer.stop(),
                keyUse.stop(),
                geocoding?.stop(),
                isochroneService?.stop(),
                boundaries.stop(),
                roads.stop(),
              ]),
          },
          {
            name: 'end threads',
            timeoutMs: 500,
            run: () => Promise.all([threads.close(), nearby.close(), renderers.close()]),
          },
          {
            name: 'close connections',
            timeoutMs: 1000,
            run: () => {
              readiness.stop();
              work.stop();
              return closeAll([listener.close(), pools.end({ timeout: 1 }), limiter.close()]);
            },
          },
          { name: 'stop the embedded database', timeoutMs: 2000, run: () => embedded?.stop() },
        ],
        log,
      ),
  };
}

const closeAll = (closing: unknown[]): Promise<unknown> => Promise.allSettled(closing);
