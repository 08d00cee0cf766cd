import postgres from 'postgres';
import type { Logger } from '../log.js';
import { readDatabaseAddress } from './tls.js';

export interface ListenOptions {
  url: string;
  /** Channel -> what to do with a payload; called with '' after every (re)connection, as notifications may be lost. */
  channels: Readonly<Record<string, (payload: string) => void>>;
  log: Logger;
}

export interface Listener {
  close(): Promise<void>;
}

/** LISTEN on a connection of its own that reconnects by itself. */
export async function listen({ url: databaseUrl, channels, log }: ListenOptions): Promise<Listener> {
  const { url, tls } = readDatabaseAddress(databaseUrl);
  const sql = postgres(url, {
    ssl: tls,
    max: 1,
    fetch_types: false,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: 'cartload listen' },
  });
  await Promise.all(
    Object.entries(channels).map(([channel, handle]) =>
      sql.listen(
        channel,
        (payload) => handle(payload),
        () => {
          log.debug({ channel }, 'listening');
          handle('');
        },
      ),
    ),
  );
  return { close: () => sql.end({ timeout: 1 }) };
}
