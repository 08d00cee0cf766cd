import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Test } from 'tap';

/** A proxy to a server that can simulate network faults. It forwards everything until told otherwise. */
export interface FaultProxy {
  /** URL of the server through this proxy. */
  readonly url: string;
  /** Open connections of clients. */
  readonly connections: number;
  /** Forwards again, also on open connections. @param latencyMs in each direction */
  pass(latencyMs?: number): Promise<void>;
  /**
   * Forwards nothing; connections stay open and new ones open, as behind a dead link. Bytes sent meanwhile
   * arrive later, as with TCP.
   */
  silence(): void;
  /**
   * Loses bytes, on open and new connections, which stay open: a vanished host. A connection that lost any
   * stays silent for ever, as TCP delivers nothing behind a gap.
   */
  swallow(): void;
  /**
   * Never forwards anything again on open connections; new ones work: as when a host has vanished and another
   * has its address.
   */
  abandon(): void;
  /** Ends or resets open connections; new ones work. */
  cut(how?: 'end' | 'reset'): void;
  /** Resets open connections and refuses new ones, as when the server's process is gone. */
  refuse(): Promise<void>;
}

const DEFAULT_PORTS: Record<string, string> = {
  'redis:': '6379',
  'postgres:': '5432',
  'postgresql:': '5432',
};

interface Connection {
  readonly client: Socket;
  readonly upstream: Socket;
  isAbandoned: boolean;
}

/** Starts a proxy on a free port of this machine; stopped at the end of the test. */
export async function faultProxy(t: Pick<Test, 'teardown'>, url: string): Promise<FaultProxy> {
  const target = new URL(url);
  const server = { host: target.hostname, port: Number(target.port || DEFAULT_PORTS[target.protocol]) };
  const open = new Set<Connection>();
  const held: (() => void)[] = [];
  let latencyMs = 0;
  let isSilent = false;
  let isSwallowing = false;

  const forward = (connection: Connection, from: Socket, to: Socket): void => {
    const late: (() => void)[] = [];
    /** Delivers later where there is latency, in order, also when that ends meanwhile. */
    const deliver = (what: () => void): void => {
      if (connection.isAbandoned) return;
      const now = (): void => void (isSilent ? held.push(now) : what());
      if (isSilent) held.push(now);
      else if (latencyMs > 0 || late.length > 0) {
        late.push(now);
        setTimeout(() => late.shift()!(), latencyMs);
      } else what();
    };
    from.on('data', (bytes) => {
      if (isSwallowing) connection.isAbandoned = true;
      deliver(() => to.write(bytes));
    });
    from.on('end', () => deliver(() => to.end()));
    from.on('error', () => {}).on('close', () => deliver(() => to.destroy()));
  };
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ ...server, allowHalfOpen: true });
    const connection = { client, upstream, isAbandoned: false };
    open.add(connection);
    client.on('close', () => {
      open.delete(connection);
      if (connection.isAbandoned) upstream.destroy();
    });
    forward(connection, client, upstream);
    forward(connection, upstream, client);
  });
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  const listen = async (port: number): Promise<void> => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    through.port = String((listener.address() as AddressInfo).port);
  };
  const cut: FaultProxy['cut'] = (how = 'end') => {
    for (const { client, upstream } of open) {
      if (how === 'reset') client.resetAndDestroy();
      else client.destroy();
      upstream.destroy();
    }
  };
  await listen(0);
  t.teardown(() => {
    held.length = 0;
    cut();
    listener.close();
  });
  return {
    url: through.href,
    get connections() {
      return open.size;
    },
    pass: async (ms = 0) => {
      latencyMs = ms;
      isSilent = false;
      isSwallowing = false;
      for (const deliver of held.splice(0)) deliver();
      if (!listener.listening) await listen(Number(through.port));
    },
    silence: () => {
      isSilent = true;
    },
    swallow: () => {
      isSwallowing = true;
    },
    abandon: () => {
      for (const connection of open) connection.isAbandoned = true;
    },
    cut,
    refuse: async () => {
      const closed = listener.listening ? once(listener, 'close') : null;
      listener.close();
      cut('reset');
      await closed;
    },
  };
}
