import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { isSmtpUrl } from './background/mail/smtp-url.js';
import { BLOB_URL_FORM, type BlobAddress, readBlobUrl } from './blob/blob-url.js';
import { readTrustProxy, type TrustProxy } from './http/client-address.js';
import type { ServiceAddress } from './services/client/service-url.js';
import {
  GEOCODER_URL_FORM,
  type GeocoderService,
  readGeocoderUrl,
} from './services/geocoding/service-url.js';
import { readTilesUrl, TILES_URL_FORM, type TileService } from './services/imagery/tiles-url.js';
import { INFERRER_URL_FORM, readInferrerUrl } from './services/inferrer/service-url.js';
import {
  ISOCHRONE_URL_FORM,
  type IsochroneEndpoint,
  readIsochroneUrl,
} from './services/isochrones/service-url.js';
import { MIN_CONNECTIONS } from './store/pools.js';
import type { RetentionDays } from './store/retention.js';
import { poolerAddress, readDatabaseAddress } from './store/tls.js';

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where a process that only runs jobs answers what lies outside /v1; null: nowhere. */
  readonly jobsPort: number | null;
  /** base_url, with /v1 and without a slash at its end; null: made of host and port. */
  readonly publicUrl: string | null;
  /** Absolute path. */
  readonly dataDir: string;
  /** Where pictures lie; in a bucket also uploads, and files of rejected rows. */
  readonly blobs: BlobAddress;
  /** null: the embedded PostgreSQL. With a databaseListenUrl it is a pooler's, and says so to those who connect. */
  readonly databaseUrl: string | null;
  /** Where notifications are listened to: the server itself where databaseUrl is a pooler. null: databaseUrl. */
  readonly databaseListenUrl: string | null;
  /** Of the process, those of threads and listeners besides. */
  readonly databaseConnections: number;
  /** null: counters of this process. */
  readonly redisUrl: string | null;
  /** null: the built-in inferrer alone. */
  readonly inferrer: ServiceAddress | null;
  /** null: places are found in the built-in gazetteer alone. */
  readonly geocoder: GeocoderService | null;
  /** null: drive times are drawn on loaded roads alone. */
  readonly isochroneService: IsochroneEndpoint | null;
  /** Whether drive times without roads or a service are circles of an average speed, or pins. */
  readonly estimatesDriveTimes: boolean;
  /** Null: the embedded imagery alone. Kept as text, too, for the processes that draw. */
  readonly satelliteTiles: { readonly url: string; readonly service: TileService } | null;
  /** null: mails are written to the log. */
  readonly smtpUrl: string | null;
  /** Proxies whose word is taken for who the client is; null: none. */
  readonly trustProxy: TrustProxy | null;
  /** From the failing /readyz to the closing of the listener. */
  readonly shutdownDelaySeconds: number;
  readonly rowLimit: number;
  readonly maxUploadBytes: number;
  /** Threads that parse. */
  readonly workers: number;
  /** Imports that a process runs at a time; as many small ones beside them. */
  readonly jobs: number;
  /** Of an account, over all processes. Where it is less than `jobs`, another account finds a slot. */
  readonly jobsPerAccount: number;
  /** Pictures that a process draws at a time. */
  readonly imageJobs: number;
  /** Whether threads with nothing to do after a start compile what imports run through. */
  readonly warmUp: boolean;
  readonly retention: Readonly<RetentionDays>;
  readonly logLevel: string;
  /** Lines of requests; of those that failed or were slow ten times as many. 0: none. */
  readonly logRequestsPerSecond: number;
  /** An answer that takes longer is told as a warning; 0: none is. */
  readonly slowRequestMs: number;
  /** null: made and kept in dataDir. */
  readonly secret: string | null;
}

export class ConfigError extends Error {}

type Reader<T> = (text: string) => T | null;

const wholeNumber =
  (min: number, max: number): Reader<number> =>
  (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : null;
  };

const oneOf =
  (values: readonly string[]): Reader<string> =>
  (text) =>
    values.includes(text) ? text : null;

const url =
  (...protocols: string[]): Reader<string> =>
  (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text.replace(/\/+$/, '') : null;

/** What the driver would trip over later, without naming the variable: a percent sign that encodes nothing. */
const databaseUrl =
  (name: string): Reader<string> =>
  (text) => {
    try {
      decodeURIComponent(text);
    } catch {
      return null;
    }
    const address = url('postgres:', 'postgresql:')(text);
    if (address !== null) checkTls(name, address);
    return address;
  };

function checkTls(name: string, address: string): void {
  try {
    readDatabaseAddress(address);
  } catch (error) {
    throw new ConfigError(`${name} is not allowed: ${(error as Error).message}`);
  }
}

const publicUrl: Reader<string> = (text) => {
  const address = url('http:', 'https:')(text);
  return address !== null && /\/v1$/.test(address) && !/[?#]/.test(address) ? address : null;
};

/** With the underscores that names of containers have. */
const HOST_NAME = /^(?=.{1,253}$)[a-z\d_]([a-z\d_-]{0,61}[a-z\d])?(\.[a-z\d_]([a-z\d_-]{0,61}[a-z\d])?)*$/i;

const host: Reader<string> = (text) => (isIP(text) > 0 || HOST_NAME.test(text) ? text : null);

/** Their values are or hold passwords, and what is wrong with one may be that it does not look like one. */
export const SECRET_VALUES: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'REDIS_URL',
  'SMTP_URL',
  'INFERRER_URL',
  'GEOCODER_URL',
  'ISOCHRONE_URL',
  'SATELLITE_TILES_URL',
  'SECRET',
  'BLOB_URL',
]);

/** Of a secret the scheme at most. */
const shownValue = (name: string, text: string): string =>
  SECRET_VALUES.has(name) ? `${/^[a-z][a-z\d+]{1,19}:\/\//.exec(text)?.[0] ?? ''}***` : text;

const nonEmpty: Reader<string> = (text) => (text.trim() === '' ? null : text);

/**
 * Parses the environment once; what it returns is passed down.
 * @throws ConfigError with one line that names the variable, the value and what is allowed
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = <T, D>(name: string, otherwise: D, allowed: string, reader: Reader<T>): T | D => {
    const text = env[name];
    if (text === undefined || text === '') return otherwise;
    const value = reader(text);
    if (value === null) {
      throw new ConfigError(`${name}=${JSON.stringify(shownValue(name, text))} is not allowed: ${allowed}`);
    }
    return value;
  };
  const days = (name: string, otherwise: number): number =>
    read(name, otherwise, 'a whole number of days from 0 (for ever) to 36500', wholeNumber(0, 36_500));
  const levels = [...Object.keys(pino.levels.values), 'silent'];
  const databaseListenUrl = read(
    'DATABASE_LISTEN_URL',
    null,
    'a postgres:// URL',
    databaseUrl('DATABASE_LISTEN_URL'),
  );
  const dataDir = resolve(read('DATA_DIR', '.cartload', 'a directory', nonEmpty));
  return Object.freeze({
    host: read('HOST', '127.0.0.1', 'a host name or address', host),
    port: read('PORT', 8080, 'a whole number from 0 (any free port) to 65535', wholeNumber(0, 65_535)),
    jobsPort: read(
      'JOBS_PORT',
      null,
      'a whole number from 0 (any free port) to 65535',
      wholeNumber(0, 65_535),
    ),
    publicUrl: read('PUBLIC_URL', null, 'an http or https URL that ends in /v1', publicUrl),
    dataDir,
    blobs: read(
      'BLOB_URL',
      { kind: 'file', directory: resolve(dataDir, 'blobs') } as const,
      BLOB_URL_FORM,
      (text) => readBlobUrl(text, dataDir),
    ),
    databaseUrl: read('DATABASE_URL', null, 'a postgres:// URL', (text) => {
      const address = databaseUrl('DATABASE_URL')(text);
      const isPooler = address !== null && databaseListenUrl !== null && databaseListenUrl !== address;
      return isPooler ? poolerAddress(address) : address;
    }),
    databaseListenUrl,
    databaseConnections: read(
      'DATABASE_CONNECTIONS',
      16,
      `a whole number from ${MIN_CONNECTIONS} to 1000`,
      wholeNumber(MIN_CONNECTIONS, 1000),
    ),
    redisUrl: read('REDIS_URL', null, 'a redis:// or rediss:// URL', url('redis:', 'rediss:')),
    inferrer: read('INFERRER_URL', null, INFERRER_URL_FORM, readInferrerUrl),
    geocoder: read('GEOCODER_URL', null, GEOCODER_URL_FORM, readGeocoderUrl),
    isochroneService: read('ISOCHRONE_URL', null, ISOCHRONE_URL_FORM, readIsochroneUrl),
    estimatesDriveTimes:
      read('ISOCHRONE_FALLBACK', 'pin', 'pin or estimate', oneOf(['pin', 'estimate'])) === 'estimate',
    satelliteTiles: read('SATELLITE_TILES_URL', null, TILES_URL_FORM, (url) => {
      const service = readTilesUrl(url);
      return service && { url, service };
    }),
    smtpUrl: read('SMTP_URL', null, 'an smtp:// or smtps:// URL, with ?from= one address if any', (text) =>
      isSmtpUrl(text) ? text : null,
    ),
    trustProxy: read(
      'TRUST_PROXY',
      null,
      'a number of proxies from 1 to 32, or their addresses and networks (10.0.0.0/8,fd00::/8)',
      readTrustProxy,
    ),
    shutdownDelaySeconds: read(
      'SHUTDOWN_DELAY',
      0,
      'a whole number of seconds from 0 to 300',
      wholeNumber(0, 300),
    ),
    rowLimit: read('ROW_LIMIT', 1_000_000, 'a whole number from 1 to 100000000', wholeNumber(1, 1e8)),
    maxUploadBytes: read(
      'MAX_UPLOAD_BYTES',
      2 * 1024 ** 3,
      'a whole number from 1 to 1099511627776',
      wholeNumber(1, 2 ** 40),
    ),
    // Those that this process may run on: a cpuset can leave it fewer than the machine has.
    workers: read('WORKERS', availableParallelism(), 'a whole number from 1 to 256', wholeNumber(1, 256)),
    jobs: read('JOBS', 3, 'a whole number from 1 to 100', wholeNumber(1, 100)),
    jobsPerAccount: read('JOBS_PER_ACCOUNT', 2, 'a whole number from 1 to 1000', wholeNumber(1, 1000)),
    imageJobs: read('IMAGE_JOBS', 2, 'a whole number from 1 to 100', wholeNumber(1, 100)),
    warmUp: read('WARM_UP', 'on', 'on or off', oneOf(['on', 'off'])) === 'on',
    retention: Object.freeze({
      jobs: days('RETAIN_JOBS_DAYS', 30),
      expiredMarkers: days('RETAIN_EXPIRED_MARKERS_DAYS', 30),
      deletedMaps: days('RETAIN_DELETED_MAPS_DAYS', 90),
      pendingAccounts: days('RETAIN_PENDING_ACCOUNTS_DAYS', 90),
      audit: days('RETAIN_AUDIT_DAYS', 365),
      geocodedAddresses: days('RETAIN_GEOCODED_ADDRESSES_DAYS', 365),
    }),
    logLevel: read('LOG_LEVEL', 'info', `one of ${levels.join(', ')}`, oneOf(levels)),
    logRequestsPerSecond: read(
      'LOG_REQUESTS_PER_SECOND',
      100,
      'a whole number from 0 (none) to 100000',
      wholeNumber(0, 100_000),
    ),
    slowRequestMs: read(
      'SLOW_REQUEST_MS',
      1000,
      'a whole number from 0 (none) to 3600000',
      wholeNumber(0, 3_600_000),
    ),
    secret: read('SECRET', null, 'at least 16 characters', (text) => (text.length >= 16 ? text : null)),
  });
}
