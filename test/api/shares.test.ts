import t from 'tap';
import type { Writer } from '../../src/store/authorize.js';
import { shareMap } from '../../src/store/shares.js';
import { startTestApp } from '../support/app.js';
import { until } from '../support/cartload-process.js';
import { linkIn, startSmtp } from '../support/smtp.js';

const smtp = await startSmtp(t);
const service = await startTestApp(t, { SMTP_URL: smtp.url });
const owner = await service.client();
const newMap = async (): Promise<number> => (await owner('POST', '/maps', { name: 'Stores' })).body.id;

t.test('a share with somebody unknown makes a pending account and sends one mail', async (t) => {
  const mapId = await newMap();
  const body = { email: 'New.Guest@example.com', access_level: 'member' };
  const { status, body: share } = await owner('POST', `/maps/${mapId}/shares`, body);
  t.equal(status, 201);
  t.match(share, { id: Number, ...body, map_id: mapId, created_at: /Z$/ });
  t.same(Object.keys(share).sort(), ['access_level', 'created_at', 'email', 'id', 'map_id']);
  await until(async () => smtp.mails.length > 0);
  t.same(smtp.mails[0]!.to, ['New.Guest@example.com']);
  const page = await fetch(linkIn(smtp.mails[0]!));
  t.equal(page.status, 200);
  t.match(await page.text(), 'value="New.Guest@example.com"');
});

t.test('a share with somebody known sends nothing', async (t) => {
  const mapId = await newMap();
  await service.client({ email: 'Known@example.com', plan: 'free' });
  const { status, body } = await owner('POST', `/maps/${mapId}/shares`, {
    email: 'kNOWN@example.com',
    access_level: 'admin',
  });
  t.equal(status, 201);
  t.equal(body.email, 'kNOWN@example.com', 'as it was given');
  t.equal((await service.app.sql`SELECT FROM outbox WHERE map_id = ${mapId} AND sent_at IS NULL`).length, 0);
});

t.test('a second share with the same e-mail, in whatever case, changes the level', async (t) => {
  const mapId = await newMap();
  const first = await owner('POST', `/maps/${mapId}/shares`, {
    email: 'a@example.com',
    access_level: 'viewer',
  });
  const second = await owner('POST', `/maps/${mapId}/shares`, {
    email: 'A@EXAMPLE.com',
    access_level: 'admin',
  });
  t.equal(second.status, 200);
  t.same(second.body, { ...first.body, access_level: 'admin' });
  const parallel = await Promise.all(
    Array.from({ length: 10 }, () =>
      owner('POST', `/maps/${mapId}/shares`, { email: 'b@example.com', access_level: 'viewer' }),
    ),
  );
  t.same(parallel.map(({ status }) => status).sort(), [...Array(9).fill(200), 201]);
  t.equal((await owner('GET', `/maps/${mapId}/shares`)).body.shares.length, 2);
});

t.test('shares are listed, changed and ended', async (t) => {
  const mapId = await newMap();
  t.same((await owner('GET', `/maps/${mapId}/shares`)).body, { shares: [] });
  const made = [];
  for (const access_level of ['viewer', 'member', 'admin']) {
    const email = `${access_level}@example.com`;
    made.push((await owner('POST', `/maps/${mapId}/shares`, { email, access_level })).body);
  }
  t.same((await owner('GET', `/maps/${mapId}/shares`)).body, { shares: made });
  const path = `/maps/${mapId}/shares/${made[0].id}`;
  const changed = await owner('PATCH', path, { access_level: 'member' });
  t.equal(changed.status, 200);
  t.same(changed.body, { ...made[0], access_level: 'member' });
  const ended = await owner('DELETE', path);
  t.same([ended.status, ended.body], [204, '']);
  for (const [method, body] of [['DELETE'], ['PATCH', { access_level: 'viewer' }]] as const)
    t.equal((await owner(method, path, body)).status, 404, method);
  t.same((await owner('GET', `/maps/${mapId}/shares`)).body, { shares: made.slice(1) });
});

t.test('what cannot be shared with is refused with the member named', async (t) => {
  const mapId = await newMap();
  const path = `/maps/${mapId}/shares`;
  for (const [body, member] of [
    [{}, 'email'],
    [{ email: 'a@example.com' }, 'access_level'],
    [{ email: 'a@example.com', access_level: 'owner' }, 'access_level'],
    [{ email: 'a@example.com', access_level: null }, 'access_level'],
    [{ email: ['a@example.com'], access_level: 'viewer' }, 'email'],
    ...[
      ...['', 'a', '@', 'a@', '@b', 'a b@example.com', 'a@b@c', 'a@example..com', 'a@.example.com'],
      ...[
        'a@example.com,b@example.com',
        'a@example.com\r\nBcc: b@example.com',
        'A <a@example.com>',
        ' a@b.c',
      ],
      ...['group:a@example.com;', '"a,b"@example.com', 'a\u200b@example.com', 'a\u202e@example.com'],
      ...[`${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(253)}`, 'OWNER@example.com'],
    ].map((email) => [{ email, access_level: 'viewer' }, 'email'] as const),
  ] as const) {
    const { status, body: answer } = await owner('POST', path, body);
    t.equal(status, 400, JSON.stringify(body));
    t.equal(answer.error.code, 'BAD_REQUEST');
    t.match(answer.error.message, member);
  }
  const { body: share } = await owner('POST', path, {
    email: '用户.ü+x@例子.example',
    access_level: 'viewer',
  });
  t.equal(share.email, '用户.ü+x@例子.example');
  for (const body of [{}, { access_level: 'x' }, { access_level: null }])
    t.equal((await owner('PATCH', `${path}/${share.id}`, body)).status, 400, JSON.stringify(body));
  t.same((await owner('GET', path)).body, { shares: [share] });
});

t.test('a map has a bounded number of shares', async (t) => {
  const mapId = await newMap();
  const [writer] = await service.app.sql<[Writer]>`
    SELECT k.id AS "keyId", k.account_id AS "accountId" FROM maps m JOIN api_keys k USING (account_id)
    WHERE m.id = ${mapId} AND k.scope = 'read_write' LIMIT 1`;
  const share = (email: string, access_level: 'viewer' | 'admin') =>
    shareMap(service.app.sql, writer, mapId, { email, access_level }, { maxShares: 2 });
  await share('x1@example.com', 'viewer');
  await share('x2@example.com', 'viewer');
  await t.rejects(share('x3@example.com', 'viewer'), {
    code: 'CL400',
    message: 'a map can be shared with at most 2 accounts',
  });
  t.match(await share('x1@example.com', 'admin'), { created: false, share: { access_level: 'admin' } });
});

t.test('a share lets no other key in, and nobody but the owner sees it', async (t) => {
  const mapId = await newMap();
  const sharee = await service.client({ email: 'sharee@example.com' });
  const { body: share } = await owner('POST', `/maps/${mapId}/shares`, {
    email: 'sharee@example.com',
    access_level: 'admin',
  });
  const { body: missing } = await owner('GET', '/maps/999999');
  for (const [method, path, body] of [
    ['GET', `/maps/${mapId}`],
    ['PATCH', `/maps/${mapId}`, { name: 'Mine' }],
    ['DELETE', `/maps/${mapId}`],
    ['GET', `/maps/${mapId}/markers`],
    ['POST', `/maps/${mapId}/markers`, { name: 'A', lat: 1, lng: 2 }],
    ['GET', `/maps/${mapId}/shares`],
    ['POST', `/maps/${mapId}/shares`, { nonsense: true }],
    ['PATCH', `/maps/${mapId}/shares/${share.id}`, { nonsense: true }],
    ['DELETE', `/maps/${mapId}/shares/${share.id}`],
  ] as const) {
    const answer = await sharee(method, path, body);
    t.equal(answer.status, 404, `${method} ${path}`);
    t.same(answer.body, missing);
  }
  t.same((await sharee('GET', '/maps')).body.data, []);
});

t.test('a share is found under its own map only, before the body is judged', async (t) => {
  const [mapId, otherMapId] = [await newMap(), await newMap()];
  const { body: share } = await owner('POST', `/maps/${mapId}/shares`, {
    email: 'c@example.com',
    access_level: 'viewer',
  });
  for (const path of [
    `/maps/${otherMapId}/shares/${share.id}`,
    `/maps/${mapId}/shares/999999`,
    `/maps/${mapId}/shares/0`,
    `/maps/${mapId}/shares/x`,
    `/maps/999999/shares/${share.id}`,
  ]) {
    t.equal((await owner('PATCH', path, { nonsense: true })).status, 404, path);
    t.equal((await owner('DELETE', path)).status, 404, path);
  }
  await owner('DELETE', `/maps/${mapId}`);
  t.equal((await owner('GET', `/maps/${mapId}/shares`)).status, 404);
  t.equal((await owner('POST', `/maps/${mapId}/shares`, {})).status, 404);
});
