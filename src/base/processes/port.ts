import { once } from 'node:events';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { cannotListen } from './cannot-listen.js';

/**
 * Finds a port for processes that are going to share it. Linux lets any process of the same user join such a port, so that two
 * services that were given one by mistake would each answer half of the requests. Hence nobody may listen there now; and a name
 * of Linux' that no file has stands for the port as long as this process lives, as the look says nothing of a service that is starting, too.
 * @returns the port, and what gives the name up
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
