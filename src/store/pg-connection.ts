import { connect as connectSocket } from 'node:net';
import pg from 'pg';
import { type DatabaseTls, readDatabaseAddress, UNVERIFIED } from './tls.js';

export interface PgConnection {
  connectionString: string;
  ssl: Exclude<DatabaseTls, 'prefer'>;
  Client: typeof pg.Client;
}

/** Connection options for `pg`, with the same encryption as the other driver. */
export function pgConnection(databaseUrl: string): PgConnection {
  const { url, tls } = readDatabaseAddress(databaseUrl);
  return tls === 'prefer'
    ? { connectionString: url, ssl: UNVERIFIED, Client: PreferringClient }
    : { connectionString: url, ssl: tls, Client: pg.Client };
}

type Connected = (error: Error | null, client?: pg.Client) => void;

/** Adds `prefer`, which `pg` lacks: asks on a separate connection whether the server offers TLS, and connects without it otherwise. */
class PreferringClient extends pg.Client {
  declare ssl: boolean;
  declare connection: pg.Connection & { ssl: boolean };

  override connect(): Promise<pg.Client>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): unknown {
    const connecting = offersTls(this.host, this.port).then((offered) => {
      if (!offered) {
        this.ssl = false;
        this.connection.ssl = false;
      }
      return super.connect();
    });
    return connected ? void connecting.then((client) => connected(null, client), connected) : connecting;
  }
}

/** `SSLRequest` of https://www.postgresql.org/docs/current/protocol-message-formats.html, answered by S or N. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const S = 0x53;
const TIMEOUT_MS = 10_000;

async function offersTls(host: string, port: number): Promise<boolean> {
  const socket = connectSocket({ host, port });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('timeout exceeded when asking for TLS')));
  socket.write(SSL_REQUEST);
  for await (const answer of socket) return (answer as Buffer)[0] === S;
  throw new Error('Connection terminated instead of an answer whether there is TLS');
}
