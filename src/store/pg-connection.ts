import { connect as connectSocket, type Socket } from 'node:net';
import pg from './pg.js';
import { PLANNING } from './planning.js';
import { endWhenSilent, SILENCE_GRACE_MS } from './silence.js';
import { type DatabaseTls, readDatabaseAddress, UNVERIFIED } from './tls.js';

export interface PgConnection {
  connectionString: string;
  ssl: Exclude<DatabaseTls, 'prefer'>;
  Client: typeof pg.Client;
  silenceMs: number | null;
  takesRows: boolean;
  /** Start parameters; a pooler refuses any. */
  options?: string;
}

/**
 * Connection options for `pg`, with the same encryption as the other driver.
 * @param serverLimitMs limit that the server has for a statement: a connection that owes an answer for longer
 * than that and `graceMs` is given up; null: never
 * @param takesRows whether it fills tables: rows that the server takes are no silence
 */
export function pgConnection(
  databaseUrl: string,
  serverLimitMs: number | null,
  graceMs = SILENCE_GRACE_MS,
  takesRows = false,
): PgConnection {
  const { url, tls, isPooler } = readDatabaseAddress(databaseUrl);
  const silenceMs = serverLimitMs === null ? null : serverLimitMs + graceMs;
  const common = {
    connectionString: url,
    silenceMs,
    takesRows,
    ...(!isPooler && { options: START_OPTIONS }),
  };
  return tls === 'prefer'
    ? { ...common, ssl: UNVERIFIED, Client: PreferringClient }
    : { ...common, ssl: tls, Client: WatchedClient };
}

type Connected = (error: Error | null, client?: pg.Client) => void;

const START_OPTIONS = Object.entries(PLANNING)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** Gives up the connection when its server is silent for longer than `silenceMs`. */
class WatchedClient extends pg.Client {
  /** False while a statement runs. */
  declare readyForQuery: boolean;
  declare connection: pg.Connection & { ssl: boolean };

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { silenceMs, takesRows } = config as Pick<PgConnection, 'silenceMs' | 'takesRows'>;
    if (silenceMs === null) return;
    // An answer that its reader has yet to take is no silence.
    const isWaiting = (): boolean =>
      this.readyForQuery === false && this.connection.stream.readableLength === 0;
    endWhenSilent(this.connection.stream as Socket, () => silenceMs, isWaiting, { takesRows });
  }
}

/**
 * Adds `prefer`, which `pg` lacks: asks on a separate connection whether the server offers TLS, and connects
 * without it otherwise.
 */
class PreferringClient extends WatchedClient {
  declare ssl: boolean;

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

/**
 * `SSLRequest` of https://www.postgresql.org/docs/current/protocol-message-formats.html, answered by S or N.
 */
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
