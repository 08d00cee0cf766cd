import type { QuotaUseCache } from '../access/limits/quota-use.js';
import type { Work } from '../access/limits/work.js';
import type { FinishedJobs } from '../background/jobs/finished.js';
import type { SearchIndexer } from '../background/search-index/indexer.js';
import type { ThreadPool } from '../base/threads/thread-pool.js';
import type { BlobStore } from '../blob/blob-store.js';
import type { ImageAddresses } from '../images/address.js';
import type { ImageCounts } from '../images/counts.js';
import type { ImageRenderer } from '../images/renderer.js';
import type { PlanServices } from '../import/plan/plan-import.js';
import type { Sweeper } from '../import/run/open-spool.js';
import type { Spool } from '../import/spool/spool.js';
import type { Nearby } from '../nearby/nearby.js';
import type { Attribution } from '../schema/attributions.js';
import type { Geocoding } from '../services/geocoding/geocoding.js';
import type { IsochroneService } from '../services/isochrones/isochrone-service.js';
import type { Sql } from '../store/client.js';
import type { DriveTimes } from '../world/drive-times/drive-times.js';
import type { StoredAreas } from '../world/drive-times/stored-areas.js';
import type { CurrentGeodata } from '../world/geodata/current-geodata.js';
import type { LoadedBoundaries } from '../world/geodata/loaded-boundaries.js';
import type { LoadedRoads } from '../world/roads/loaded-roads.js';
import type { PageTokens } from './page-token.js';

/** What the resources work with; made by app.ts. */
export interface Services {
  sql: Sql;
  /** Turns and connections for what can be slow. */
  work: Work;
  /** For connections that are nobody else's. */
  databaseUrl: string;
  quotaUse: QuotaUseCache;
  pageTokens: PageTokens;
  threads: ThreadPool;
  /** Places and areas. */
  geodata: CurrentGeodata;
  /** Knows streets; null: none does. */
  geocoding: Geocoding | null;
  /** Areas that the operator loaded. */
  boundaries: LoadedBoundaries;
  /** Draws areas of drive times. */
  driveTimes: DriveTimes;
  /** Those of markers. */
  driveTimeAreas: StoredAreas;
  /** Whose roads its areas are made of; null: no service draws them. */
  isochroneService: Pick<IsochroneService, 'attribution'> | null;
  /** Whose imagery the operator's tiles are; null: there are none. */
  tiles: { attribution: Attribution } | null;
  /** Road networks that the operator loaded. */
  roads: LoadedRoads;
  /** The header inferrer that is asked before the built-in one, if any. */
  inference: Pick<PlanServices, 'askService' | 'onInferrerFailure'>;
  /** Threads of the pool that parse. */
  workers: number;
  spool: Spool;
  spoolSweeper: Pick<Sweeper, 'settle'>;
  /** base_url, with /v1 and without a slash at its end; a function, as the port may be known only once it listens. */
  publicUrl: () => string;
  /** Rows an import may have where the account says nothing else. */
  rowLimit: number;
  maxUploadBytes: number;
  finishedJobs: FinishedJobs;
  /** Told when a job is queued by this process. */
  jobQueued: () => void;
  nearby: Nearby;
  searchIndexer: SearchIndexer;
  /** Where pictures lie. */
  blobs: BlobStore;
  imageAddresses: ImageAddresses;
  /** Whose pictures they are. */
  imageRenderer: Pick<ImageRenderer, 'version'>;
  imageCounts: ImageCounts;
  /** Told when a picture is asked for of this process. */
  imageQueued: () => void;
}
