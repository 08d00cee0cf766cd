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
  t.equal(await post(head('103 Early Hints\r\n\r\nHTTP/1.1 200 OK')), 200);
  const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000);
  await t.rejects(
    post((socket) => {
      const goOn = () => socket.write(hints) && setImmediate(goOn);
      socket.on('drain', goOn);
      goOn();
    }),
    { message: 'the receiver sent over 10 answers of 1xx' },
  );
  await t.rejects(post((socket) => socket.end('rubbish\r\n\r\n')));
  await t.rejects(post((socket) => socket.resetAndDestroy()));
  await t.rejects(post(() => {}, 20));
  await t.rejects(post((socket) => socket.write('HTTP/1.1 200 OK\r\nX: y'), 20));
});

t.test('names are asked of DNS, without the threads that other names need', async (t) => {
  const receiver = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  t.teardown(() => receiver.close());
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  const post = (
    names: NonNullable<Parameters<typeof postJson>[3]['names']>,
    networks: BlockList | null = allowed,
  ) => {
    const signal = AbortSignal.timeout(60_000);
    return postJson(new URL(`http://receiver.test:${port}/`), '{}', {}, { allowed: networks, signal, names });
  };
  const local = { address: '127.0.0.1', family: 4 };
  const failed = (code: string) => async (host: string) => {
    throw Object.assign(new Error(`${code} ${host}`), { code });
  };
  t.equal(await post(async () => [local]), 200);
  await t.rejects(
    post(async () => [local], null),
    { message: /not public/ },
  );
  await t.rejects(
    post(async () => [local, { address: '10.0.0.1', family: 4 }]),
    { message: /not public/ },
  );
  await t.rejects(post(failed('ETIMEOUT')), { message: 'ETIMEOUT receiver.test' });
  await t.rejects(post(failed('ENOTFOUND'), null), { message: 'ENOTFOUND receiver.test' });
  // A network of one's own may have names of its own.
  await t.rejects(post(failed('ENOTFOUND')), { message: /getaddrinfo/ });
});
