import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { isSmtpUrl } from './background/mail/smtp-url.js';
import { BLOB_URL_FORM, readBlobUrl } from './blob/blob-url.js';
import { readTrustProxy } from './http/client-address.js';
import { GEOCODER_URL_FORM, readGeocoderUrl } from './services/geocoding/service-url.js';
import { readTilesUrl, TILES_URL_FORM } from './services/imagery/tiles-url.js';
import { INFERRER_URL_FORM, readInferrerUrl } from './services/inferrer/service-url.js';
import { ISOCHRONE_URL_FORM, readIsochroneUrl } from './services/isochrones/service-url.js';
import { readNetworks } from './services/webhooks/public-address.js';
import { MIN_CONNECTIONS } from './store/pools.js';
import type { RetentionDays } from './store/retention.js';
import { poolerAddress, readDatabaseAddress } from './store/tls.js';

export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;
/** Value of a text; null refuses it. */
type Reader<T> = (text: string, env: Environment) => T | null;

const wholeNumber =
  (min: number, max: number): Reader<number> =>
  (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : null;
  };

const oneOf =
  <T>(values: Readonly<Record<string, T>>): Reader<T> =>
  (text) =>
    Object.hasOwn(values, text) ? values[text]! : null;

const url =
  (...protocols: string[]): Reader<string> =>
  (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text.replace(/\/+$/, '') : null;

/** Refuses a malformed percent escape, which the driver would report later without naming the variable. */
const databaseUrl =
  (name: string): Reader<string> =>
  (text, env) => {
    try {
      decodeURIComponent(text);
    } catch {
      return null;
    }
    const address = url('postgres:', 'postgresql:')(text, env);
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

const publicUrl: Reader<string> = (text, env) => {
  const address = url('http:', 'https:')(text, env);
  return address !== null && /\/v1$/.test(address) && !/[?#]/.test(address) ? address : null;
};

/** Each as browsers send it: without a path, in lower case, and without the port of its protocol. */
const corsOrigins: Reader<readonly string[]> = (text) => {
  const origins = text.split(',').map((origin) => origin.trim());
  const isOrigin = (origin: string): boolean =>
    /^https?:\/\//.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
  return text === '*' || origins.every(isOrigin) ? origins : null;
};

/** Allows underscores, which names of containers have. */
const HOST_NAME = /^(?=.{1,253}$)[a-z\d_]([a-z\d_-]{0,61}[a-z\d])?(\.[a-z\d_]([a-z\d_-]{0,61}[a-z\d])?)*$/i;

const host: Reader<string> = (text) => (isIP(text) > 0 || HOST_NAME.test(text) ? text : null);

/**
 * A variable of the environment: the schema from which validation, `*_FILE` and the test of
 * docs/configuration.md follow.
 */
interface Setting<T> {
  readonly variable: string;
  /** Text that counts when the variable is unset or empty; null: the value is null then. */
  readonly initial: string | null;
  /** Allowed values, for the message of a refusal. */
  readonly allowed: string;
  readonly read: Reader<T>;
  /**
   * The value is or contains a password, even when it is malformed: it is never shown, and may come from a
   * file.
   */
  readonly isSecret?: true;
}

const setting = <T>(variable: string, initial: string | number, allowed: string, read: Reader<T>) =>
  ({ variable, initial: String(initial), allowed, read }) satisfies Setting<T>;

const optional = <T>(variable: string, allowed: string, read: Reader<T>): Setting<T | null> => ({
  variable,
  initial: null,
  allowed,
  read,
});

const secret = <T>(of: Setting<T>): Setting<T> => ({ ...of, isSecret: true });

const number = (variable: string, initial: number, min: number, max: number, hint = '') =>
  setting(variable, initial, `a whole number${hint} from ${min} to ${max}`, wholeNumber(min, max));

const days = (variable: string, initial: number) =>
  setting(variable, initial, 'a whole number of days from 0 (for ever) to 36500', wholeNumber(0, 36_500));

const ANY_PORT = 'a whole number from 0 (any free port) to 65535';
const LEVELS = [...Object.keys(pino.levels.values), 'silent'];

const dataDir = setting('DATA_DIR', '.cartload', 'a directory', (text) =>
  text.trim() === '' ? null : resolve(text),
);
const databaseListenUrl = secret(
  optional('DATABASE_LISTEN_URL', 'a postgres:// URL', databaseUrl('DATABASE_LISTEN_URL')),
);

const SETTINGS = {
  host: setting('HOST', '127.0.0.1', 'a host name or address', host),
  port: setting('PORT', 8080, ANY_PORT, wholeNumber(0, 65_535)),
  /** Port of a process that only runs jobs, for the pages outside /v1; null: none. */
  jobsPort: optional('JOBS_PORT', ANY_PORT, wholeNumber(0, 65_535)),
  /** Base URL with /v1 and without a trailing slash; null: derived from host and port. */
  publicUrl: optional('PUBLIC_URL', 'an http or https URL that ends in /v1', publicUrl),
  /** Absolute path. */
  dataDir,
  /** Place of pictures; in a bucket also of uploads and rejected rows. */
  blobs: secret(
    setting('BLOB_URL', 'file:blobs', BLOB_URL_FORM, (text, env) =>
      readBlobUrl(text, readValue(dataDir, env)),
    ),
  ),
  /**
   * null: the embedded PostgreSQL. With a databaseListenUrl it is the URL of a pooler, and marked as such.
   */
  databaseUrl: secret(
    optional('DATABASE_URL', 'a postgres:// URL', (text, env) => {
      const address = databaseUrl('DATABASE_URL')(text, env);
      const server = readValue(databaseListenUrl, env);
      return address !== null && server !== null && server !== address ? poolerAddress(address) : address;
    }),
  ),
  /** Server to LISTEN on when databaseUrl is a pooler; null: databaseUrl. */
  databaseListenUrl,
  /** Connections of the process, besides those of threads and listeners. */
  databaseConnections: number('DATABASE_CONNECTIONS', 16, MIN_CONNECTIONS, 1000),
  /** null: rate limits are counted by each process. */
  redisUrl: secret(optional('REDIS_URL', 'a redis:// or rediss:// URL', url('redis:', 'rediss:'))),
  /** null: only the built-in inference. */
  inferrer: secret(optional('INFERRER_URL', INFERRER_URL_FORM, readInferrerUrl)),
  /** null: only the built-in gazetteer. */
  geocoder: secret(optional('GEOCODER_URL', GEOCODER_URL_FORM, readGeocoderUrl)),
  /** null: drive times are drawn on loaded roads only. */
  isochroneService: secret(optional('ISOCHRONE_URL', ISOCHRONE_URL_FORM, readIsochroneUrl)),
  /** true: drive times without roads or a service become circles of an average speed; false: pins. */
  estimatesDriveTimes: setting(
    'ISOCHRONE_FALLBACK',
    'pin',
    'pin or estimate',
    oneOf({ pin: false, estimate: true }),
  ),
  /** null: only the embedded imagery. `url` is for the processes that draw. */
  satelliteTiles: secret(
    optional('SATELLITE_TILES_URL', TILES_URL_FORM, (url) => {
      const service = readTilesUrl(url);
      return service && { url, service };
    }),
  ),
  /** Style of the operator's own base map, in place of the service's; null: none. */
  baseMapStyleUrl: optional(
    'BASE_MAP_STYLE_URL',
    'an http:// or https:// URL of a MapLibre style',
    url('http:', 'https:'),
  ),
  /** null: mails are logged instead of sent. */
  smtpUrl: secret(
    optional('SMTP_URL', 'an smtp:// or smtps:// URL, with ?from= one address if any', (text) =>
      isSmtpUrl(text) ? text : null,
    ),
  ),
  /** Proxies that are trusted to name the client; null: none. */
  trustProxy: optional(
    'TRUST_PROXY',
    'a number of proxies from 1 to 32, or their addresses and networks (10.0.0.0/8,fd00::/8)',
    readTrustProxy,
  ),
  /** Origins whose pages may call the API; `*`: all; null: none. */
  corsOrigins: optional(
    'CORS_ORIGINS',
    'origins like https://maps.example.com, separated by commas, or *',
    corsOrigins,
  ),
  /** Networks beside the public ones to which webhooks may go; null: none. */
  webhookNetworks: optional('WEBHOOK_ALLOW_PRIVATE', 'networks like 10.0.0.0/8,fd00::/8', readNetworks),
  /** Time between the failing /readyz and the closing of the listener. */
  shutdownDelaySeconds: number('SHUTDOWN_DELAY', 0, 0, 300, ' of seconds'),
  rowLimit: number('ROW_LIMIT', 1_000_000, 1, 100_000_000),
  /** Days after its end in which an import can be taken back; 0: never. */
  undoDays: number('UNDO_DAYS', 7, 0, 365),
  maxUploadBytes: number('MAX_UPLOAD_BYTES', 2 * 1024 ** 3, 1, 2 ** 40),
  /** Free bytes of the disk that uploads leave; null: a tenth of the disk, 4 GiB at most. */
  diskReserveBytes: optional(
    'DISK_RESERVE_BYTES',
    `a whole number from 0 to ${2 ** 50}`,
    wholeNumber(0, 2 ** 50),
  ),
  /** Parsing threads. The default respects cpusets, which may allow fewer cores than the machine has. */
  workers: number('WORKERS', availableParallelism(), 1, 256),
  /** Imports that a process runs at a time; as many small imports again. */
  jobs: number('JOBS', 3, 1, 100),
  /** Imports of an account at a time, over all processes. Below `jobs`, another account finds a slot. */
  jobsPerAccount: number('JOBS_PER_ACCOUNT', 2, 1, 1000),
  /** Pictures that a process draws at a time. */
  imageJobs: number('IMAGE_JOBS', 2, 1, 100),
  /** true: idle threads compile the code of imports after a start. */
  warmUp: setting('WARM_UP', 'on', 'on or off', oneOf({ on: true, off: false })),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    `one of ${LEVELS.join(', ')}`,
    oneOf(Object.fromEntries(LEVELS.map((level) => [level, level]))),
  ),
  /** Logged requests a second; ten times as many that failed or were slow. 0: none. */
  logRequestsPerSecond: setting(
    'LOG_REQUESTS_PER_SECOND',
    100,
    'a whole number from 0 (none) to 100000',
    wholeNumber(0, 100_000),
  ),
  /** Slower answers are logged as warnings; 0: never. */
  slowRequestMs: setting(
    'SLOW_REQUEST_MS',
    1000,
    'a whole number from 0 (none) to 3600000',
    wholeNumber(0, 3_600_000),
  ),
  /** null: the service makes one and keeps it in dataDir. */
  secret: secret(optional('SECRET', 'at least 16 characters', (text) => (text.length >= 16 ? text : null))),
};

const RETENTION = {
  jobs: days('RETAIN_JOBS_DAYS', 30),
  expiredMarkers: days('RETAIN_EXPIRED_MARKERS_DAYS', 30),
  deletedMaps: days('RETAIN_DELETED_MAPS_DAYS', 90),
  pendingAccounts: days('RETAIN_PENDING_ACCOUNTS_DAYS', 90),
  audit: days('RETAIN_AUDIT_DAYS', 365),
  geocodedAddresses: days('RETAIN_GEOCODED_ADDRESSES_DAYS', 365),
} satisfies Record<keyof RetentionDays, Setting<number>>;

type Values<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

export interface Config extends Values<typeof SETTINGS> {
  readonly retention: Values<typeof RETENTION>;
}

const SECRETS: readonly Setting<unknown>[] = Object.values<Setting<unknown>>(SETTINGS).filter(
  ({ isSecret }) => isSecret,
);

/** Variables whose values are or contain passwords. */
export const SECRET_VALUES: ReadonlySet<string> = new Set(SECRETS.map(({ variable }) => variable));

/** Checks a secret whose value came from a file. @throws ConfigError that names the variable of the file */
export function checkSecretOfFile(name: string, env: Environment): void {
  const setting = SECRETS.find(({ variable }) => variable === name);
  try {
    if (setting) readValue(setting, env);
  } catch (error) {
    throw new ConfigError((error as Error).message.replace(name, `${name}_FILE`));
  }
}

/**
 * Parses the environment once; the result is passed as arguments.
 * @throws ConfigError with one line that names the variable, the value and what is allowed
 */
export const readConfig = (env: Environment): Config =>
  Object.freeze({ ...valuesOf(SETTINGS, env), retention: Object.freeze(valuesOf(RETENTION, env)) });

const valuesOf = <S extends Readonly<Record<string, Setting<unknown>>>>(settings: S, env: Environment) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, each]) => [name, readValue(each, env)]),
  ) as Values<S>;

function readValue<T>({ variable, initial, allowed, read, isSecret }: Setting<T>, env: Environment): T {
  const text = env[variable] || initial;
  if (text === null) return null as T;
  const value = read(text, env);
  if (value !== null) return value;
  // Only the scheme of a secret is shown.
  const shown = isSecret ? `${/^[a-z][a-z\d+]{1,19}:\/\//.exec(text)?.[0] ?? ''}***` : text;
  throw new ConfigError(`${variable}=${JSON.stringify(shown)} is not allowed: ${allowed}`);
}
