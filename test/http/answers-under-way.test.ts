import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { FairQueue } from '../../src/base/threads/fair-queue.js';
import { type AnswerLimits, AnswersUnderWay } from '../../src/http/answers-under-way.js';
import { RawConnection } from '../support/raw-connection.js';
import { requestOf } from '../support/request.js';
import { dispatchTo, PRINCIPALS, principal, serveRoutes, testRoute } from '../support/route-server.js';

const MIB = 1 << 20;
const OTHER = 'Bearer other account';
const OTHER_ACCOUNT = principal({ keyId: 9, accountId: 9 });

/** Begins answers that hold so much each, and notes which are cut. */
function newAnswers(limits: Partial<AnswerLimits> = {}) {
  const all = new AnswersUnderWay({ bytesOfAccount: 100, bytes: 250, ...limits });
  const cut: string[] = [];
  const begin = (name: string, reader: number | string, bytes: number) => {
    const answer = all.begin(reader, () => cut.push(name));
    answer.holds(bytes);
    return answer;
  };
  return { all, cut, begin };
}

t.test('an account that leaves too much unread loses its oldest answers, and nobody another’s', async (t) => {
  const { all, cut, begin } = newAnswers();
  begin('a1', 1, 60);
  begin('b1', 2, 90);
  t.same([all.isFull(1), all.isFull(2), all.isFull(3)], [true, true, false]);
  const second = begin('a2', 1, 40);
  t.same(cut, []);
  begin('a3', 1, 30);
  t.same(cut, ['a1']);
  t.equal(all.bytes, 160);
  second.end();
  second.end();
  t.same([all.bytes, all.isFull(1)], [120, false], 'what is read counts no more');
  begin('a4', 1, 400);
  t.same(cut, ['a1', 'a3'], 'one that is longer than the bound goes out, alone of its account');
});

t.test('where all together leave too much, the account that holds most makes room', async (t) => {
  const { all, cut, begin } = newAnswers();
  begin('a1', 1, 50);
  begin('b1', 2, 45);
  begin('b2', 2, 45);
  begin('c1', 3, 60);
  t.equal(all.bytes, 200);
  begin('d1', 4, 70);
  t.same(cut, ['b1']);
  t.same([all.bytes, all.cut], [225, { slow: 0, memory: 1 }]);
});

t.test('clients without a key are told apart by their addresses: none makes room for another', async (t) => {
  const { dispatch } = dispatchTo(t, [testRoute({ path: '/open', handle: async () => ({ status: 200 }) })]);
  const outside = { '/page': async () => ({ status: 200 }) };
  const pages = dispatchTo(t, [], { outside });
  const readerOf = async (target: string, remoteAddress: string, authorization = '') => {
    const request = requestOf({ target, remoteAddress, headers: { authorization } });
    return (await (target === '/page' ? pages.dispatch : dispatch)(request)).reader;
  };
  t.equal(await readerOf('/v1/open', '192.0.2.1'), '192.0.2.1');
  t.equal(await readerOf('/page', '192.0.2.2'), '192.0.2.2');
  t.equal(await readerOf('/v1/open', '192.0.2.2', 'Bearer writer'), 1);
  const { cut, begin } = newAnswers();
  begin('slow', '192.0.2.1', 90);
  begin('other', '192.0.2.2', 90);
  begin('more', '192.0.2.2', 60);
  t.same(cut, ['other']);
});

t.test('requests that come together are not all worked on when their answers are not read', async (t) => {
  const places = new FairQueue({
    ...{ what: 'requests', limit: () => 5, maxWaitMs: 60_000 },
    ...{ maxWaitingOfAccount: 1000, maxWaiting: 1000 },
  });
  let made = 0;
  let answered = 0;
  const answers = new AnswersUnderWay();
  const served = await serveRoutes(
    t,
    [
      testRoute({
        path: '/long',
        access: 'read',
        turns: { run: (caller, work) => places.run(caller, () => work(undefined)) },
        handle: async () => {
          made++;
          await delay(1);
          return { status: 200, bytes: Buffer.alloc(8 * MIB, 'x') };
        },
      }),
    ],
    { answers, observe: () => answered++ },
  );
  const connections: RawConnection[] = [];
  const request = 'GET /v1/long HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer writer\r\n\r\n';
  for (let i = 0; i < 60; i++) {
    const connection = await RawConnection.open(served.port);
    t.teardown(() => connection.socket.destroy());
    connection.socket.pause();
    connections.push(connection);
  }
  await Promise.all(connections.map((connection) => connection.send(request)));
  while (answered < 60) await delay(5);
  t.ok(made >= 4 && made <= 16, `${made} of 60 were made`);
});

/** A route that answers with so much at once, and one that streams it in pieces that take their time. */
async function serveLong(t: Test, bytes: number, limits: Partial<AnswerLimits>) {
  const answers = new AnswersUnderWay(limits);
  const served = await serveRoutes(
    t,
    [
      testRoute({
        path: '/long',
        access: 'read',
        handle: async () => ({ status: 200, bytes: Buffer.alloc(bytes, 'x') }),
      }),
      testRoute({
        path: '/stream',
        access: 'read',
        handle: async () => ({ status: 200, bytes: pieces(bytes) }),
      }),
    ],
    {
      answers,
      authenticate: (authorization) =>
        authorization === OTHER ? OTHER_ACCOUNT : (PRINCIPALS[authorization] ?? null),
    },
  );
  const ask = async (path: string, key = 'Bearer writer', reads = true) => {
    const connection = await RawConnection.open(served.port);
    t.teardown(() => connection.socket.destroy());
    if (!reads) connection.socket.pause();
    await connection.send(`GET /v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${key}\r\n\r\n`);
    return connection;
  };
  return { answers, ask, entries: served.entries };
}

async function* pieces(bytes: number): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < bytes; sent += MIB / 4) {
    await delay(5);
    yield Buffer.alloc(MIB / 4, 'x');
  }
}

t.test(
  'connections that read nothing hold no more than the bound; their account is told, others are served',
  async (t) => {
    const { answers, ask, entries } = await serveLong(t, 16 * MIB, { bytesOfAccount: 64 * MIB });
    let peakBytes = 0;
    const first = await ask('/long', 'Bearer writer', false);
    while (answers.bytes === 0) await delay(5);
    const statuses: number[] = [];
    for (let i = 0; i < 30; i++) {
      const connection = await ask('/long', 'Bearer writer', answers.isFull(1));
      if (answers.isFull(1)) statuses.push((await connection.response()).status);
      else await delay(20);
      peakBytes = Math.max(peakBytes, answers.bytes);
    }
    t.ok(statuses.length > 20 && statuses.every((status) => status === 429), statuses.join());
    t.ok(peakBytes <= 64 * MIB, `${peakBytes}`);
    const refused = await (await ask('/long')).response();
    t.match(refused.headers, { 'retry-after': '5' });
    t.match(JSON.parse(refused.body.toString()), {
      error: { code: 'RATE_LIMITED', message: /the account has too many unread answers/ },
    });
    const other = await (await ask('/long', OTHER)).response();
    t.same([other.status, other.body.length], [200, 16 * MIB]);
    first.socket.resume();
    t.equal((await first.response()).body.length, 16 * MIB, 'what is under way is read to its end');
    t.same(entries, []);
  },
);

for (const path of ['/long', '/stream']) {
  t.test(`${path}: who reads below the least rate is cut; who reads, or waits for us, is not`, async (t) => {
    const { answers, ask, entries } = await serveLong(t, 24 * MIB, {
      // Within it the reader that is to be served has to get one MiB on a machine that is busy, too.
      windowMs: 1500,
      leastBytesPerSecond: MIB,
    });
    const slow = await ask(path, 'Bearer writer', false);
    while (answers.cut.slow === 0) await delay(20);
    slow.socket.resume();
    await slow.closed;
    t.ok(slow.receivedBytes < 24 * MIB, `${slow.receivedBytes}`);
    const { status, body } = await (await ask(path, OTHER)).response();
    t.same([status, body.length], [200, 24 * MIB]);
    t.same([answers.cut, answers.bytes], [{ slow: 1, memory: 0 }, 0]);
    t.same(entries, []);
  });
}
