import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import t, { type Test } from 'tap';
import { driveClient, paced } from '../../../load/profiles/drive-client.js';
import type { Outcome } from '../../../load/profiles/records.js';
import type { Answer, Ask, Send } from '../../../load/profiles/script.js';

interface Driven {
  /** Outcomes of all requests, in order. */
  outcomes: { kind: string; outcome: Outcome }[];
  answers: Answer[];
  seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
}

const BACK_OFF_MS = 50;

/** Sends requests one after the other over one connection, until the last is answered. */
async function drive(
  t: Test,
  asks: readonly Ask[],
  answer: (request: IncomingMessage, response: ServerResponse, at: number) => void,
  { due = paced(null, 0), timeoutSeconds = 5, pauseMs = 0 } = {},
): Promise<Driven> {
  const driven: Driven = { outcomes: [], answers: [], seen: [] };
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const { method = '', url = '', headers } = request;
    driven.seen.push({ method, url, headers, body });
    answer(request, response, driven.seen.length - 1);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  let over = false;
  const follow = async (send: Send): Promise<void> => {
    for (const [at, ask] of asks.entries()) {
      if (at > 0 && pauseMs > 0) await delay(pauseMs);
      driven.answers.push(await send(ask));
    }
    over = true;
    await send({ kind: 'never sent', path: '/never' });
  };
  const running = autocannon({
    url: baseUrl,
    connections: 1,
    duration: 60,
    sampleInt: 10,
    timeout: timeoutSeconds,
    setupClient: (client) => {
      const send = driveClient(client, {
        due,
        baseUrl,
        key: 'ck_test',
        timeoutMs: timeoutSeconds * 1000,
        backOffMs: BACK_OFF_MS,
        note: (kind, outcome) => driven.outcomes.push({ kind, outcome }),
        isOver: () => over,
        onIdle: () => running.stop(),
      });
      void follow(send);
    },
  }) as unknown as autocannon.Instance;
  await running;
  return driven;
}

const answerWith = (status: number, body: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(body);

t.test('each request is sent with its method, key and body, and its script gets the answer', async (t) => {
  const asks: Ask[] = [
    { kind: 'write', method: 'POST', path: '/maps', body: '{"name":"Café"}', expected: [201, 200] },
    { kind: 'read', path: '/maps/1?q=2' },
    { kind: 'file', path: 'http://elsewhere.example/v1/images/x?signed=1' },
  ];
  const { seen, answers, outcomes } = await drive(t, asks, answerWith(200, '{"id":1}'));
  t.match(seen, [
    {
      method: 'POST',
      url: '/v1/maps',
      body: '{"name":"Café"}',
      headers: { 'content-type': 'application/json' },
    },
    { method: 'GET', url: '/v1/maps/1?q=2', body: '', headers: { authorization: 'Bearer ck_test' } },
    { method: 'GET', url: '/v1/images/x?signed=1' },
  ]);
  t.notOk('content-length' in seen[1]!.headers, 'the length of an earlier body is forgotten');
  t.match(answers, Array(3).fill({ ok: true, status: 200, body: '{"id":1}' }));
  t.same(
    outcomes.map(({ kind, outcome }) => [kind, outcome.is]),
    [
      ['write', 'right'],
      ['read', 'right'],
      ['file', 'right'],
    ],
  );
});

t.test('a status that was not expected, and a right one with a defect, are wrong, and say how', async (t) => {
  const asks: Ask[] = [
    { kind: 'status', path: '/a', expected: [404] },
    { kind: 'defect', path: '/b', defect: ({ body }) => `it says ${body}` },
    { kind: 'no JSON', path: '/c', defect: ({ body }) => JSON.parse(body) },
  ];
  const { outcomes } = await drive(t, asks, answerWith(200, 'hello'));
  t.match(outcomes, [
    { outcome: { is: 'wrong', status: 200, why: 'GET /a: 200, hello' } },
    { outcome: { is: 'wrong', why: 'GET /b: 200, it says hello' } },
    { outcome: { is: 'wrong', why: /^GET \/c: 200, Unexpected token.*: hello$/ } },
  ]);
});

t.test('429 is counted apart, by its code, and the next request waits', async (t) => {
  const asks: Ask[] = [
    { kind: 'first', path: '/a' },
    { kind: 'second', path: '/b' },
  ];
  const { outcomes, answers } = await drive(t, asks, (request, response, at) =>
    answerWith(at === 0 ? 429 : 200, '{"error":{"code":"QUOTA_EXCEEDED"}}')(request, response),
  );
  t.match(outcomes, [{ outcome: { is: 'refused', code: 'QUOTA_EXCEEDED' } }, { outcome: { is: 'right' } }]);
  t.equal(answers[0]!.ok, false);
  t.ok(answers[1]!.dueMs - answers[0]!.answeredMs >= BACK_OFF_MS - 1);
});

t.test(
  'a connection that ends before its answer is a lost request, not one that was never sent',
  async (t) => {
    const asks: Ask[] = [
      { kind: 'cut', path: '/a' },
      { kind: 'next', path: '/b' },
    ];
    const { outcomes, answers, seen } = await drive(t, asks, (request, response, at) => {
      if (at === 0) request.socket.end();
      else answerWith(200, '{}')(request, response);
    });
    t.match(outcomes, [
      { kind: 'cut', outcome: { is: 'lost', why: /^GET \/a: the connection was closed$/ } },
      { kind: 'next', outcome: { is: 'right' } },
    ]);
    t.match(answers[0], { ok: false, status: null, body: '' });
    t.ok(answers[1]!.dueMs - answers[0]!.answeredMs >= BACK_OFF_MS - 1, 'and the next one waits');
    t.equal(seen.length, 2);
  },
);

t.test('a connection that is closed during a pause costs no request, and no pause', async (t) => {
  const pauseMs = 60;
  const asks: Ask[] = [
    { kind: 'order', path: '/a' },
    { kind: 'poll', path: '/b' },
    { kind: 'poll', path: '/c' },
  ];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    answerWith(200, '{}')(request, response);
    setTimeout(() => request.socket.end(), 10);
  };
  const { outcomes, answers } = await drive(t, asks, answer, { pauseMs });
  t.same(
    outcomes.map(({ outcome }) => outcome.is),
    ['right', 'right', 'right'],
  );
  for (const [at, { answeredMs }] of answers.slice(0, -1).entries())
    t.ok(answers[at + 1]!.dueMs - answeredMs >= pauseMs - 1);
});

t.test('a request without an answer in time took at least that long', async (t) => {
  const asks: Ask[] = [
    { kind: 'hangs', path: '/a' },
    { kind: 'next', path: '/b' },
  ];
  const hangs = { timeoutSeconds: 1 };
  const { outcomes } = await drive(
    t,
    asks,
    (request, response, at) => {
      if (at > 0) answerWith(200, '{}')(request, response);
    },
    hangs,
  );
  t.match(outcomes, [
    { kind: 'hangs', outcome: { is: 'timeout' } },
    { kind: 'next', outcome: { is: 'right' } },
  ]);
  t.ok((outcomes[0]!.outcome as { ms: number }).ms >= 1000);
});

t.test(
  'in an open loop, a request counts from when it was due, not from when its connection was free',
  async (t) => {
    const asks: Ask[] = ['a', 'b', 'c'].map((name) => ({ kind: name, path: `/${name}` }));
    const beginMs = performance.now();
    // Due at 0, 10 and 20 ms; the first answer takes 200.
    const { answers } = await drive(
      t,
      asks,
      (request, response, at) => {
        setTimeout(() => answerWith(200, '{}')(request, response), at === 0 ? 200 : 0);
      },
      { due: paced(100, beginMs) },
    );
    t.same(
      answers.map(({ dueMs }) => Math.round(dueMs - beginMs)),
      [0, 10, 20],
    );
    t.ok(answers.every(({ answeredMs }) => answeredMs - beginMs >= 200));
  },
);
