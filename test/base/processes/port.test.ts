import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import t from 'tap';
import { takePort } from '../../../src/base/processes/port.js';

const HOST = '127.0.0.1';
const taken = (port: number) => ({
  message: `cannot listen on ${HOST}:${port}: the port is taken, or the address does not belong to this machine`,
});

async function listenOn(port: number): Promise<Server> {
  const server = createServer().listen(port, HOST);
  await once(server, 'listening');
  return server;
}

t.test('a port on which somebody listens is refused', async (t) => {
  const { port, release } = await takePort(HOST, 0);
  release();
  const server = await listenOn(port);
  t.teardown(() => server.close());
  await t.rejects(takePort(HOST, port), taken(port));
});

t.test(
  'so is one that another service has taken and does not listen on yet, until it gives it up',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const { port, release } = await takePort(HOST, 0);
    await t.rejects(takePort(HOST, port), taken(port));
    (await listenOn(port)).close();
    release();
    const again = await takePort(HOST, port);
    t.equal(again.port, port);
    again.release();
  },
);

t.test('an address of another machine is refused', async (t) => {
  await t.rejects(takePort('192.0.2.1', 8080), { message: /^cannot listen on 192\.0\.2\.1:8080: / });
});
