import { once } from 'node:events';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { cannotListen } from './cannot-listen.js';

/**
 * Reserves a port for processes that will share it. Linux lets any process of the same user join such a port,
 * so two services with one port by mistake would each answer half of the requests. Hence the port must be
 * free now, and an abstract Unix socket holds its name as long as this process lives, because another service
 * may be starting at the same time.
 * @returns the port, and a function that frees its name
 * @throws Error when the port is taken
 */
export async function takePort(host: string, port: number): Promise<{ port: number; release(): void }> {
  try {
    const look = await listen({ host, port, exclusive: true });
    const found = (look.address() as AddressInfo).port;
    look.close();
    await once(look, 'close');
    const name = process.platform === 'linux' ? await listen({ path: `\0cartload ${host}:${found}` }) : null;
    return { port: found, release: () => name?.close() };
  } catch {
    throw cannotListen(host, port);
  }
}

async function listen(options: ListenOptions): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(options);
  await once(server, 'listening');
  return server;
}
