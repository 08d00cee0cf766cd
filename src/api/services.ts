import type { BlockList } from 'node:net';
import type { PasswordHasher } from '../access/keys/password.js';
import type { QuotaUseCache } from '../access/limits/quota-use.js';
import type { Work } from '../access/limits/work.js';
import type { FinishedJobs } from '../background/jobs/finished.js';
import type { SearchIndexer } from '../background/search-index/indexer.js';
import type { ThreadPool } from '../base/threads/thread-pool.js';
import type { BlobStore } from '../blob/blob-store.js';
import type { RateLimiter } from '../http/route.js';
import type { ImageAddresses } from '../images/address.js';
import type { ImageCounts } from '../images/counts.js';
import type { ImageRenderer } from '../images/renderer.js';
import type { KeyRoom } from '../import/plan/key-room.js';
import type { PlanServices } from '../import/plan/plan-import.js';
import type { Sweeper } from '../import/run/open-spool.js';
import type { Spool } from '../import/spool/spool.js';
import type { UploadRoom } from '../import/spool/upload-room.js';
import type { Nearby } from '../nearby/nearby.js';
import type { Attribution } from '../schema/attributions.js';
import type { Geocoding } from '../services/geocoding/geocoding.js';
import type { IsochroneService } from '../services/isochrones/isochrone-service.js';
import type { Sql } from '../store/client.js';
import type { BaseTiles } from '../tiles/base-tiles.js';
import type { MapTiles } from '../tiles/map-tiles.js';
import type { DriveTimes } from '../world/drive-times/drive-times.js';
import type { StoredAreas } from '../world/drive-times/stored-areas.js';
import type { CurrentGeodata } from '../world/geodata/current-geodata.js';
import type { LoadedBoundaries } from '../world/geodata/loaded-boundaries.js';
import type { LoadedRoads } from '../world/roads/loaded-roads.js';
import type { JobEvents } from './job-events.js';
import type { PageTokens } from './page-token.js';

/** Parts of the service that the handlers use; app.ts makes them. */
export interface Services {
  sql: Sql;
  /** Turns and connections for slow work. */
  work: Work;
  /** For exports, which open connections of their own. */
  databaseUrl: string;
  quotaUse: QuotaUseCache;
  pageTokens: PageTokens;
  /** Parts for signing in; `forget` makes this process look up keys and sessions again. */
  sessions: { hasher: PasswordHasher; limiter: RateLimiter; secret: Buffer; forget: () => void };
  threads: ThreadPool;
  geodata: CurrentGeodata;
  /** Service that knows streets; null when there is none. */
  geocoding: Geocoding | null;
  boundaries: LoadedBoundaries;
  driveTimes: DriveTimes;
  /** Drive-time areas of markers. */
  driveTimeAreas: StoredAreas;
  /** Service that draws drive-time areas; null when there is none. */
  isochroneService: Pick<IsochroneService, 'attribution'> | null;
  /** Source of satellite tiles; null when there is none. */
  tiles: { attribution: Attribution } | null;
  roads: LoadedRoads;
  /** Inference service that is asked before the built-in rules, if any. */
  inference: Pick<PlanServices, 'askService' | 'onInferrerFailure'>;
  /** Number of threads that parse. */
  workers: number;
  spool: Spool;
  spoolSweeper: Pick<Sweeper, 'settle'>;
  uploadRoom: UploadRoom;
  /** Memory for the codes of maps. */
  keyRoom: KeyRoom;
  /**
   * Base URL with /v1 and without a trailing slash. A function, as the port may be known only once the
   * service listens.
   */
  publicUrl: () => string;
  /** Most rows of an import, for accounts without a limit of their own. */
  rowLimit: number;
  maxUploadBytes: number;
  /** Days after its end in which an import can be taken back. */
  undoDays: number;
  finishedJobs: FinishedJobs;
  jobEvents: JobEvents;
  /** Called when this process queues an import. */
  jobQueued: () => void;
  nearby: Nearby;
  mapTiles: MapTiles;
  baseTiles: BaseTiles;
  /** Style of the operator's own base map; null: that of the service. */
  baseMapStyleUrl: string | null;
  searchIndexer: SearchIndexer;
  blobs: BlobStore;
  imageAddresses: ImageAddresses;
  /** Its version tells whether an existing picture is still the same. */
  imageRenderer: Pick<ImageRenderer, 'version'>;
  /** Secret of the service, and networks beside the public ones to which webhooks may go. */
  webhooks: { secret: Buffer; allowed: BlockList | null };
  imageCounts: ImageCounts;
  /** Called when this process queues a picture. */
  imageQueued: () => void;
}
