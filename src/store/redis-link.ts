import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import type { Logger } from '../base/log.js';

/** A connection to Redis that is asked only while it answers. */
export interface RedisLink {
  readonly client: Redis;
  /** Whether it answered last. */
  readonly isUp: boolean;
  /**
   * For what must be counted there. While Redis does not answer one call a second asks it, and waits for its deadline; the others
   * are refused at once. The first ones after the start wait for the connection, so that they are counted where they belong.
   * @throws what the client throws, or that Redis is left alone
   */
  ask<T>(command: (client: Redis) => Promise<T>): Promise<T>;
  /** For what can be had elsewhere. @returns null while Redis does not answer, and for what it refuses. Never rejects. */
  askIfUp<T>(command: (client: Redis) => Promise<T>): Promise<T | null>;
  close(): void;
}

const COMMAND_TIMEOUT_MS = 200;
const CONNECT_TIMEOUT_MS = 2000;
/**
 * A connection that is asked and says nothing for so long is replaced. The host behind it may be gone without a word, and
 * another have its address: TCP alone would wait for a quarter of an hour.
 */
const SILENCE_MS = 2000;
const FIRST_CONNECT_MS = 500;
const MAX_RECONNECT_MS = 1000;
/** After a failure one request tries again this often; without it each would wait for its time-out. */
const RETRY_MS = 1000;
/** Made once: with a stack of its own for each, refusing would cost ten times as much. */
const LEFT_ALONE = new Error('Redis did not answer, and is left alone for a while');

/** Logs once when Redis stops answering and once when it answers again. */
export function connectRedis(url: string, log: Logger): RedisLink {
  // Only here: it takes 70 ms to load, and most services have no Redis.
  const { Redis, ReplyError } = createRequire(import.meta.url)('ioredis') as typeof import('ioredis');
  const client = new Redis(url, {
    // Without these a command waits over 15 s for a dead Redis, and a resent INCR counts twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_MS),
  });
  let down = false;
  let retryAtMs = 0;
  let connecting: Promise<void> | null = firstConnection(client).then(() => {
    connecting = null;
  });
  const failed = (error: unknown): void => {
    retryAtMs = performance.now() + RETRY_MS;
    if (!down)
      log.warn({ err: error }, 'Redis does not answer: rate limits are counted in this process alone');
    down = true;
  };
  const mayTry = (): boolean => {
    if (!down) return true;
    const nowMs = performance.now();
    if (client.status !== 'ready' || nowMs < retryAtMs) return false;
    retryAtMs = nowMs + RETRY_MS;
    return true;
  };
  const isUp = (): boolean => !down && client.status === 'ready';
  client.on('error', failed);
  return {
    client,
    get isUp() {
      return isUp();
    },
    ask: async (command) => {
      if (connecting) await connecting;
      if (!mayTry()) throw LEFT_ALONE;
      try {
        const answer = await command(client);
        if (down) log.info('Redis answers again: rate limits are shared');
        down = false;
        return answer;
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    askIfUp: async (command) => {
      if (!isUp()) return null;
      try {
        return await command(client);
      } catch (error) {
        // What refuses one command may serve others; that it answers, only those know that need it.
        if (!(error instanceof ReplyError)) failed(error);
        return null;
      }
    },
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
