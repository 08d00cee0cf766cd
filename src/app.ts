import { loadSecret } from './access/keys/secret.js';
import { createWork, type Work } from './access/limits/work.js';
import { openApi } from './api/open-api.js';
import { FinishedJobs } from './background/jobs/finished.js';
import { queueReadings } from './background/jobs/readings.js';
import { createMailer } from './background/mail/create-mailer.js';
import { Retention } from './background/retention/retention.js';
import { SearchIndexer } from './background/search-index/indexer.js';
import type { Logger } from './base/log.js';
import { diskReadings } from './base/metrics/disk-readings.js';
import { Parts, type PartsOptions, type StopHow } from './base/parts.js';
import type { Siblings } from './base/processes/siblings.js';
import { ThreadPool } from './base/threads/thread-pool.js';
import { openFiles } from './blob/open-files.js';
import type { Config } from './config.js';
import { Address } from './http/address.js';
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
import { DriveTimes } from './world/drive-times/drive-times.js';
import { openWorld } from './world/geodata/open-world.js';
import type { LoadedRoads } from './world/roads/loaded-roads.js';

export type Role = 'all' | 'http' | 'jobs';

export interface App {
  /** base_url, with /v1. */
  readonly publicUrl: string;
  /** Where it listens, as http://host:port; null: nowhere. */
  readonly origin: string | null;
  readonly sql: Sql;
  /** What it answers below /v1, for tests. */
  readonly routes: readonly Route[];
  /** What is under way and what waits, to be looked at. */
  readonly pools: Pools;
  readonly work: Work;
  /** Road networks that are loaded. */
  readonly roads: LoadedRoads;
  /** Answers requests without sockets, for tests. */
  readonly dispatch: Dispatch;
  /** Everything that was started is stopped, in bounded stages, the embedded database last. */
  stop(how?: Partial<StopHow>): Promise<void>;
}

/** What comes from outside. */
export interface Surroundings extends Pick<PartsOptions, 'beforeStart'> {
  /** Where the process is one of several on a port. */
  readonly siblings?: Siblings;
  /** Of tests. */
  readonly imageRenderer?: ImageRenderer;
}

/**
 * Starts what the role needs. When a part fails to start, those that had started are stopped.
 * @throws what kept a part from starting
 */
export async function startApp(
  config: Config,
  log: Logger,
  role: Role = 'all',
  surroundings: Surroundings = {},
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

/** Every part of the service, each after those that it needs. */
async function compose(
  parts: Parts,
  config: Config,
  log: Logger,
  role: Role,
  { siblings, imageRenderer }: Surroundings,
): Promise<App> {
  const servesApi = role !== 'jobs';
  const runsJobs = role !== 'http';
  const { dataDir, workers, satelliteTiles } = config;

  // Storage. The database makes DATA_DIR so that its own user, too, gets in.
  const database = await openDatabase(parts, config, log);
  const { url: databaseUrl, installation, pools } = database;
  const { vital, small: sql, background } = pools;
  const { blobs, register } = await openFiles(parts, config, { sql: background, installation });
  const secret = await loadSecret(config.secret, dataDir);
  parts.run('connections', 'queues', { metrics: [...queueReadings(vital), ...diskReadings(dataDir)] });

  // Reference data, threads, and the services of others.
  const onRoads = () => threads.warmUpAgain();
  const { geodata, boundaries, roads } = await openWorld(parts, { sql: background, dataDir, log, onRoads });
  const warmUp = config.warmUp && runsJobs;
  // Without imports most threads would wait for nothing, with 80 MB each.
  const threads = new ThreadPool({ databaseUrl, workers, startWhenNeeded: !warmUp });
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

  // Jobs, and what nobody waits for.
  const forJobs = { settings: config, pools, register, log, runsJobs };
  const placing = { threads, geodata, geocoding, driveTimes };
  // In a directory uploads are kept at the speed of the disk.
  const shared = config.blobs.kind === 's3' ? blobs : null;
  const imports = await openImports(parts, { ...forJobs, ...placing, blobs: shared });
  const version = () => pictureVersion(geodata.current, satelliteTiles?.url ?? null);
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
    log.warn({ err: error, map }, 'could not index a map for search'),
  );
  parts.run('work', 'texts for search', searchIndexer);
  const address = new Address(config);
  const publicUrl = () => address.publicUrl;
  const mailer = createMailer({ sql: background, log, secret, publicUrl, smtpUrl: config.smtpUrl });

  // Requests.
  const work = createWork(pools);
  if (servesApi) parts.run('connections', 'turns', work);
  const nearby = new Nearby({ sql, scans: work.reads, databaseUrl, log });
  if (servesApi) parts.run('threads', 'nearby', nearby);
  const finishedJobs = new FinishedJobs();
  const api = openApi(parts, {
    settings: config,
    services: {
      ...{ sql, databaseUrl, work, workers, threads, publicUrl, finishedJobs, nearby, searchIndexer, blobs },
      ...{ geodata, boundaries, roads, geocoding, isochroneService, driveTimes },
      ...services,
      ...imports.forRequests,
      ...images.forRequests,
    },
    ...{ pools, secret, address, servesApi, siblings, log },
  });

  // News of the database are heard before anything is read of it.
  const runners = [imports.runner, images.runner];
  const channels = {
    key_changed: () => api.authenticator.invalidate(),
    job_queued: (spool: string) => {
      for (const runner of runners) runner.queued(spool);
    },
    mail_queued: () => mailer.wake(),
    boundaries_changed: () => void boundaries.changed(),
    roads_changed: () => void roads.changed(),
    job_finished: (jobId: string) => {
      finishedJobs.announce(jobId);
      for (const runner of runners) runner.ended(jobId);
    },
  };
  parts.run('connections', 'news of the database', newsOf({ url: database.listenUrl, log, channels }));

  // Behind everything that makes the process ready. Links in mails lead to where it listens.
  const start = () =>
    void threads.keepWarm(undefined, () => ({ geodata: geodata.current, networks: roads.current }));
  if (warmUp) parts.run('open', 'warm-up of threads', { start });
  if (servesApi) parts.add('open', { name: 'mails', start: () => mailer.start() });
  parts.add('work', { name: 'mails under way', stop: () => mailer.stop() });
  api.metrics.add(parts.metrics);
  return {
    get publicUrl() {
      return address.publicUrl;
    },
    get origin() {
      return address.origin;
    },
    ...{ sql, pools, work, roads, routes: api.routes, dispatch: api.dispatch },
    stop: ({ quietly = false } = {}) => parts.stop({ quietly }),
  };
}
