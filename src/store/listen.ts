import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../base/log.js';
import type pg from './pg.js';
import { pgConnection } from './pg-connection.js';

export interface ChannelOptions {
  url: string;
  /**
   * Handlers of payloads by channel; called with '' after every (re)connection, as notifications may be lost.
   */
  channels: Readonly<Record<string, (payload: string) => void>>;
  log: Logger;
  /** Interval between two checks of the connection, and time limit of a check. */
  checkMs?: number;
}

export interface Listener {
  close(): Promise<void>;
}

/** The LISTEN connection as a part of the service. */
export function newsOf(options: ChannelOptions): { start(): Promise<void>; stop(): Promise<void> } {
  let listener: Listener | null = null;
  return {
    start: async () => {
      listener = await listenToChannels(options);
    },
    stop: async () => listener?.close(),
  };
}

const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Wait between two attempts, doubled each time up to a maximum; handlers catch up on lost notifications
 * afterwards.
 */
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1000;
/** Detects a connection whose other end has vanished silently. */
const CHECK_MS = 5000;

/**
 * LISTENs on a separate connection that reconnects by itself. Uses `pg`, because `postgres` waits up to 20 s
 * between two attempts and queues its statements again with each failed attempt.
 * @throws the error of the first connection
 */
export async function listenToChannels({
  url,
  channels,
  log,
  checkMs = CHECK_MS,
}: ChannelOptions): Promise<Listener> {
  const closing = new AbortController();
  const { signal } = closing;
  const announce = (): void => {
    for (const handle of Object.values(channels)) handle('');
  };
  let client = await open(url, channels, checkMs);
  log.debug({ channels: Object.keys(channels) }, 'listening');
  announce();

  const reconnect = async (): Promise<void> => {
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(2 * waitMs, LAST_RETRY_MS)) {
      try {
        client = await open(url, channels, checkMs);
        break;
      } catch {
        // Jitter keeps processes from reconnecting at the same time.
        await delay(waitMs * (0.5 + Math.random() / 2), undefined, { signal });
      }
    }
    log.info('reconnected the LISTEN connection: catching up on changes by other processes');
    announce();
  };
  const keepUp = async (): Promise<void> => {
    for (;;) {
      const reason = await lost(client, checkMs, signal);
      if (signal.aborted) return;
      log.warn({ err: reason }, 'lost the LISTEN connection: changes by other processes arrive late');
      await reconnect();
    }
  };
  const kept = keepUp().catch((error) => {
    if (!signal.aborted) throw error;
  });
  return {
    close: async () => {
      closing.abort();
      await kept;
      await client.end();
    },
  };
}

async function open(
  url: string,
  channels: ChannelOptions['channels'],
  queryTimeoutMs: number,
): Promise<pg.Client> {
  const { Client, ...connection } = pgConnection(url, null);
  const client = new Client({
    ...connection,
    application_name: 'cartload listen',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
  });
  // The end event follows.
  client.on('error', () => {});
  client.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
  try {
    await client.connect();
    const names = Object.keys(channels).map((name) => client.escapeIdentifier(name));
    await client.query(names.map((name) => `LISTEN ${name}`).join(';'));
    return client;
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

/** @returns the reason when the connection has ended or does not answer, or when `signal` is aborted */
async function lost(client: pg.Client, checkMs: number, signal: AbortSignal): Promise<unknown> {
  const watching = new AbortController();
  const until = AbortSignal.any([signal, watching.signal]);
  const ended = once(client, 'end', { signal: until }).then(() => new Error('the connection has ended'));
  const silent = (async () => {
    for (;;) {
      await delay(checkMs, undefined, { signal: until });
      await client.query('SELECT');
    }
  })();
  const reason = await Promise.race([ended, silent]).catch((error: unknown) => error);
  watching.abort();
  // During a statement this destroys the socket.
  if (!signal.aborted) void client.end().catch(() => {});
  return reason;
}
