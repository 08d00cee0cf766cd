import { loadSecret } from './access/keys/secret.js';
import { createWork, type Work } from './access/limits/work.js';
import { openApi } from './api/open-api.js';
import { FinishedJobs } from './background/jobs/finished.js';
import { queueReadings } from './background/jobs/readings.js';
import { createMailer } from './background/mail/create-mailer.js';
import { Retention } from './background/retention/retention.js';
import { SearchIndexer } from './background/search-index/indexer.js';
import { WebhookSender } from './background/webhooks/sender.js';
import type { Logger } from './base/log.js';
import { diskReadings } from './base/metrics/disk-readings.js';
import { processReadings } from './base/metrics/process-readings.js';
import { Parts, type PartsOptions, type StopHow } from './base/parts.js';
import type { Siblings } from './base/processes/siblings.js';
import { ThreadPool } from './base/threads/thread-pool.js';
import { openFiles } from './blob/open-files.js';
import type { Config } from './config.js';
import { ListenAddress } from './http/address.js';
import { AnswersUnderWay } from './http/answers-under-way.js';
import type { Dispatch } from './http/dispatch.js';
import type { Route } from './http/route.js';
import { openImages } from './images/open-images.js';
import { pictureVersion } from './images/picture-version.js';
import type { ImageRenderer } from './images/renderer.js';
import { openImports } from './import/run/open-imports.js';
import { Nearby } from './nearby/nearby.js';
import { openServices } from './services/open-services.js';
import type { Sql } from './store/client.js';
import { newsOf } from './store/listen.js';
import { openDatabase } from './store/open-database.js';
import type { Pools } from './store/pools.js';
import { BaseTiles } from './tiles/base-tiles.js';
import { MapTiles } from './tiles/map-tiles.js';
import { DriveTimes } from './world/drive-times/drive-times.js';
import { openWorld } from './world/geodata/open-world.js';
import type { LoadedRoads } from './world/roads/loaded-roads.js';

export type ServiceRole = 'all' | 'http' | 'jobs';

export interface App {
  /** Base URL with /v1. */
  readonly publicUrl: string;
  /** Address as http://host:port; null when it does not listen. */
  readonly origin: string | null;
  readonly sql: Sql;
  /** Endpoints below /v1, for tests. */
  readonly routes: readonly Route[];
  /** Connections, for tests. */
  readonly pools: Pools;
  readonly work: Work;
  readonly roads: LoadedRoads;
  readonly mapTiles: MapTiles;
  /** Answers requests without sockets, for tests. */
  readonly dispatch: Dispatch;
  /** Stops all parts in stages with time limits, the embedded database last. */
  stop(how?: Partial<StopHow>): Promise<void>;
}

/** Things that the caller provides. */
export interface AppOverrides extends Pick<PartsOptions, 'beforeStart'> {
  /** Link to the other processes on the port, if there are several. */
  readonly siblings?: Siblings;
  /** Replaces the renderer in tests. */
  readonly imageRenderer?: ImageRenderer;
}

/**
 * Starts the parts that the role needs. When one fails to start, stops the others.
 * @throws the error of the failed start
 */
export async function startApp(
  config: Config,
  log: Logger,
  role: ServiceRole = 'all',
  surroundings: AppOverrides = {},
): Promise<App> {
  const moreTimeMs = { open: config.shutdownDelaySeconds * 1000 };
  const parts = new Parts({ log, moreTimeMs, beforeStart: surroundings.beforeStart });
  try {
    const app = await compose(parts, config, log, role, surroundings);
    await parts.start();
    return app;
  } catch (error) {
    await parts.stop({ quietly: true });
    throw error;
  }
}

/** All parts of the service, each after the parts that it needs. */
async function compose(
  parts: Parts,
  config: Config,
  log: Logger,
  role: ServiceRole,
  { siblings, imageRenderer }: AppOverrides,
): Promise<App> {
  const servesApi = role !== 'jobs';
  const runsJobs = role !== 'http';
  const { dataDir, workers, satelliteTiles } = config;

  // Storage. The database comes first, as it makes DATA_DIR accessible to its own user.
  const database = await openDatabase(parts, config, log);
  const { url: databaseUrl, installation, pools } = database;
  const { vital, small: sql, background } = pools;
  const { blobs, register } = await openFiles(parts, config, { sql: background, installation });
  const secret = await loadSecret(config.secret, dataDir);
  parts.run('connections', 'queues', {
    metrics: [...queueReadings(vital), ...diskReadings(dataDir), ...processReadings()],
  });

  // Reference data, threads, and outside services.
  const onRoads = () => threads.warmUpAgain();
  const { geodata, boundaries, roads } = await openWorld(parts, { sql: background, dataDir, log, onRoads });
  const warmUp = config.warmUp && runsJobs;
  // Without imports most threads would be idle, at 80 MB each.
  const threads = new ThreadPool({
    databaseUrl,
    workers,
    startWhenNeeded: !warmUp,
    onError: (err) => log.error({ err }, 'a thread failed without a task'),
  });
  parts.run('threads', 'threads', threads);
  const { geocoding, isochroneService, ...services } = openServices(parts, config, {
    sql,
    log,
    countryCode: (country) => geodata.placer.countryCode(country),
    // Some areas take 100 ms to mend.
    clean: (...of) => threads.run('cleanServiceArea', of),
  });
  const { estimatesDriveTimes: estimates } = config;
  const driveTimes = new DriveTimes({ sql, roads, service: isochroneService, estimates });

  // Jobs and background work.
  const forJobs = { settings: config, pools, register, log, runsJobs };
  const placing = { threads, geodata, geocoding, driveTimes };
  // Without a bucket uploads go to a local directory, at the speed of the disk.
  const shared = config.blobs.kind === 's3' ? blobs : null;
  const finishedJobs = new FinishedJobs();
  const onEnd = (ended: string) => finishedJobs.announce(ended);
  const imports = await openImports(parts, { ...forJobs, ...placing, blobs: shared, onEnd });
  const version = () => pictureVersion(geodata.current, satelliteTiles?.url ?? null, roads.tilesVersion);
  const images = await openImages(parts, {
    ...forJobs,
    blobs,
    databaseUrl,
    version,
    renderer: imageRenderer,
  });
  if (runsJobs)
    parts.run('work', 'retention', new Retention({ sql: background, log, keep: config.retention }));
  const searchIndexer = new SearchIndexer(background, (error, map) =>
    log.warn(
      { err: error, map },
      'could not update the search index of a map: its searches scan the markers',
    ),
  );
  parts.run('work', 'texts for search', searchIndexer);
  const address = new ListenAddress(config);
  const publicUrl = () => address.publicUrl;
  const mailer = createMailer({ sql: background, log, secret, publicUrl, smtpUrl: config.smtpUrl });

  // Requests.
  const answers = new AnswersUnderWay();
  const work = createWork(pools, answers);
  if (servesApi) parts.run('connections', 'turns', work);
  const nearby = new Nearby({ sql, scans: work.reads, databaseUrl, log });
  if (servesApi) parts.run('threads', 'nearby', nearby);
  const mapTiles = new MapTiles({ threads, turns: work.tiles, geodata });
  const baseTiles = new BaseTiles({ threads, turns: work.tiles, roads });
  const api = openApi(parts, {
    settings: config,
    services: {
      ...{ sql, databaseUrl, work, workers, threads, publicUrl, finishedJobs, searchIndexer, blobs },
      ...{ nearby, mapTiles, baseTiles },
      ...{ geodata, boundaries, roads, geocoding, isochroneService, driveTimes },
      ...services,
      ...imports.forRequests,
      ...images.forRequests,
    },
    ...{ pools, secret, address, answers, servesApi, siblings, log },
  });

  const webhooks = new WebhookSender({
    ...{ sql: background, log, secret, allowed: config.webhookNetworks, readJob: api.readJob },
  });

  // Notifications of the database are received before any data is read.
  const runners = [imports.runner, images.runner];
  const channels = {
    key_changed: () => api.authenticator.invalidate(),
    job_queued: (spool: string) => {
      for (const runner of runners) runner.queued(spool);
    },
    mail_queued: () => mailer.wake(),
    webhook_queued: () => webhooks.wake(),
    boundaries_changed: () => void boundaries.changed(),
    roads_changed: () => void roads.changed(),
    job_finished: (jobId: string) => {
      finishedJobs.announce(jobId);
      api.jobEvents.announce(jobId);
      for (const runner of runners) runner.ended(jobId);
    },
  };
  parts.run('connections', 'database notifications', newsOf({ url: database.listenUrl, log, channels }));

  // After everything that makes the process ready. Links in mails need the address on which it listens.
  const start = () =>
    void threads.keepWarm(undefined, () => ({ geodata: geodata.current, networks: roads.current }));
  if (warmUp) parts.run('open', 'warm-up of threads', { start });
  if (servesApi) parts.add('open', { name: 'mails', start: () => mailer.start(), metrics: mailer.metrics });
  if (servesApi)
    parts.add('open', { name: 'webhooks', start: () => webhooks.start(), metrics: webhooks.metrics });
  parts.add('work', { name: 'webhooks under way', stop: () => webhooks.stop() });
  parts.add('work', { name: 'mails under way', stop: () => mailer.stop() });
  api.metrics.add(parts.metrics);
  if (servesApi) api.metrics.add(mapTiles.metrics);
  return {
    get publicUrl() {
      return address.publicUrl;
    },
    get origin() {
      return address.origin;
    },
    ...{ sql, pools, work, roads, mapTiles, routes: api.routes, dispatch: api.dispatch },
    stop: ({ quietly = false } = {}) => parts.stop({ quietly }),
  };
}
