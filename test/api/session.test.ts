import t from 'tap';
import { MAX_SESSIONS, SESSION_LIMITS } from '../../src/access/keys/session.js';
import { changeAccount } from '../../src/store/accounts.js';
import { startTestApp } from '../support/app.js';
import { until } from '../support/cartload-process.js';
import { requestOf } from '../support/request.js';
import { cookieOf, createPerson, PASSWORD, signIn } from '../support/sign-in.js';

const service = await startTestApp(t);
const { sql } = service.app;
const anonymous = service.clientWith('');
const { origin } = new URL(service.app.publicUrl);
const ENTERPRISE = { plan: 'enterprise' };

let addresses = 0;
/** Signs in from an address of its own, without sockets. */
const tryToSignIn = (
  email: string,
  password: string,
  headers: Record<string, string> = {},
  address?: string,
) =>
  service.app.dispatch(
    requestOf({
      method: 'POST',
      target: '/v1/session',
      headers: { 'content-type': 'application/json', ...headers },
      body: { email, password },
      remoteAddress: address ?? `198.51.100.${++addresses}`,
    }),
  );

t.test('a person signs in, works with the own account as with a key, and signs out', async (t) => {
  await createPerson(service, 'Ann@example.com', ENTERPRISE);
  const begun = await anonymous('POST', '/session', { email: 'ann@EXAMPLE.com', password: PASSWORD });
  t.equal(begun.status, 200);
  t.same(begun.body, { account_email: 'Ann@example.com', plan: 'enterprise', signed_in_by: 'password' });
  t.match(
    begun.headers.get('set-cookie'),
    /^cartload_session=cs_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict, cartload_device=cd_/,
  );
  const cookie = cookieOf(begun.headers);
  const token = cookie.split('=')[1]!;
  const stored = await sql`SELECT hash FROM sessions`;
  t.equal(stored.length, 1);
  t.notMatch(stored[0]!.hash.toString('latin1'), token, 'the token is stored nowhere');
  const call = (method: string, path: string, body?: unknown) =>
    anonymous(method, path, body, { cookie: `theme=dark; ${cookie}; x=1`, origin });
  const { body: map } = await call('POST', '/maps', { name: 'Mine' });
  t.equal((await call('GET', `/maps/${map.id}`)).body.owner_email, 'Ann@example.com');
  t.equal((await call('GET', '/me')).body.quotas.maps.used, 1);
  t.same((await call('GET', '/session')).body, begun.body);
  t.equal((await call('GET', '/me')).headers.get('set-cookie'), null);

  const key = await service.authorization({ email: 'other@example.com' });
  const both = await service.clientWith(key)('GET', '/session', undefined, { cookie });
  t.match(
    both.body,
    { account_email: 'other@example.com', signed_in_by: 'key' },
    'a key goes before a cookie',
  );
  t.equal((await service.clientWith(`Bearer ${token}`)('GET', '/me')).status, 401, 'a token is no key');
  const wrong = await service.clientWith('Bearer nonsense')('GET', '/me', undefined, { cookie });
  t.equal(wrong.status, 401, 'nor does a cookie stand for a wrong key');

  const out = await call('DELETE', '/session');
  t.equal(out.status, 204);
  t.match(out.headers.get('set-cookie'), /^cartload_session=; Path=\/; Max-Age=0; /);
  const after = await call('GET', '/me');
  t.equal(after.status, 401);
  t.match(after.body.error.message, 'sign in again');
  t.equal((await call('DELETE', '/session')).status, 204, 'again');
  const entries = await sql<{ action: string; via: string }[]>`
    SELECT action, via FROM audit_log WHERE account_id IS NOT NULL OR action LIKE 'session.%' ORDER BY id`;
  t.same(
    entries.map(({ action }) => action).filter((action) => action.startsWith('session.')),
    ['session.begun', 'session.ended'],
  );
});

t.test('one answer for a wrong password, an unknown e-mail, and an account without a password', async (t) => {
  await createPerson(service, 'known@example.com');
  await sql`SELECT account_for_email('pending@example.com')`;
  await service.authorization({ email: 'program@example.com' });
  const answers = await Promise.all(
    ['known', 'unknown', 'pending', 'program'].map((name) =>
      tryToSignIn(`${name}@example.com`, 'not the password'),
    ),
  );
  t.same([...new Set(answers.map(({ status }) => status))], [401]);
  t.equal(new Set(answers.map(({ json }) => JSON.stringify(json))).size, 1);
  t.ok(answers.every(({ headers }) => headers?.['set-cookie'] === undefined));
  t.equal((await tryToSignIn('known@example.com', 'x'.repeat(40_000))).status, 400);
});

/** Statuses of as many wrong tries. */
async function wrongTries(count: number, next: (i: number) => Parameters<typeof tryToSignIn>) {
  const statuses = [];
  for (let i = 0; i < count; i++) statuses.push((await tryToSignIn(...next(i))).status);
  return statuses;
}

t.test('tries are counted by e-mail and address, and by address', async (t) => {
  const people = ['tried', 'by-address', 'by-address-too', 'and-more'].map((name) => `${name}@example.com`);
  for (const email of people) await createPerson(service, email);
  const [first = '', ...others] = people;
  const here = '203.0.113.8';
  const tries = await wrongTries(11, (i) => [i % 2 ? first : first.toUpperCase(), 'no', {}, here]);
  t.same(tries, [...Array(10).fill(401), 429]);
  const refused = await tryToSignIn(first, PASSWORD, {}, here);
  t.equal(refused.status, 429, 'the right password, too');
  t.ok(Number(refused.headers?.['retry-after']) >= 1);
  t.equal((await tryToSignIn(first, PASSWORD)).status, 200, 'others are not locked out by that');
  const statuses = await wrongTries(31, (i) => [others[i % 3]!, 'no', {}, '203.0.113.9']);
  t.same(statuses, [...Array(30).fill(401), 429]);
});

t.test('strangers lock nobody out of a browser that has signed in', async (t) => {
  await createPerson(service, 'mia@example.com');
  const spellings = ['mia@example.com', 'mİa@example.com', 'MIA@example.com'];
  const here = '203.0.113.10';
  const begun = await tryToSignIn('Mia@example.com', PASSWORD, {}, here);
  const [mark = ''] = begun.moreCookies ?? [];
  t.match(mark, /^cartload_device=cd_\d+_[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/);
  const device = { cookie: `theme=dark; ${mark.split(';')[0]}` };
  // However the database lets the e-mail be spelt.
  const strangers = await wrongTries(100, (i) => [spellings[i % 3]!, 'no']);
  t.same(strangers, [...Array(99).fill(401), 429], 'all of them together');
  t.same(await wrongTries(31, () => ['x@example.com', 'no', {}, here]), [
    ...Array(10).fill(401),
    ...Array(21).fill(429),
  ]);
  t.equal((await tryToSignIn('MIA@example.com', PASSWORD, device, here)).status, 200);
  t.same(
    await wrongTries(10, () => ['mia@example.com', 'no', device]),
    [...Array(9).fill(401), 429],
    'whoever has the cookie has few tries as well',
  );
  await createPerson(service, 'mib@example.com');
  t.same(
    await wrongTries(11, () => ['mib@example.com', 'no', device, '203.0.113.11']),
    [...Array(10).fill(401), 429],
    'it marks the browser for one e-mail',
  );
});

t.test('pages of other sites change nothing by the cookie, and sign nobody in', async (t) => {
  const { cookie } = await signIn(service, 'target@example.com', ENTERPRISE);
  const ask = (method: string, path: string, headers: Record<string, string>) =>
    anonymous(method, path, method === 'POST' ? { name: 'Forged' } : undefined, { cookie, ...headers });
  const foreign: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin },
    { origin: 'https://attacker.example' },
    { origin: 'null' },
    { origin: `${origin}.attacker.example` },
    { origin: `${origin}0` },
  ];
  for (const headers of foreign) {
    const name = JSON.stringify(headers);
    const post = await ask('POST', '/maps', headers);
    t.equal(post.status, 403, name);
    t.match(post.body.error, { code: 'FORBIDDEN', message: /pages of other sites/ });
    t.equal((await ask('PATCH', '/maps/1', headers)).status, 403, name);
    t.equal((await ask('DELETE', '/session', headers)).status, 403, name);
    t.equal((await ask('GET', '/me', headers)).status, 200, 'reading changes nothing');
    if (Object.keys(headers).length > 0)
      t.equal((await tryToSignIn('target@example.com', PASSWORD, headers)).status, 403, name);
  }
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin }])
    t.equal((await ask('POST', '/maps', headers as Record<string, string>)).status, 201);
  const programs = await service.client({ email: 'target@example.com' });
  const made = await programs(
    'POST',
    '/maps',
    { name: 'By key' },
    { cookie, 'sec-fetch-site': 'cross-site' },
  );
  t.equal(made.status, 201, 'a key is no cookie');
});

t.test('a session ends with a new password, a revoked key, time, and newer sessions', async (t) => {
  const person = await signIn(service, 'ends@example.com', ENTERPRISE);
  const { accountId, call } = person;
  const again = async () => {
    const { headers } = await anonymous('POST', '/session', { email: person.email, password: PASSWORD });
    const cookie = cookieOf(headers);
    return (path = '/me') => anonymous('GET', path, undefined, { cookie });
  };
  /** The service hears of changes by others within a second. */
  const hasEnded = (ask: () => Promise<{ status: number }>) =>
    until(async () => (await ask()).status === 401);
  t.equal((await call('GET', '/me')).status, 200);
  await sql`UPDATE accounts SET plan = 'free' WHERE id = ${accountId}`;
  t.equal(
    (await sql`SELECT FROM sessions s JOIN api_keys k ON k.id = s.key_id WHERE k.account_id = ${accountId}`)
      .length,
    1,
  );
  await changeAccount(sql, person.email, ENTERPRISE);
  await sql`UPDATE accounts SET password_hash = password_hash || '' WHERE id = ${accountId}`;
  t.equal((await call('GET', '/me')).status, 200, 'another change ends nothing');
  const [{ password_hash }] = await sql<
    [{ password_hash: string }]
  >`SELECT password_hash FROM accounts WHERE id = ${accountId}`;
  await sql`UPDATE accounts SET password_hash = 'another' WHERE id = ${accountId}`;
  await hasEnded(() => call('GET', '/me'));
  await sql`UPDATE accounts SET password_hash = ${password_hash} WHERE id = ${accountId}`;

  const aged = async (change: 'used_at' | 'created_at', hours: number) => {
    const ask = await again();
    t.equal((await ask()).status, 200);
    await sql`UPDATE sessions SET ${sql(change)} = now() - ${hours}::integer * interval '1 hour'
      WHERE key_id IN (SELECT id FROM api_keys WHERE account_id = ${accountId})`;
    return ask;
  };
  const { idleHours, longestDays } = SESSION_LIMITS;
  await hasEnded(await aged('used_at', idleHours + 1));
  await hasEnded(await aged('created_at', longestDays * 24 + 1));
  const used = await aged('used_at', idleHours - 1);
  await until(async () => {
    t.equal((await used()).status, 200);
    return (await sql`SELECT FROM sessions WHERE used_at > now() - interval '1 minute'`).length > 0;
  });

  const first = await again();
  const others = await sql`
    INSERT INTO sessions (hash, key_id, used_at) SELECT sha256(n::text::bytea), k.id, now() + n * interval '1 second'
    FROM generate_series(1, ${MAX_SESSIONS}::integer) n, api_keys k WHERE k.account_id = ${accountId} RETURNING key_id`;
  await again();
  const kept = await sql`SELECT FROM sessions WHERE key_id = ${others[0]!.key_id}`;
  t.equal(kept.length, MAX_SESSIONS);
  await hasEnded(first);

  const last = await again();
  t.equal((await last()).status, 200);
  await sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${others[0]!.key_id}`;
  await hasEnded(last);
  t.equal((await tryToSignIn(person.email, PASSWORD)).status, 401, 'the operator has shut it out');
});

t.test('requests of a session are limited as those of a key, over all sessions of the account', async (t) => {
  const { accountId, call } = await signIn(service, 'busy@example.com', ENTERPRISE);
  await sql`UPDATE api_keys SET rate_limit = 3 WHERE account_id = ${accountId}`;
  const limited = async () => (await call('GET', '/me')).headers.get('x-ratelimit-limit') === '3';
  await until(limited);
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await call('GET', '/me')).status);
  t.equal(statuses.at(-1), 429);
});

t.test('an account without the plan reaches what is for people, and no more', async (t) => {
  const { call } = await signIn(service, 'free@example.com');
  t.equal((await call('GET', '/session')).body.plan, 'free');
  t.same((await call('GET', '/shared-maps')).body.data, []);
  for (const [method, path] of [
    ['GET', '/me'],
    ['GET', '/maps'],
    ['POST', '/maps'],
    ['GET', '/nearby?lat=1&lng=2'],
    ['GET', '/nowhere'],
  ] as const)
    t.equal((await call(method, path, method === 'POST' ? { name: 'M' } : undefined)).status, 402, path);
});

t.test('behind https the cookie is sent over https alone', async (t) => {
  const secure = await startTestApp(t, { PUBLIC_URL: 'https://maps.example.com/v1' });
  await createPerson(secure, 'ann@example.com');
  const ask = (origin: string) =>
    secure.app.dispatch(
      requestOf({
        method: 'POST',
        target: '/v1/session',
        headers: { 'content-type': 'application/json', origin, host: 'behind:8080' },
        body: { email: 'ann@example.com', password: PASSWORD },
      }),
    );
  const { status, headers, moreCookies } = await ask('https://maps.example.com');
  t.equal(status, 200);
  t.match(headers?.['set-cookie'], /; HttpOnly; SameSite=Strict; Secure$/);
  t.match(moreCookies, [/; HttpOnly; SameSite=Strict; Secure$/]);
  t.equal((await ask('https://other.example.com')).status, 403);
});
