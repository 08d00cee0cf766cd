import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import type { Logger } from '../base/log.js';

/** A connection to Redis that is used only while it answers. */
export interface RedisLink {
  readonly client: Redis;
  /** True when the last command was answered. */
  readonly isUp: boolean;
  /**
   * Runs a command that needs Redis. While Redis does not answer, one call a second tries it and waits for
   * its deadline; the others are refused at once. The first calls after the start wait for the connection, so
   * that they are counted in Redis.
   * @throws errors of the client; Error while Redis is not tried
   */
  ask<T>(command: (client: Redis) => Promise<T>): Promise<T>;
  /**
   * Runs an optional command.
   * @returns null while Redis does not answer, and when it refuses the command. Never rejects.
   */
  askIfUp<T>(command: (client: Redis) => Promise<T>): Promise<T | null>;
  close(): void;
}

const COMMAND_TIMEOUT_MS = 200;
const CONNECT_TIMEOUT_MS = 2000;
/**
 * Time without an answer after which the connection is replaced. Its host may have vanished silently and
 * another may have its address; TCP alone would wait for a quarter of an hour.
 */
const SILENCE_MS = 2000;
const FIRST_CONNECT_MS = 500;
const MAX_RECONNECT_MS = 1000;
/**
 * Interval at which one request tries Redis again after a failure; the others need not wait for a time-out.
 */
const RETRY_MS = 1000;
/** A single object, as an error with its own stack would make a refusal ten times as expensive. */
const LEFT_ALONE = new Error('Redis did not answer: not trying it again yet');

/** Logs once when Redis stops answering and once when it answers again. */
export function connectRedis(url: string, log: Logger): RedisLink {
  // Loaded only here: it takes 70 ms, and most services have no Redis.
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
    if (!down) log.warn({ err: error }, 'lost Redis: each process counts rate limits by itself');
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
        if (down) log.info('reconnected to Redis: rate limits are shared again');
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
        // Redis may refuse one command and serve others; only errors of the connection count as a failure.
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
