import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Test } from 'tap';

/** A way to a server, on which everything can happen that happens in networks. It passes everything on until told otherwise. */
export interface FaultProxy {
  /** Of the server, by this way. */
  readonly url: string;
  /** Open connections of clients. */
  readonly connections: number;
  /** Everything passes again, on connections that are still open, too. @param latencyMs each way */
  pass(latencyMs?: number): Promise<void>;
  /** Nothing passes; connections open and stay open, as behind a dead link. What was sent meanwhile arrives when it passes again, as TCP would have it. */
  silence(): void;
  /** On connections that are open nothing passes any more, ever; new ones are made: as when the host is gone without a word, and another has its address. */
  abandon(): void;
  /** Connections that are open end, or are reset; new ones are made. */
  cut(how?: 'end' | 'reset'): void;
  /** As when the server's process is gone: connections that are open are reset, new ones are refused. */
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

/** On a free port of this machine; gone at the end of the test. */
export async function faultProxy(t: Pick<Test, 'teardown'>, url: string): Promise<FaultProxy> {
  const target = new URL(url);
  const server = { host: target.hostname, port: Number(target.port || DEFAULT_PORTS[target.protocol]) };
  const open = new Set<Connection>();
  const held: (() => void)[] = [];
  let latencyMs = 0;
  let isSilent = false;

  const forward = (connection: Connection, from: Socket, to: Socket): void => {
    /** Later, when there is latency; all that is behind it, too, so that nothing overtakes. */
    const deliver = (what: () => void): void => {
      if (connection.isAbandoned) return;
      const now = (): void => void (isSilent ? held.push(now) : what());
      if (isSilent) held.push(now);
      else if (latencyMs > 0) setTimeout(now, latencyMs);
      else what();
    };
    from.on('data', (bytes) => deliver(() => to.write(bytes)));
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
      for (const deliver of held.splice(0)) deliver();
      if (!listener.listening) await listen(Number(through.port));
    },
    silence: () => {
      isSilent = true;
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
