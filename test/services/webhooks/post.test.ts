import { once } from 'node:events';
import { type AddressInfo, BlockList, createServer, type Socket } from 'node:net';
import t from 'tap';
import { postJson } from '../../../src/services/webhooks/post.js';

const allowed = new BlockList();
allowed.addSubnet('127.0.0.0', 8, 'ipv4');

t.test('a post ends, whatever the receiver answers', async (t) => {
  let answer = (_socket: Socket): void => {};
  const receiver = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  t.teardown(() => receiver.close());
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  const post = (answering: typeof answer, ms = 60_000) => {
    answer = answering;
    const signal = AbortSignal.timeout(ms);
    return postJson(new URL(`http://127.0.0.1:${port}/`), '{}', {}, { allowed, signal });
  };
  const head = (text: string) => (socket: Socket) => socket.write(`HTTP/1.1 ${text}\r\n\r\n`);
  t.equal(await post(head('204 No Content')), 204);
  t.equal(await post(head('307 Temporary Redirect\r\nLocation: /elsewhere')), 307, 'no redirect is followed');
  t.equal(await post(head('200 OK\r\nContent-Length: 99')), 200, 'the body is not waited for');
  t.equal(await post(head('101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade')), 101);
  await t.rejects(post((socket) => socket.end()));
  await t.rejects(post((socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n')));
  await t.rejects(post((socket) => socket.end('rubbish\r\n\r\n')));
  await t.rejects(post((socket) => socket.resetAndDestroy()));
  await t.rejects(post(() => {}, 20));
  await t.rejects(post((socket) => socket.write('HTTP/1.1 200 OK\r\nX: y'), 20));
});
