import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerReadings } from '../background/jobs/readings.js';
import { JobRunner } from '../background/jobs/runner.js';
import { SpoolPresence } from '../background/jobs/spool-presence.js';
import type { Logger } from '../base/log.js';
import type { Parts } from '../base/parts.js';
import type { BlobStore } from '../blob/blob-store.js';
import type { BlobRegister } from '../store/blobs.js';
import { imageSpool } from '../store/image-jobs.js';
import type { Pools } from '../store/pools.js';
import { type ImageCounts, imageReadings, noImages } from './counts.js';
import { imageHandler } from './handler.js';
import type { ImageRenderer } from './renderer.js';
import { Renderers, type RenderersOptions, renderProcesses } from './renderers.js';
import { ImageSweeper } from './sweep.js';

export interface ImageSettings {
  readonly dataDir: string;
  /** Pictures that the process draws at a time. */
  readonly imageJobs: number;
  readonly workers: number;
  readonly warmUp: boolean;
  /** null: the embedded imagery alone. */
  readonly satelliteTiles: { readonly url: string } | null;
}

export interface ImagesOptions extends Pick<RenderersOptions, 'databaseUrl' | 'version'> {
  readonly settings: ImageSettings;
  readonly pools: Pools;
  readonly blobs: BlobStore;
  readonly register: BlobRegister;
  readonly log: Logger;
  /** Tells whether this process draws the pictures that are asked for. */
  readonly runsJobs: boolean;
  /** Default: processes that draw. Tests pass a stand-in. */
  readonly renderer?: ImageRenderer | undefined;
}

export interface Images {
  readonly runner: JobRunner;
  /** Services for the handlers of requests. */
  readonly forRequests: {
    readonly imageRenderer: ImageRenderer;
    readonly imageCounts: ImageCounts;
    readonly imageQueued: () => void;
  };
}

/**
 * Delay of the warm-up, which takes two seconds of a core: at once, it would slow down the first import after
 * a start.
 */
const WARM_UP_AFTER_MS = 15_000;

/** Pictures of maps: the processes that draw them, their jobs, and their files. */
export async function openImages(parts: Parts, options: ImagesOptions): Promise<Images> {
  const { settings, pools, blobs, register, log } = options;
  const { vital, small: sql, background } = pools;
  const tilesUrl = settings.satelliteTiles?.url ?? null;
  const directory = join(settings.dataDir, 'drawing');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const renderers = new Renderers({
    databaseUrl: options.databaseUrl,
    satellite: { tilesUrl, tileDirectory: join(settings.dataDir, 'satellite-tiles') },
    version: options.version,
    log,
    processes: Math.min(settings.imageJobs, renderProcesses(settings.workers)),
  });
  parts.run('threads', 'processes that draw', renderers);
  const { renderer = renderers } = options;
  const counts = noImages();
  const spool = imageSpool(blobs.identity);
  const runner = new JobRunner({
    sql: vital,
    log,
    spool,
    maxJobs: settings.imageJobs,
    // With more than one place, one stays free for another account.
    perAccount: Math.max(1, settings.imageJobs - 1),
    handlers: { image: imageHandler({ sql, blobs, renderer, directory, counts }) },
  });
  if (options.runsJobs) {
    parts.run('work', 'image spool', new SpoolPresence({ sql: vital, log, spool }));
    parts.run('work', 'image jobs', runner);
    parts.run('work', 'image files', new ImageSweeper({ sql: background, blobs, register, directory, log }));
    if (settings.warmUp) parts.add('open', warmUp(renderers));
  }
  parts.add('work', {
    name: 'image counts',
    metrics: [...runnerReadings('image_job', runner, 'runningQuick'), ...imageReadings(counts)],
  });
  const imageQueued = () => runner.wake();
  return { runner, forRequests: { imageRenderer: renderer, imageCounts: counts, imageQueued } };
}

function warmUp(renderers: Renderers) {
  let timer: NodeJS.Timeout;
  return {
    name: 'first process that draws',
    start: () => {
      timer = setTimeout(() => renderers.warmUp(), WARM_UP_AFTER_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
