import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { finished, startTestApp } from '../support/app.js';

const service = await startTestApp(t, { MAX_UPLOAD_BYTES: '3000000', ROW_LIMIT: '100000' });
const call = await service.client();
const newMap = async (): Promise<number> => (await call('POST', '/maps', { name: 'M' })).body.id;
const GZIP = { 'content-encoding': 'gzip' };
const rows = Array.from({ length: 3000 }, (_, i) => `P${i},${i % 90},${i % 180}`).join('\n');

t.test('every shape may be compressed', async (t) => {
  const map = await newMap();
  const path = `/maps/${map}/markers/bulk`;
  const csv = await call('POST', path, gzipSync(`name,lat,lng\n${rows}`), {
    'content-type': 'text/csv',
    ...GZIP,
  });
  t.equal(csv.status, 202);
  t.match(await finished(call, csv.body), { status: 'completed', added: 3000 });
  const json = await call('POST', path, gzipSync('{"markers":[{"name":"A","lat":1,"lng":2}]}'), {
    'content-type': 'application/json',
    ...GZIP,
  });
  t.match([json.status, json.body], [200, { added: 1 }]);
  const form = new Response(
    (() => {
      const parts = new FormData();
      parts.append('meta', '{"column_mapping":{"name":"T"}}');
      parts.append('file', new Blob(['T,lat,lng\nB,1,2\n']), 'a.csv');
      return parts;
    })(),
  );
  const multipart = await call('POST', path, gzipSync(Buffer.from(await form.arrayBuffer())), {
    'content-type': form.headers.get('content-type')!,
    ...GZIP,
  });
  t.equal(multipart.status, 202);
  t.match(await finished(call, multipart.body), { status: 'completed', added: 1 });
});

t.test('what cannot be decompressed is refused, and nothing stays in the spool', async (t) => {
  const path = `/maps/${await newMap()}/markers/bulk`;
  const whole = gzipSync(`name,lat,lng\n${rows}`);
  for (const [bytes, encoding, message] of [
    [whole.subarray(0, whole.length >> 1), 'gzip', /gzip/],
    [Buffer.from('name,lat,lng\n'), 'gzip', /gzip/],
    [whole, 'br', /gzip or identity/],
    [gzipSync(`name\n${'x'.repeat(2_900_000)}`), 'gzip', /200 to 1/],
    [gzipSync(`name\n${randomBytes(1_600_000).toString('hex')}`), 'gzip', /3000000 bytes/],
    [gzipSync(''), 'gzip', /empty/],
  ] as const) {
    const { status, body } = await call('POST', path, bytes, {
      'content-type': 'text/csv',
      'content-encoding': encoding,
    });
    t.equal(status, 400);
    t.equal(body.error?.code, 'BAD_REQUEST');
    t.match(body.error?.message, message);
  }
  const left = await readdir(join(service.dataDir, 'spool'));
  t.same(
    left.filter((name) => name.endsWith('.part')),
    [],
  );
});

t.test('an Idempotency-Key stands for the upload, compressed or not', async (t) => {
  const path = `/maps/${await newMap()}/markers/bulk`;
  const headers = { 'content-type': 'text/csv', 'idempotency-key': 'gzip-1' };
  const text = `name,lat,lng\n${rows}`;
  const first = await call('POST', path, text, headers);
  const second = await call('POST', path, gzipSync(text), { ...headers, ...GZIP });
  t.equal(second.body.job_id, first.body.job_id);
  await finished(call, first.body);
});
