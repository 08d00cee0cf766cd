import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { asOwner, importCsv, sharedTestApp } from '../support/app.js';

const { service, call } = await asOwner(await sharedTestApp(t));
const authorization = await service.authorization();
const map: number = (await call('POST', '/maps', { name: 'M' })).body.id;
const rows = Array.from({ length: 60 }, (_, i) => `Shop ${i},${i},${i}`).join('\n');
const job = await importCsv(call, map, `name,lat,lng\n${rows}\nX,y,1\n`);

/** Answer as it comes from the socket: fetch decompresses. */
const raw = (method: string, path: string, headers: Record<string, string> = { authorization }) =>
  new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const sent = request(service.app.publicUrl + path, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });

/** Differ from request to request, or with the length. */
const OWN = [
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'server-timing',
  'transfer-encoding',
  'date',
];
const compared = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name)));

t.test('HEAD is answered like GET, without a body', async (t) => {
  for (const path of [
    '/me',
    '/openapi.json',
    `/maps/${map}`,
    `/maps/${map}/markers?page_size=2`,
    `/maps/${map}/markers.csv`,
    `/maps/${map}/markers.geojson`,
    `/jobs/${job.job_id}/errors.csv`,
    `/maps/${map}/markers?page_size=0`,
    '/maps/999999',
  ]) {
    const [get, head] = [await raw('GET', path), await raw('HEAD', path)];
    t.equal(head.status, get.status, path);
    t.equal(head.bytes.length, 0, path);
    t.same(compared(head.headers), compared(get.headers), path);
  }
});

t.test('HEAD frees what a download holds', async (t) => {
  // A process serves 64 downloads at a time, 63 of one account.
  for (let i = 0; i < 70; i++) {
    const { status } = await raw('HEAD', `/jobs/${job.job_id}/errors.csv`);
    if (status !== 200) t.fail(`${i}: ${status}`);
  }
});

t.test('HEAD and OPTIONS of what is not there are not found', async (t) => {
  for (const path of ['/nowhere', '/maps/', '/maps/abc', '/maps/abc/markers'])
    for (const method of ['HEAD', 'OPTIONS'])
      t.equal((await raw(method, path)).status, 404, `${method} ${path}`);
  t.equal((await raw('HEAD', `/maps/${map}/archive`)).status, 404, 'what has no GET has no HEAD');
});

t.test('OPTIONS names the methods of a path', async (t) => {
  for (const [path, allow] of [
    ['/maps', 'GET, POST, HEAD, OPTIONS'],
    [`/maps/${map}`, 'GET, PATCH, DELETE, HEAD, OPTIONS'],
    [`/maps/${map}/markers/bulk`, 'POST, DELETE, OPTIONS'],
    [`/maps/${map}/archive`, 'POST, OPTIONS'],
    ['/openapi.json', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const { status, headers, bytes } = await raw('OPTIONS', path);
    t.same([status, headers.allow, bytes.length], [204, allow, 0], path);
    t.match(headers, { 'x-ratelimit-limit': /\d/, 'x-request-id': /./ });
  }
  t.equal((await raw('OPTIONS', '/maps', {})).status, 401);
  t.equal((await raw('OPTIONS', '/openapi.json', {})).status, 204);
});

t.test('answers over 1 KB are compressed for who takes gzip', async (t) => {
  const page = `/maps/${map}/markers`;
  const plain = await raw('GET', page);
  t.equal(plain.headers['content-encoding'], undefined);
  for (const accepted of ['gzip', 'br, gzip;q=0.5', '*', 'deflate, gzip, br']) {
    const { headers, bytes } = await raw('GET', page, { authorization, 'accept-encoding': accepted });
    t.match(headers, {
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
      'content-type': 'application/json',
    });
    t.equal(headers['content-length'], String(bytes.length));
    t.same(JSON.parse(gunzipSync(bytes).toString()), JSON.parse(plain.bytes.toString()), accepted);
  }
  for (const accepted of ['identity', 'gzip;q=0', 'br', ''])
    t.same(
      (await raw('GET', page, { authorization, 'accept-encoding': accepted })).bytes.length,
      plain.bytes.length,
      accepted,
    );
  const gzip = { authorization, 'accept-encoding': 'gzip' };
  for (const path of ['/maps/999999', `/maps/${map}/markers.csv`])
    t.equal(
      (await raw('GET', path, gzip)).headers['content-encoding'],
      undefined,
      `${path}: short, or a stream`,
    );
  for (const [path, vary] of [
    [page, 'accept-encoding'],
    ['/maps/999999', 'accept-encoding'],
    [`/maps/${map}/markers.csv`, undefined],
  ] as const)
    t.equal((await raw('GET', path)).headers.vary, vary, `${path}: whether it is compressed or not`);
  const document = await raw('GET', '/openapi.json', gzip);
  t.equal(JSON.parse(gunzipSync(document.bytes).toString()).openapi, '3.1.0');
});

t.test('what was created says where it is', async (t) => {
  const made = [
    await call('POST', '/maps', { name: 'N' }),
    await call('POST', `/maps/${map}/clone`, { name: 'C' }),
    await call('POST', `/maps/${map}/markers`, { name: 'A', lat: 1, lng: 2 }),
  ];
  for (const { status, headers, body } of made) {
    t.equal(status, 201);
    t.equal((await call('GET', headers.get('location')!)).body.id, body.id);
  }
  const share = await call('POST', `/maps/${map}/shares`, { email: 'b@example.com', access_level: 'viewer' });
  t.equal((await call('DELETE', share.headers.get('location')!)).status, 204);
});
