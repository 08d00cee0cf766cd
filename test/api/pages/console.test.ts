import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { consoleHandlers } from '../../../src/api/pages/console.js';
import type { HttpRequest } from '../../../src/http/message.js';
import { startTestApp } from '../../support/app.js';

const FOLDER = new URL('../../../console/', import.meta.url);
const KB = 1000;

interface Plain {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** A request that decodes nothing, with these headers alone. */
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Plain> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers }, async (response) => {
      resolve({ status: response.statusCode!, headers: response.headers, bytes: await buffer(response) });
    });
    sent.on('error', reject).end();
  });

t.test('the console is served at / to browsers', async (t) => {
  const { app } = await startTestApp(t);
  const { origin } = new URL(app.publicUrl);
  const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const page = await ask(`${origin}/`, asBrowser);
  const html = page.bytes.toString();
  const files = [...html.matchAll(/"(console\/[^"]+)"/g)].map(([, path]) => path!);

  t.test('as a page without inline scripts and styles, under a policy that forbids them', async (t) => {
    t.equal(page.status, 200);
    t.match(page.headers, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      vary: 'accept, accept-encoding',
    });
    const policy = String(page.headers['content-security-policy']).split('; ');
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "worker-src 'self' blob:",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      t.ok(policy.includes(directive), directive);
    t.notMatch(html, /<style|\bstyle=|\bon\w+=|<script(?![^>]* src=)/);
    t.same(
      [...html.matchAll(/(?:src|href)="(?!console\/|data:)([^"]*)"/g)].map(([, url]) => url),
      ['docs', 'v1/openapi.json'],
      'nothing of others',
    );
    t.equal(files.length, 2);
  });

  t.test('which is 304 while it is the same', async (t) => {
    const etag = String(page.headers.etag);
    const again = await ask(`${origin}/`, { ...asBrowser, 'if-none-match': etag });
    t.equal(again.status, 304);
    t.equal(again.bytes.length, 0);
    const head = await ask(`${origin}/`, asBrowser, 'HEAD');
    t.equal(head.status, 200);
    t.equal(head.headers.etag, etag);
    t.equal(head.bytes.length, 0);
  });

  t.test('with files that never change, compressed as the client takes them', async (t) => {
    const script = `${origin}/${files.find((path) => path.endsWith('.js'))}`;
    const plain = await ask(script);
    t.match(plain.headers, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      'content-encoding': undefined,
    });
    const brotli = await ask(script, { 'accept-encoding': 'gzip, deflate, br' });
    t.equal(brotli.headers['content-encoding'], 'br');
    t.ok(brotliDecompressSync(brotli.bytes).equals(plain.bytes));
    const gzip = await ask(script, { 'accept-encoding': 'gzip, br;q=0' });
    t.equal(gzip.headers['content-encoding'], 'gzip');
    t.ok(gunzipSync(gzip.bytes).equals(plain.bytes));
    const head = await ask(script, { 'accept-encoding': 'br' }, 'HEAD');
    t.equal(head.status, 200);
    t.equal(head.bytes.length, 0);
    const style = await ask(`${origin}/${files.find((path) => path.endsWith('.css'))}`);
    t.equal(style.headers['content-type'], 'text/css; charset=utf-8');
  });

  t.test('and nothing else of the folder', async (t) => {
    for (const path of ['manifest.json', 'index.html', 'main.js', '', '../../package.json', '%2e%2e/main.js'])
      t.equal((await ask(`${origin}/console/${path}`, asBrowser)).status, 404, path);
    t.equal((await ask(`${origin}/`, asBrowser, 'POST')).status, 404);
  });

  t.test('while others read text there', async (t) => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const text = await ask(`${origin}/`, headers);
      t.match(text.headers, { 'content-type': 'text/plain; charset=utf-8', vary: 'accept, accept-encoding' });
      t.match(text.bytes.toString(), /cartload key create/);
      t.equal(text.headers['content-security-policy'], undefined);
    }
  });
});

t.test('however many ask for a long file, and read it slowly, they share its bytes', async (t) => {
  const name = readdirSync(FOLDER).find((each) => /^map-view-.*\.js$/.test(each))!;
  const handlers = consoleHandlers(async () => ({ status: 200 }));
  const memory = new Set<ArrayBufferLike>();
  for (let i = 0; i < 3; i++) {
    const request = { header: () => '' as string } as unknown as HttpRequest;
    const { headers, bytes } = await handlers[`/console/${name}`]!(request);
    const pieces: Buffer[] = [];
    for await (const piece of bytes as AsyncIterable<Buffer>) pieces.push(piece);
    for (const { buffer } of pieces) memory.add(buffer);
    t.ok(pieces.every(({ length }) => length <= 65_536));
    const file = readFileSync(new URL(name, FOLDER));
    t.ok(Buffer.concat(pieces).equals(file));
    t.equal(headers?.['content-length'], String(file.length));
  }
  t.equal(memory.size, 1);
});

t.test('a base map of the operator may be asked, too', async (t) => {
  const policies: string[] = [];
  const tags = new Set<unknown>();
  for (const settings of [{}, { BASE_MAP_STYLE_URL: 'https://tiles.example.com/style.json' }]) {
    const { app } = await startTestApp(t, settings);
    const { headers } = await ask(`${new URL(app.publicUrl).origin}/`, { accept: 'text/html' });
    policies.push(String(headers['content-security-policy']));
    tags.add(headers.etag);
  }
  const [plain = '', policy = ''] = policies;
  t.notMatch(plain, 'example.com');
  t.match(policy, "connect-src 'self' https://tiles.example.com;");
  t.match(policy, "img-src 'self' data: blob: https://tiles.example.com;");
  t.match(policy, "script-src 'self';");
  t.equal(tags.size, 2, 'a page that a browser keeps is read again for its policy');
});

t.test('the scripts of the console are small', async (t) => {
  const bytesOf = (names: Iterable<string>): number =>
    [...names].reduce((total, name) => total + readFileSync(new URL(`${name}.br`, FOLDER)).length, 0);
  const all = readdirSync(FOLDER).filter(
    (name) => name.endsWith('.js') && existsSync(new URL(`${name}.br`, FOLDER)),
  );
  t.ok(bytesOf(all) < 400 * KB, `${bytesOf(all)} bytes of all`);
  // Imports of the first script, without what it asks for on demand.
  const first = new Set(all.filter((name) => name.startsWith('main-')));
  for (const name of first)
    for (const [, next] of readFileSync(new URL(name, FOLDER), 'utf8').matchAll(
      /(?:from|import)"\.\/([^"]+)"/g,
    ))
      if (all.includes(next!)) first.add(next!);
  t.ok(first.size > 1 && bytesOf(first) < 30 * KB, `${bytesOf(first)} bytes before there is a map`);
});

t.test('a service without a build of the console has text at /', async (t) => {
  const plain = async () => ({ status: 200, bytes: 'text' });
  const handlers = consoleHandlers(plain, { folder: new URL('missing/', FOLDER) });
  t.same(Object.keys(handlers), ['/']);
  t.equal(handlers['/'], plain);
});
