import t from 'tap';
import type { Answer } from '../support/app.js';
import { asOwner, sharedTestApp } from '../support/app.js';

const { service, sql, call } = await asOwner(await sharedTestApp(t));
const other = await service.client({ email: 'other@example.com' });
const reader = await service.client({ scope: 'read_only' });

const tagOf = ({ headers }: Answer<unknown>): string => headers.get('etag') ?? '';
const marker = { name: 'A', lat: 1, lng: 2, category: 'C', custom_fields: { Note: 'x'.repeat(2000) } };
async function made(): Promise<{ map: string; markers: string; own: string }> {
  const { body } = await call('POST', '/maps', { name: 'Tagged' });
  const markers = `/maps/${body.id}/markers`;
  const { body: first } = await call('POST', markers, marker);
  return { map: `/maps/${body.id}`, markers, own: `${markers}/${first.id}` };
}

t.test('a map and a marker have a tag, and a reader that has it gets no body', async (t) => {
  const { map, markers, own } = await made();
  t.match(tagOf(await call('POST', '/maps', { name: 'New' })), /^"[0-9a-f]{32}"$/, 'a new map');
  t.match(
    tagOf(await call('POST', markers, { ...marker, name: 'B' }, { 'accept-encoding': 'gzip' })),
    /^"[0-9a-f]{32}-gzip"$/,
    'a new marker',
  );
  for (const path of [map, own]) {
    const etag = tagOf(await call('GET', path, undefined, { 'accept-encoding': 'identity' }));
    t.match(etag, /^"[0-9a-f]{32}"$/, path);
    for (const named of [etag, `W/${etag}`, `"x", ${etag}`, '*', etag.replace(/"$/, '-gzip"')]) {
      const { status, headers, body } = await call('GET', path, undefined, { 'if-none-match': named });
      t.same([status, headers.get('etag'), body || null], [304, etag, null], named);
    }
    t.equal((await call('HEAD', path, undefined, { 'if-none-match': etag })).status, 304);
    for (const named of ['"x"', etag.slice(1, -1), ''])
      t.equal((await call('GET', path, undefined, { 'if-none-match': named })).status, 200, named);
    t.equal(
      (await other('GET', path, undefined, { 'if-none-match': etag })).status,
      404,
      'to others it is not there',
    );
  }
  t.match(tagOf(await call('GET', own, undefined, { 'accept-encoding': 'gzip' })), /^"[0-9a-f]{32}-gzip"$/);
});

t.test('a tag changes with what the answer shows, and with nothing else', async (t) => {
  const { map, own, markers } = await made();
  const tagged: string[][] = [];
  const after = async (change?: () => Promise<unknown>): Promise<void> => {
    await change?.();
    tagged.push([tagOf(await call('GET', map)), tagOf(await call('GET', own))]);
  };
  await after();
  await after(() => call('PATCH', own, { name: 'A' }));
  t.same(tagged[1], tagged[0], 'a patch of nothing');
  const { headers } = await call('PATCH', own, { name: 'B' });
  await after();
  t.equal(
    headers.get('etag')?.replace('-gzip', ''),
    tagged[2]![1]?.replace('-gzip', ''),
    'a patch answers with the new tag',
  );
  t.notSame(tagged[2]![0], tagged[1]![0], 'a marker changed: so did its map');
  await after(() => call('PATCH', map, { private: false }));
  t.notSame(tagged[3]![0], tagged[2]![0]);
  t.equal(tagged[3]![1], tagged[2]![1]);
  await call('POST', markers, { ...marker, name: 'Old', expire: '2999-01-01' });
  await after();
  await sql`UPDATE markers SET expires_at = now() - interval '1 second' WHERE name = 'Old'`;
  await after();
  t.notSame(tagged[5]![0], tagged[4]![0], 'a marker expired: the map counts it no more');
  const kept = await call('PATCH', map, { name: 'Kept' }, { 'if-match': tagged[5]![0]! });
  t.equal(kept.status, 200, 'the tag of a write is that of reads');
});

t.test('a write with If-Match is done only while its tag holds', async (t) => {
  const { map, own } = await made();
  for (const [path, change] of [
    [own, { category: 'D' }],
    [map, { description: 'new' }],
  ] as const) {
    const etag = tagOf(await call('GET', path));
    const before = (await call('GET', path)).body;
    for (const [method, body] of [
      ['PATCH', change],
      ['DELETE', undefined],
    ] as const) {
      for (const wrong of ['"0"', etag.slice(1, -1), `"0", "1"`]) {
        const refused = await call(method, path, body, { 'if-match': wrong });
        t.equal(refused.status, 400, `${method} ${wrong}`);
        t.match(refused.body.error, { code: 'BAD_REQUEST', message: /If-Match/ });
      }
      t.equal((await other(method, path, body, { 'if-match': '"0"' })).status, 404, 'of another account');
      t.equal(
        (await reader(method, path, body, { 'if-match': '"0"' })).status,
        403,
        'a key that may only read',
      );
    }
    t.same((await call('GET', path)).body, before, 'nothing was done');
    t.equal((await call('PATCH', path, { name: 7 }, { 'if-match': '"0"' })).status, 400);
    const changed = await call('PATCH', path, change, { 'if-match': `"0", W/${etag}` });
    t.equal(changed.status, 200);
    t.equal(
      (await call('PATCH', path, change, { 'if-match': etag })).status,
      400,
      'the tag is that of before',
    );
    t.equal((await call('PATCH', path, change, { 'if-match': '*' })).status, 200, 'any');
  }
  const gone = `${own.replace(/\d+$/, '')}999999999`;
  for (const [method, body] of [
    ['PATCH', {}],
    ['DELETE', undefined],
  ] as const)
    t.equal((await call(method, gone, body, { 'if-match': '"0"' })).status, 404);
  for (const path of [own, map])
    t.equal(
      (await call('DELETE', path, undefined, { 'if-match': tagOf(await call('GET', path)) })).status,
      204,
    );
});

t.test('of many writers with one tag one writes', async (t) => {
  const { map, own } = await made();
  for (const path of [own, map]) {
    const etag = tagOf(await call('GET', path));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => call('PATCH', path, { name: `W${i}` }, { 'if-match': etag })),
    );
    t.same(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(400)], path);
    const written = answers.find(({ status }) => status === 200)!.body.name;
    t.equal((await call('GET', path)).body.name, written);
  }
});
