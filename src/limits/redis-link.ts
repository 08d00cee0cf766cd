import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import type { Logger } from '../log.js';

/** A connection to Redis that is asked only while it answers. */
export interface RedisLink {
  readonly client: Redis;
  /** The first attempt to connect, bounded; null once it is over. */
  readonly connecting: Promise<void> | null;
  /** Whether to ask Redis now. */
  available(): boolean;
  /** Whether it answered last. */
  readonly isUp: boolean;
  succeeded(): void;
  failed(error: unknown): void;
  close(): void;
}

const COMMAND_TIMEOUT_MS = 200;
const CONNECT_TIMEOUT_MS = 2000;
/** Requests that come before the first connection wait this long for it, so that they are counted where they belong. */
const FIRST_CONNECT_MS = 500;
const MAX_RECONNECT_MS = 1000;
/** After a failure one request tries again this often; without it each would wait for its time-out. */
const RETRY_MS = 1000;

/** Logs once when Redis stops answering and once when it answers again. */
export function connectRedis(url: string, log: Logger): RedisLink {
  // Only here: it takes 70 ms to load, and most services have no Redis.
  const { Redis } = createRequire(import.meta.url)('ioredis') as typeof import('ioredis');
  const client = new Redis(url, {
    // Without these a command waits over 15 s for a dead Redis, and a resent INCR counts twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_MS),
  });
  let down = false;
  let retryAt = 0;
  let connecting: Promise<void> | null = firstConnection(client).then(() => {
    connecting = null;
  });
  const failed = (error: unknown): void => {
    retryAt = performance.now() + RETRY_MS;
    if (!down)
      log.warn({ err: error }, 'Redis does not answer: rate limits are counted in this process alone');
    down = true;
  };
  client.on('error', failed);
  return {
    client,
    get connecting() {
      return connecting;
    },
    get isUp() {
      return !down && client.status === 'ready';
    },
    available: () => {
      if (!down) return true;
      const now = performance.now();
      if (client.status !== 'ready' || now < retryAt) return false;
      retryAt = now + RETRY_MS;
      return true;
    },
    succeeded: () => {
      if (down) log.info('Redis answers again: rate limits are shared');
      down = false;
    },
    failed,
    close: () => client.disconnect(),
  };
}

function firstConnection(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FIRST_CONNECT_MS);
    const settle = (): void => {
      clearTimeout(timer);
      resolve();
    };
    client.once('ready', settle);
    client.once('close', settle);
  });
}
