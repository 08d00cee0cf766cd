import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { Breaker } from '../../../src/services/client/breaker.js';
import { GeocoderClient } from '../../../src/services/geocoding/client.js';
import { readGeocoderUrl } from '../../../src/services/geocoding/service-url.js';
import { answerJson, type GeocoderHandler, nominatimMatch, startGeocoder } from '../../support/geocoder.js';

const HOUSE = { street: '1 Main St', city: 'Town', county: '', state: '', zip: '', country: 'US' };
const OWNER = { accountId: 1, prompt: false };
const forEver = new AbortController().signal;
// Some twenty wait for a turn at a time, each with the signal of its job in the service.
setMaxListeners(0, forEver);
const found = (response: ServerResponse) => answerJson(response, [nominatimMatch(40, -100)]);

async function clientOf(t: Test, handler: GeocoderHandler, options = {}, query = '') {
  const geocoder = await startGeocoder(t, handler);
  const states: (string | null)[] = [];
  const client = new GeocoderClient(readGeocoderUrl(`${geocoder.nominatimUrl}${query}`)!, {
    firstPauseMs: 1,
    onState: (reason) => states.push(reason?.message ?? null),
    ...options,
  });
  const ask = (owner = OWNER, signal = forEver) => client.ask(HOUSE, owner, signal);
  return { geocoder, client, ask, states };
}

/** The reason of a refusal after the given number of requests. */
async function refusedAfter(
  t: Test,
  requests: number,
  message: RegExp,
  handler: GeocoderHandler,
  options = {},
) {
  const { geocoder, client, ask } = await clientOf(t, handler, options);
  await t.rejects(ask(), { message });
  t.equal(geocoder.requests.length, requests);
  t.match(client.counts, { requests: { found: 0, failed: requests }, running: 0, waiting: 0 });
}

t.test('an answer is found, with the name of who asks', async (t) => {
  let agent: string | undefined;
  const { client, ask } = await clientOf(t, (_url, response, message) => {
    agent = message.headers['user-agent'];
    found(response);
  });
  t.same(await ask(), { answer: { lat: 40, lng: -100, precision: 'street', country: 'US' }, keep: true });
  t.match(agent, /^cartload/);
  t.match(client.counts, { requests: { found: 1, empty: 0, failed: 0 }, retries: 0, breaker: 'closed' });
});

t.test('a user and password are sent as a header, a key in the query', async (t) => {
  let authorization: string | undefined;
  const geocoder = await startGeocoder(t, (_url, response, message) => {
    authorization = message.headers.authorization;
    found(response);
  });
  const url = geocoder.nominatimUrl.replace('//', '//user:hush@');
  await new GeocoderClient(readGeocoderUrl(`${url}?key=k`)!).ask(HOUSE, OWNER, forEver);
  t.equal(authorization, `Basic ${Buffer.from('user:hush').toString('base64')}`);
  t.equal(geocoder.requests[0]!.searchParams.get('key'), 'k');
});

t.test('a redirect is not followed', (t) => {
  let elsewhere = 0;
  return startGeocoder(t, (_url, response) => {
    elsewhere++;
    found(response);
  })
    .then(({ nominatimUrl }) =>
      refusedAfter(t, 1, /answered 302/, (_url, response) => {
        response.writeHead(302, { location: nominatimUrl }).end();
      }),
    )
    .then(() => t.equal(elsewhere, 0));
});

t.test('a body of 10 MB is not read to its end', (t) =>
  refusedAfter(t, 1, /more than 65536 bytes/, (_url, response) => {
    response.writeHead(200).end(Buffer.alloc(10 << 20, '['));
  }),
);

t.test('HTML, half of an answer, and coordinates that are none are no answers', async (t) => {
  await refusedAfter(t, 1, /no JSON/, (_url, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>');
  });
  await refusedAfter(t, 1, /no JSON/, (_url, response) => {
    response.end('[{"lat":"40"');
  });
  await refusedAfter(t, 1, /coordinates/, (_url, response) => {
    answerJson(response, [nominatimMatch(Number.NaN, -100)]);
  });
  await refusedAfter(t, 1, /coordinates/, (_url, response) => {
    answerJson(response, [nominatimMatch(40, 181)]);
  });
});

t.test('a key that is refused is not tried again', (t) =>
  refusedAfter(t, 1, /answered 403/, (_url, response) => answerJson(response, {}, 403)),
);

t.test('an answer that drips ends at the deadline, and is asked for again', (t) =>
  refusedAfter(
    t,
    3,
    /did not answer within 0.2 s/,
    (_url, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(timer));
    },
    { requestDeadlineMs: 200 },
  ),
);

t.test('errors of the service and broken connections are tried three times', async (t) => {
  await refusedAfter(t, 3, /answered 500/, (_url, response) => answerJson(response, {}, 500));
  await refusedAfter(t, 3, /./, (_url, response) => {
    response.socket!.resetAndDestroy();
  });
  let tries = 0;
  const { client, ask } = await clientOf(t, (_url, response) => {
    if (++tries < 3) answerJson(response, {}, 503);
    else found(response);
  });
  t.match(await ask(), { answer: { lat: 40 } });
  t.match(client.counts, { requests: { found: 1, failed: 2 }, retries: 2 });
});

t.test('a prompt request has no further tries', async (t) => {
  const { geocoder, ask } = await clientOf(t, (_url, response) => answerJson(response, {}, 500));
  await t.rejects(ask({ accountId: 1, prompt: true }), { message: /geocoding service/ });
  t.equal(geocoder.requests.length, 1);
});

t.test('429 with Retry-After makes all wait, and then all is asked', async (t) => {
  const atMs: number[] = [];
  const { ask } = await clientOf(t, (_url, response) => {
    atMs.push(performance.now());
    if (atMs.length === 1) answerJson(response, {}, 429, { 'retry-after': '1' });
    else found(response);
  });
  t.match(await ask(), { answer: { lat: 40 } });
  t.ok(atMs[1]! - atMs[0]! >= 990, 'not before the second is over');
});

t.test('a service that asks for a long pause is left alone at once', async (t) => {
  const { geocoder, client, ask, states } = await clientOf(t, (_url, response) =>
    answerJson(response, {}, 429, { 'retry-after': '60' }),
  );
  await t.rejects(ask(), { message: 'the geocoding service answered 429' });
  await t.rejects(ask(), { message: 'the geocoding service has failed too often' });
  t.equal(geocoder.requests.length, 1);
  t.equal(client.counts.breaker, 'open');
  t.same(states, ['the geocoding service answered 429']);
});

t.test('a request that the service refuses has no answer, which is not kept', async (t) => {
  const { client, ask } = await clientOf(t, (_url, response) => answerJson(response, {}, 400));
  t.same(await ask(), { answer: null, keep: false });
  t.match(client.counts, { requests: { refused: 1, failed: 0 } });
});

t.test('a service that only fails is not asked any more; when it answers a probe, it is again', async (t) => {
  let nowMs = 0;
  let isWell = false;
  const handler: GeocoderHandler = (_url, response) =>
    isWell ? found(response) : answerJson(response, {}, 500);
  const { geocoder, client, ask, states } = await clientOf(t, handler, {
    breaker: new Breaker(() => nowMs),
  });
  const ofAccount = (i: number) => ask({ accountId: 1 + (i % 2), prompt: true });
  for (let i = 0; i < 20; i++) await t.rejects(ofAccount(i), { message: /geocoding service/ });
  t.equal(geocoder.requests.length, 11);
  t.match(client.counts, { breaker: 'open', breakerOpened: 1 });
  isWell = true;
  nowMs = 30_000;
  t.match(await ask({ accountId: 3, prompt: true }), { answer: { lat: 40 } });
  t.equal(client.counts.breaker, 'closed');
  t.same(states, ['the geocoding service answered 500', null]);
});

t.test('no more requests are under way than the URL says', async (t) => {
  const open: ServerResponse[] = [];
  let most = 0;
  const { client, geocoder } = await clientOf(
    t,
    (_url, response) => {
      open.push(response);
      most = Math.max(most, open.length);
      setTimeout(() => found(open.shift()!), 5);
    },
    { requestDeadlineMs: 5000 },
    '?concurrency=3',
  );
  await Promise.all(Array.from({ length: 20 }, () => client.ask(HOUSE, OWNER, forEver)));
  t.equal(most, 3);
  t.equal(geocoder.requests.length, 20);
});

t.test('a caller that gives up ends the request', async (t) => {
  let ended: () => void;
  const closed = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const controller = new AbortController();
  const { client, ask } = await clientOf(
    t,
    (_url, response) => {
      response.once('close', ended);
      controller.abort(new Error('cancelled'));
    },
    { requestDeadlineMs: 60_000 },
  );
  await t.rejects(ask(OWNER, controller.signal), { message: 'cancelled' });
  await closed;
  t.match(client.counts, { requests: { failed: 0 }, running: 0, breaker: 'closed' });
});

t.test('nothing that is told of a failure holds the key', async (t) => {
  const service = readGeocoderUrl('http://user:hush@127.0.0.1:9/search?api_key=hush')!;
  const told: string[] = [];
  const client = new GeocoderClient(service, {
    firstPauseMs: 1,
    onState: (reason) => told.push(String(reason?.stack)),
  });
  for (let i = 0; i < 4; i++)
    await client.ask(HOUSE, OWNER, forEver).catch((error) => told.push(error.stack));
  t.equal(told.length, 5);
  t.notMatch(told.join(), /hush/);
});

t.test(
  'an account whose requests are refused stops asking for a while; others go on, whatever it does',
  async (t) => {
    let refusals = 0;
    const other = { accountId: 2, prompt: false };
    const third = { accountId: 3, prompt: false };
    const allowed = new Set([2]);
    const { geocoder, client, states } = await clientOf(t, (url, response) =>
      url.searchParams.get('street') === '1 Main St' ? found(response) : answerJson(response, {}, 403),
    );
    const ask = (owner: typeof other) =>
      client.ask(
        { ...HOUSE, street: allowed.has(owner.accountId) ? '1 Main St' : 'forbidden' },
        owner,
        forEver,
      );
    for (let i = 0; i < 30; i++) await ask(OWNER).catch(() => refusals++);
    t.same([refusals, geocoder.requests.length], [30, 10], 'ten are sent');
    t.equal(client.counts.breaker, 'open', 'as no other account asks, the service may be at fault');
    t.equal(client.counts.breakerOpened, 0);
    t.match(await ask(other), { answer: { lat: 40 } });
    t.equal(client.counts.breaker, 'closed');
    t.same(states, ['the geocoding service answered 403', null]);
    for (let i = 0; i < 5; i++) {
      await ask(OWNER).catch(() => {});
      t.match(await ask(other), { answer: { lat: 40 } });
    }
    t.equal(client.counts.breaker, 'closed');
    for (let i = 0; i < 20; i++) for (const owner of [OWNER, third]) await ask(owner).catch(() => {});
    t.equal(client.counts.breakerOpened, 1, 'refusals of two accounts without a success blame the service');
  },
);

t.test('where two accounts were refused, those of one of them never stop the others', async (t) => {
  const { geocoder, client } = await clientOf(t, (url, response) =>
    url.searchParams.get('street') === '1 Main St' ? found(response) : answerJson(response, {}, 403),
  );
  const ask = (accountId: number, street: string) =>
    client.ask({ ...HOUSE, street }, { accountId, prompt: false }, forEver);
  for (const accountId of [1, 2, ...Array(30).fill(1)])
    await t.rejects(ask(accountId, 'forbidden'), { message: /geocoding service/ });
  t.equal(geocoder.requests.length, 11, 'ten of the first account, one of the second');
  t.equal(client.counts.breakerOpened, 0);
  t.match(await ask(3, '1 Main St'), { answer: { lat: 40 } });
});

const FAULTS: Record<string, GeocoderHandler> = {
  'an error': (_url, response) => answerJson(response, {}, 500),
  'a broken connection': (_url, response) => response.socket!.resetAndDestroy(),
  silence: () => {},
  'no JSON': (_url, response) => response.end('<html>'),
  'too long an answer': (_url, response) => response.end(Buffer.alloc(100_000, ' ')),
};

for (const [fault, fail] of Object.entries(FAULTS)) {
  t.test(`what only one account's requests meet stops no other account: ${fault}`, async (t) => {
    const isGood = (url: URL): boolean => url.searchParams.get('street') === '1 Main St';
    const { client } = await clientOf(
      t,
      (url, response, ...more) => (isGood(url) ? found(response) : fail(url, response, ...more)),
      { requestDeadlineMs: 300 },
    );
    const ask = (accountId: number, street: string) =>
      client.ask({ ...HOUSE, street }, { accountId, prompt: true }, forEver);
    await Promise.allSettled(Array.from({ length: 20 }, () => ask(1, 'Poison Alley')));
    t.match(await ask(2, '1 Main St'), { answer: { lat: 40 } });
    t.equal(client.counts.breakerOpened, 0);
  });
}
