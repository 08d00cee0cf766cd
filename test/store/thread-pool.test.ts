import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import t from 'tap';
import { openThreadPool } from '../../src/store/thread-pool.js';

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const AUTHENTICATION_OK = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const TERMINATED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

t.test(
  'a backend that is terminated in the packet of its greeting fails a statement, not the thread',
  async (t) => {
    // No real server can be made to die between two messages of one packet.
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATION_OK, READY, TERMINATED])));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const pool = openThreadPool(`postgres://u@127.0.0.1:${port}/d`, 1);
    const client = await pool.connect();
    await t.rejects(client.query('SELECT 1'));
    client.release(true);
    await pool.end();
  },
);
