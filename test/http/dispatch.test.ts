import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { Type } from 'typebox';
import { AppError, notFound, STATUS_OF } from '../../src/base/errors.js';
import { noteWait } from '../../src/base/threads/waits.js';
import type { DispatchOptions } from '../../src/http/dispatch.js';
import { ClientGone, type Reply } from '../../src/http/message.js';
import type { Turns } from '../../src/http/route.js';
import { codeOf, messageOf, type RequestParts, requestOf } from '../support/request.js';
import { dispatchTo, HELP_URL, PRINCIPALS, testRoute } from '../support/route-server.js';

const Id = Type.Object({ id: Type.Integer({ minimum: 1 }) });

/** Everything that a route can refuse. */
const thing = testRoute({
  method: 'POST',
  path: '/things/{id}',
  access: 'write',
  params: Id,
  own: async (_lane, _account, id: number) => (id === 1 ? 'mine' : null),
  query: Type.Object({ n: Type.Optional(Type.Integer()) }),
  body: Type.Object({ name: Type.String(), quota: Type.Optional(Type.Boolean()) }),
  maxBodyBytes: 100,
  handle: async ({ params, query, body, resource }) => {
    if ((body as { quota?: boolean }).quota) {
      throw new AppError('QUOTA_EXCEEDED', 'used up', { retryAfterSeconds: 4000 });
    }
    return { status: 201, json: { params, query, body, resource } };
  },
});
const open = testRoute({ path: '/open', handle: async () => ({ status: 200, json: {} }) });
const reading = testRoute({
  path: '/open',
  method: 'PUT',
  access: 'read',
  handle: async () => ({ status: 200 }),
});

/** Sends requests with a key by the name of its principal. */
function client(t: Test, routes = [thing, open, reading], options: Parameters<typeof dispatchTo>[2] = {}) {
  const dispatching = dispatchTo(t, routes, options);
  const call = (key: string, parts: RequestParts): Promise<Reply> => {
    const authorization: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
    return dispatching.dispatch(requestOf({ ...parts, headers: { ...authorization, ...parts.headers } }));
  };
  return { call, ...dispatching };
}

t.test(
  'checks have one order: 401, 429, 402, 404 (path), 403, 404 (resource), 400, 429 (quota)',
  async (t) => {
    const { call } = client(t);
    const worst = { method: 'POST', target: '/v1/things/2?n=x', body: [] };
    for (const [key, parts, code] of [
      ['unknown', worst, 'UNAUTHORIZED'],
      ['none', worst, 'RATE_LIMITED'],
      ['free', worst, 'PLAN_REQUIRED'],
      ['free', { target: '/v1/nowhere' }, 'PLAN_REQUIRED'],
      ['reader', { method: 'POST', target: '/v1/nowhere' }, 'NOT_FOUND'],
      ['reader', worst, 'FORBIDDEN'],
      ['writer', { ...worst, target: '/v1/things/x?n=x' }, 'NOT_FOUND'],
      ['writer', worst, 'NOT_FOUND'],
      ['writer', { ...worst, target: '/v1/things/1?n=x' }, 'BAD_REQUEST'],
      ['writer', { ...worst, target: '/v1/things/1' }, 'BAD_REQUEST'],
      ['writer', { ...worst, target: '/v1/things/1', body: {} }, 'BAD_REQUEST'],
      ['writer', { ...worst, target: '/v1/things/1', body: { name: '', quota: true } }, 'QUOTA_EXCEEDED'],
      ['writer', { ...worst, target: '/v1/things/1', body: { name: '' } }, ''],
    ] as const) {
      const reply = await call(key, parts);
      t.equal(codeOf(reply), code, `${key} ${parts.target}`);
      t.equal(reply.status, code === '' ? 201 : STATUS_OF[code]);
    }
  },
);

t.test('an address that has used up its counter gets 429 instead of 401, a key on it does not', async (t) => {
  const { call } = client(t, undefined, { anonymousLimit: 2 });
  const codes = [];
  for (const key of ['', 'unknown', '', 'unknown']) codes.push(codeOf(await call(key, { target: '/v1/x' })));
  t.same(codes, ['UNAUTHORIZED', 'UNAUTHORIZED', 'RATE_LIMITED', 'RATE_LIMITED']);
  t.equal(codeOf(await call('writer', { target: '/v1/open' })), '');
  t.equal(codeOf(await call('', { target: '/v1/open' })), 'RATE_LIMITED');
  t.equal((await call('', { target: '/v1/open', remoteAddress: '192.0.2.8' })).status, 200);
});

t.test(
  'keys that nobody saw yet are looked up slowly from an address that has used up its counter',
  async (t) => {
    const { now } = performance;
    let clockMs = now.call(performance);
    performance.now = () => clockMs;
    t.teardown(() => {
      performance.now = now;
    });
    let lookedUp = 0;
    const authenticate: DispatchOptions['authenticate'] = (text, mayLookUp) => {
      if (text === 'Bearer reader') return PRINCIPALS[text]!;
      if (!mayLookUp()) return undefined;
      lookedUp++;
      return PRINCIPALS[text] ?? null;
    };
    const { call } = client(t, undefined, { authenticate, anonymousLimit: 2 });
    const flood = async (requests: number) => {
      const codes = [];
      for (let i = 0; i < requests; i++)
        codes.push(codeOf(await call(`unknown${i}`, { target: '/v1/open' })));
      return codes;
    };
    t.same(await flood(3), ['', '', 'RATE_LIMITED']);
    t.equal(lookedUp, 3);
    t.same(await flood(100), Array(100).fill('RATE_LIMITED'));
    t.equal(lookedUp, 4, 'one of a hundred');
    t.equal(codeOf(await call('reader', { target: '/v1/open' })), '', 'a key that is known is served');
    const refused = await call('writer', { target: '/v1/open' });
    t.equal(codeOf(refused), 'RATE_LIMITED');
    t.ok(Number(refused.headers?.['retry-after']) >= 1);
    clockMs += 51;
    t.equal(
      codeOf(await call('writer', { target: '/v1/open' })),
      '',
      'a good one gets in when it tries again',
    );
    t.equal(codeOf(await call('slow', { target: '/v1/open', remoteAddress: '192.0.2.8' })), '');
    const before = lookedUp;
    clockMs += 60_000;
    await flood(1);
    t.equal(lookedUp, before + 1, 'a new minute begins anew');
  },
);

t.test('the window’s headers are on every reply, and Remaining ends at 0', async (t) => {
  const { call } = client(t);
  const seen = [];
  for (const target of ['/v1/things/9', '/v1/nowhere', '/v1/open', '/v1/open']) {
    const { status, headers } = await call('slow', { target });
    seen.push([status, headers?.['x-ratelimit-limit'], headers?.['x-ratelimit-remaining']]);
    const reset = Number(headers?.['x-ratelimit-reset']) - Date.now() / 1000;
    t.ok(reset > 0 && reset <= 61);
  }
  t.same(seen, [
    [404, '2', '1'],
    [404, '2', '0'],
    [429, '2', '0'],
    [429, '2', '0'],
  ]);
});

t.test('Retry-After tells when the minute ends, or what the quota says', async (t) => {
  const { call } = client(t);
  const minute = await call('none', { target: '/v1/open' });
  const seconds = Number(minute.headers?.['retry-after']);
  t.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds}`);
  t.match(messageOf(minute), /^the limit of 0 requests a minute is used up: wait \d+ s \(Retry-After\)$/);
  const body = { name: '', quota: true };
  const quota = await call('writer', { method: 'POST', target: '/v1/things/1', body });
  t.equal(quota.headers?.['retry-after'], '4000');
  const reset = Number(quota.headers?.['x-ratelimit-reset']) - Date.now() / 1000;
  t.ok(reset <= 61, 'the reset stays the window’s');
});

t.test('401 and 402 say where to get a key or a plan, and nothing else does', async (t) => {
  const { call } = client(t);
  const unauthorized = await call('', { target: '/v1/nowhere' });
  t.equal(unauthorized.headers?.['www-authenticate'], 'Bearer');
  t.match(unauthorized.json, { error: { help_url: HELP_URL } });
  t.match((await call('free', { target: '/v1/nowhere' })).json, { error: { help_url: HELP_URL } });
  for (const key of ['none', 'reader']) {
    const { json } = await call(key, { method: 'POST', target: '/v1/things/2' });
    t.same(Object.keys((json as { error: object }).error), ['code', 'message']);
  }
});

t.test(
  'what is missing is missing, though what stands behind the question mark cannot be read',
  async (t) => {
    const gone = testRoute({
      path: '/gone',
      handle: async () => {
        throw notFound();
      },
    });
    const { call } = client(t, [gone]);
    t.equal((await call('', { target: '/v1/gone?%zz' })).status, 404);
  },
);

t.test(
  'all kinds of absence have one status and code, and a resource that is not there no more',
  async (t) => {
    const { call } = client(t);
    const { json: absent } = await call('writer', { method: 'POST', target: '/v1/things/2' });
    t.equal(
      JSON.stringify(absent),
      '{"error":{"code":"NOT_FOUND","message":"Not found: it does not exist, was deleted or has expired, or is not the account\'s"}}',
    );
    for (const [method, target] of [
      ['POST', '/v1/things/0'],
      ['POST', '/v1/things/-1'],
      ['POST', '/v1/things/01'],
      ['POST', '/v1/things/1.0'],
      ['POST', '/v1/things/1e0'],
      ['POST', '/v1/things/%zz'],
      ['POST', '/v1/things/%00'],
      ['POST', '/v1/things/9007199254740993'],
      ['POST', '/v1/things/'],
      ['POST', '/v1/things'],
      ['POST', '/v1/things/1/'],
      ['POST', '/v1//things/1'],
      ['GET', '/v1/things/1'],
      ['HEAD', '/v1/nowhere'],
      ['HEAD', '/v1/things/1'],
      ['OPTIONS', '/v1/nowhere'],
      ['OPTIONS', '/v1/things/x'],
      ['TRACE', '/v1/open'],
      ['GET', '/v1'],
      ['GET', '/v1/'],
      ['GET', '/v1/constructor'],
      ['GET', '/v1/__proto__'],
      ['GET', '/v2/open'],
      ['GET', '/'],
      ['GET', ''],
    ] as const) {
      const { status, json } = await call('writer', { method, target });
      t.equal(status, 404, `${method} ${target}`);
      t.match(json, { error: { code: 'NOT_FOUND', message: /^Not found: / } });
    }
  },
);

t.test('a percent-encoded path is the same path', async (t) => {
  const { call } = client(t);
  const { status } = await call('writer', { method: 'POST', target: '/v1/%74hings/%31', body: { name: '' } });
  t.equal(status, 201);
});

t.test('a handler gets what was sent in its types, and unknown members of the body with it', async (t) => {
  const { call } = client(t);
  const body = { name: 'N', other: [1], constructor: 'c' };
  const { json } = await call('writer', { method: 'POST', target: '/v1/things/1?n=-7&x=%20', body });
  t.strictSame(json, { params: { id: 1 }, query: { n: -7 }, body, resource: 'mine' });
});

t.test('work waits for its turn when everything else is judged, and gets what the turn gives', async (t) => {
  const seen: unknown[] = [];
  const turns: Turns<unknown> = {
    run: (caller, work) => {
      seen.push(caller.accountId, caller.signal.aborted);
      return work('a connection');
    },
  };
  const routes = [
    testRoute({
      method: 'POST',
      path: '/work',
      access: 'read',
      body: Type.Object({ slow: Type.Boolean() }),
      turns: ({ body }: { body: { slow: boolean } }) => (body.slow ? turns : busy),
      handle: async ({ lane }) => ({ status: 200, json: { lane } }),
    }),
  ];
  const busy: Turns<unknown> = {
    run: async () => {
      throw new AppError('RATE_LIMITED', 'too many wait', { retryAfterSeconds: 10 });
    },
  };
  const { call } = client(t, routes);
  const target = '/v1/work';
  t.equal((await call('writer', { method: 'POST', target, body: { slow: 1 } })).status, 400);
  t.same(seen, []);
  t.match(await call('writer', { method: 'POST', target, body: { slow: true } }), {
    status: 200,
    json: { lane: 'a connection' },
  });
  t.same(seen, [1, false]);
  t.match(await call('writer', { method: 'POST', target, body: { slow: false } }), {
    status: 429,
    headers: { 'retry-after': '10' },
  });
});

t.test(
  'a request without a body takes one turn, one with a body a turn before it and one behind it',
  async (t) => {
    let taken = 0;
    const turns: Turns<unknown> = {
      run: (_caller, work) => {
        taken++;
        return work('a connection');
      },
    };
    const shared = {
      path: '/rooms/{id}',
      access: 'read',
      params: Type.Object({ id: Type.Integer() }),
      own: async () => 'mine',
      ownTurns: turns,
      turns,
      handle: async ({ resource, lane }: { resource: unknown; lane: unknown }) => ({
        status: 200,
        json: { resource, lane },
      }),
    } as const;
    const routes = [
      testRoute({ ...shared, method: 'GET', query: Type.Object({ n: Type.Optional(Type.Integer()) }) }),
      testRoute({ ...shared, method: 'POST', body: Type.Object({}) }),
    ];
    const { call } = client(t, routes);
    const json = { resource: 'mine', lane: 'a connection' };
    t.match(await call('writer', { method: 'GET', target: '/v1/rooms/1' }), { status: 200, json });
    t.equal(taken, 1);
    t.equal((await call('writer', { method: 'GET', target: '/v1/rooms/1?n=x' })).status, 400);
    t.equal(taken, 2);
    t.match(await call('writer', { method: 'POST', target: '/v1/rooms/1', body: {} }), { status: 200, json });
    t.equal(taken, 4);
  },
);

t.test(
  'long bodies have a place from before they are read until a rest behind the work, and are parsed in turns, in steps between which others get on; short ones at once',
  async (t) => {
    const seen: unknown[] = [];
    const places: Turns<unknown> = {
      run: async (_, work) => {
        seen.push('place');
        const done = await work(undefined);
        seen.push('left');
        return done;
      },
    };
    const parsing: Turns<unknown> = {
      run: async (caller, work) => {
        seen.push(caller.accountId);
        let others = 0;
        const timer = setInterval(() => others++, 0);
        try {
          return await work(undefined);
        } finally {
          clearInterval(timer);
          seen.push(others > 0);
        }
      },
    };
    const routes = [true, false].map((untilAnswered) =>
      testRoute({
        method: 'POST',
        path: untilAnswered ? '/answered' : '/parsed',
        access: 'read',
        body: Type.Object({ texts: Type.Array(Type.String({ maxLength: 9 })) }),
        longBodies: { places, parsing, untilAnswered },
        handle: async ({ body }) => {
          seen.push('handled');
          return { status: 200, json: { count: (body as { texts: string[] }).texts.length } };
        },
      }),
    );
    const { call } = client(t, routes);
    const post = async (path: string, count: number, text = 'a text') => {
      seen.length = 0;
      const body = { texts: Array(count).fill(text) };
      return call('writer', { method: 'POST', target: `/v1/${path}`, body });
    };
    t.match(await post('answered', 100), { status: 200, json: { count: 100 } });
    t.same(seen, ['handled']);
    t.match(await post('answered', 100_000), { status: 200, json: { count: 100_000 } });
    t.same(seen, ['place', 1, true, 'handled'], 'the place rests');
    while (!seen.includes('left')) await delay(1);
    t.match(await post('parsed', 100_000), { status: 200, json: { count: 100_000 } });
    t.same(seen, ['place', 1, true, 'handled']);
    while (!seen.includes('left')) await delay(1);
    t.match(await post('answered', 50_000, 'too long a text'), { status: 400 });
    t.same(seen, ['place', 1, true], 'after a bad one, too');
    while (!seen.includes('left')) await delay(1);
  },
);

t.test(
  'whatever a handler throws, the answer is of the table, and what is not for the caller is logged',
  async (t) => {
    const thrown = fc.oneof(
      fc.anything(),
      fc.string().map((text) => new Error(text)),
      fc
        .constantFrom(...(Object.keys(STATUS_OF) as (keyof typeof STATUS_OF)[]))
        .map((code) => new AppError(code, 'why')),
    );
    let next: unknown;
    const throwing = testRoute({ path: '/throw', handle: () => Promise.reject(next) });
    const { call, entries } = client(t, [throwing]);
    await fc.assert(
      fc.asyncProperty(thrown, async (value) => {
        next = value;
        entries.length = 0;
        const reply = await call('', { target: '/v1/throw', headers: { 'x-request-id': 'mine' } });
        const expected = value instanceof AppError ? value.code : 'INTERNAL_ERROR';
        const logged = expected === 'INTERNAL_ERROR';
        return (
          codeOf(reply) === expected &&
          reply.status === STATUS_OF[expected] &&
          messageOf(reply) === (logged ? 'Internal error' : 'why') &&
          reply.headers?.['x-request-id'] === 'mine' &&
          'x-ratelimit-limit' in reply.headers &&
          entries.length === (logged ? 1 : 0) &&
          entries.every(({ requestId, path }) => requestId === 'mine' && path === '/v1/throw')
        );
      }),
    );
  },
);

t.test('a member that throws before it returns a promise is answered like any other', async (t) => {
  const fail = (): never => {
    throw new TypeError('at once');
  };
  const { call, entries } = client(t, [
    testRoute({ path: '/handle', handle: fail }),
    testRoute({ path: '/own', access: 'read', own: fail, handle: async () => ({ status: 200 }) }),
  ]);
  for (const target of ['/v1/handle', '/v1/own']) t.equal((await call('writer', { target })).status, 500);
  t.match(entries, [{ err: { message: 'at once' } }, { err: { message: 'at once' } }]);
});

t.test('while keys cannot be looked up the answer is 500, and counts for the address', async (t) => {
  for (const authenticate of [
    () => Promise.reject(new Error('no database')),
    () => {
      throw new Error('no database');
    },
  ]) {
    const { call, entries } = client(t, [open], { authenticate, anonymousLimit: 7 });
    const { status, headers } = await call('writer', { target: '/v1/open' });
    t.equal(status, 500);
    t.match(headers, { 'x-ratelimit-limit': '7', 'x-ratelimit-remaining': '6' });
    t.match(entries, [{ err: { message: 'no database' } }]);
    t.notMatch(JSON.stringify(entries), /Bearer/);
  }
});

t.test('a key that is known without waiting needs no promise', async (t) => {
  const waiting = client(t, [open], { authenticate: async (text) => PRINCIPALS[text] ?? null });
  const direct = client(t, [open]);
  for (const { call } of [waiting, direct])
    t.equal((await call('writer', { target: '/v1/open' })).status, 200);
});

t.test('a peer that went is nobody’s error, however its going shows', async (t) => {
  for (const error of [new ClientGone(), new Error('read failed', { cause: new ClientGone() })]) {
    const { call, entries } = client(t, [testRoute({ path: '/x', handle: () => Promise.reject(error) })]);
    t.equal((await call('', { target: '/v1/x' })).status, 499);
    t.same(entries, []);
  }
});

t.test('a deadline gives the request up', async (t) => {
  const request = requestOf({ target: '/v1/slow' });
  const slow = testRoute({ path: '/slow', deadlineMs: 1, handle: () => new Promise(() => {}) });
  const { dispatch, entries } = client(t, [slow]);
  t.equal((await dispatch(request)).status, 500);
  t.match(request.signal.reason, { message: 'no answer within 1 ms' });
  t.equal(entries.length, 1);
});

t.test('outside /v1 there are GET handlers by exact path, without key and limit', async (t) => {
  const { call, entries } = client(t, [open], {
    outside: {
      '/healthz': async () => ({ status: 200, json: { status: 'alive' } }),
      '/broken': () => Promise.reject(new Error('broken')),
    },
  });
  const healthy = await call('', { target: '/healthz?x=%zz' });
  t.strictSame(healthy.json, { status: 'alive' });
  t.same(Object.keys(healthy.headers ?? {}), ['x-request-id', 'vary']);
  t.equal((await call('', { target: '/broken' })).status, 500);
  t.match(entries, [{ err: { message: 'broken' }, path: '/broken' }]);
  for (const [method, target] of [
    ['POST', '/healthz'],
    ['HEAD', '/healthz/'],
    ['OPTIONS', '/healthz'],
    ['GET', '/healthz/'],
    ['GET', '/constructor'],
    ['GET', '/v1x'],
  ] as const) {
    t.equal((await call('', { method, target })).status, 404, `${method} ${target}`);
  }
});

t.test('what was answered is observed under names that no peer can choose', async (t) => {
  const seen: unknown[] = [];
  const { call } = client(t, undefined, {
    outside: { '/healthz': async () => ({ status: 200 }) },
    observe: ({ seconds, principal, refusal, ...rest }) => {
      t.ok(seconds >= 0);
      t.equal(refusal, null);
      seen.push({ ...rest, keyId: principal?.keyId ?? null });
    },
  });
  await call('writer', { method: 'POST', target: '/v1/things/77' });
  await call('', { method: 'BREW', target: '/v1/things/77' });
  await call('', { target: '/healthz' });
  await call('', { target: '/favicon.ico' });
  t.same(seen, [
    { method: 'POST', route: '/things/{id}', status: 404, keyId: 1 },
    { method: 'other', route: 'none', status: 401, keyId: null },
    { method: 'GET', route: '/healthz', status: 200, keyId: null },
    { method: 'GET', route: 'none', status: 404, keyId: null },
  ]);
});

t.test('of a 429 is told why', async (t) => {
  const refused = (path: string, code: 'QUOTA_EXCEEDED' | 'RATE_LIMITED') =>
    testRoute({
      path,
      handle: async () => {
        throw new AppError(code, 'enough', { retryAfterSeconds: 1 });
      },
    });
  const seen: unknown[] = [];
  const routes = [refused('/quota', 'QUOTA_EXCEEDED'), refused('/turn', 'RATE_LIMITED')];
  const { dispatch } = dispatchTo(t, routes, {
    anonymousLimit: 0,
    observe: ({ status, refusal }) => seen.push([status, refusal]),
  });
  const call = (authorization: string, target: string) =>
    dispatch(requestOf({ target, headers: { authorization } }));
  await call('Bearer writer', '/v1/quota');
  await call('Bearer writer', '/v1/turn');
  await call('Bearer none', '/v1/turn');
  await call('', '/v1/turn');
  t.same(seen, [
    [429, 'quota'],
    [429, 'turn'],
    [429, 'key_rate'],
    [429, 'address_rate'],
  ]);
});

t.test('what cannot work is found at the start', async (t) => {
  const route = (changes: Partial<Parameters<typeof testRoute>[0]>) => [
    testRoute({ path: '/a', handle: async () => ({ status: 200 }), ...changes }),
  ];
  t.throws(() => dispatchTo(t, [open, open]), { message: 'GET /v1/open exists already' });
  t.throws(() => dispatchTo(t, route({ path: '/a/{id}' })), {
    message: 'GET /a/{id}: the params schema names []',
  });
  t.throws(() => dispatchTo(t, route({ params: Id })), { message: 'GET /a: the params schema names ["id"]' });
  t.throws(() => dispatchTo(t, route({ body: Type.String({ format: 'nonsense' }) })), {
    message: /nonsense/,
  });
});

t.test('where the time went is told to who has a valid key and gets what it asked for', async (t) => {
  const waits = testRoute({
    path: '/waits',
    access: 'read',
    handle: async ({ request }) => {
      noteWait(request.signal, 'clones', 20);
      await delay(2);
      return { status: 200, json: {} };
    },
  });
  const identify = async (authorization: string) => {
    await delay(2);
    return PRINCIPALS[authorization] ?? null;
  };
  const { call } = client(t, [thing, open, waits], { authenticate: identify });
  const timingOf = async (key: string, parts: RequestParts) =>
    (await call(key, parts)).headers?.['server-timing'];
  t.match(await timingOf('writer', { target: '/v1/open' }), /^auth;dur=[\d.]+, total;dur=[\d.]+$/);
  t.match(
    await timingOf('writer', { target: '/v1/waits' }),
    /^auth;dur=[\d.]+, turn;dur=20, total;dur=[\d.]+$/,
  );
  const body = { name: '' };
  for (const [key, parts] of [
    ['', { target: '/v1/open' }],
    ['unknown', { target: '/v1/open' }],
    ['none', { target: '/v1/open' }],
    ['free', { target: '/v1/waits' }],
    ['writer', { target: '/v1/nowhere' }],
    ['writer', { method: 'POST', target: '/v1/things/2', body }],
    ['writer', { method: 'POST', target: '/v1/things/1', body: {} }],
  ] as const)
    t.equal(await timingOf(key, parts), undefined, `${key} ${parts.target}`);
});
