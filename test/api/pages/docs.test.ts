import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import t from 'tap';
import { docsHandlers } from '../../../src/api/pages/docs.js';
import type { HttpRequest, Reply } from '../../../src/http/message.js';

const ROOT = new URL('../../../../', import.meta.url);
const handlers = docsHandlers();
const ask = async (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  handlers[path]!({ header: (name: string) => headers[name] ?? '' } as HttpRequest);
const textOf = async (path: string): Promise<string> => String((await ask(path)).bytes);
const PAGES = Object.keys(handlers).filter((path) => !/files\/|\/$/.test(path));

t.test('every guide is a page, and so is the reference', async (t) => {
  const guides = readdirSync(new URL('docs', ROOT)).filter((name) => name.endsWith('.md'));
  const paths = guides.map((name) => (name === 'README.md' ? '/docs' : `/docs/${name.slice(0, -3)}`));
  t.same(PAGES.sort(), [...paths, '/docs/reference'].sort());
});

t.test('every link of a page leads to a page, a heading or a file that is served', async (t) => {
  const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const pages = new Map(await Promise.all(PAGES.map(async (path) => [path, await textOf(path)] as const)));
  const dead: string[] = [];
  for (const [path, html] of pages)
    for (const [, link] of html.matchAll(/(?:href|src)="(?!https?:|data:)([^"]+)"/g)) {
      const { pathname, hash } = new URL(link!, `http://localhost${path}`);
      const target = pages.get(pathname);
      const isServed = ['/', '/v1/openapi.json'].includes(pathname) || handlers[pathname];
      const hasAnchor = hash === '' || idsOf(target ?? '').has(decodeURIComponent(hash.slice(1)));
      if (!isServed || !hasAnchor) dead.push(`${path}: ${link}`);
    }
  t.same(dead, []);
});

t.test('pages run no inline script, and guides none at all', async (t) => {
  for (const path of PAGES) {
    const { headers, bytes } = await ask(path);
    const policy = headers!['content-security-policy']!;
    t.match(policy, "default-src 'none'; style-src 'self';");
    t.equal(/script-src 'self'/.test(policy), path === '/docs/reference');
    t.notMatch(policy, 'unsafe');
    t.notMatch(String(bytes), /<style|\bstyle=| on\w+="|<script(?![^>]* src=)/);
  }
});

t.test('a page is compressed, and 304 while it is the same; its files never change', async (t) => {
  const plain = await ask('/docs/importing');
  t.match(plain.headers, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  });
  const brotli = await ask('/docs/importing', { 'accept-encoding': 'gzip, br' });
  t.equal(brotli.headers!['content-encoding'], 'br');
  t.equal(String(brotliDecompressSync(brotli.bytes as Buffer)), String(plain.bytes));
  const again = await ask('/docs/importing', { 'if-none-match': plain.headers!.etag! });
  t.same([again.status, again.bytes], [304, undefined]);
  const file = Object.keys(handlers).find((path) => path.endsWith('.css'))!;
  t.match((await ask(file)).headers, { 'cache-control': 'public, max-age=31536000, immutable' });
  t.match(await ask('/docs/'), { status: 308, headers: { location: '../docs' } });
});

t.test('the side list has every page once', async (t) => {
  const html = await textOf('/docs');
  const listed = [...html.split('</nav>')[0]!.matchAll(/<li><a href="([^"]+)"/g)].map(
    ([, link]) => `/${link}`,
  );
  t.same(new Set(listed).size, listed.length);
  t.same(PAGES.filter((path) => !listed.includes(path)).sort(), []);
});

t.test('the licences of programs that browsers get are there', async (t) => {
  const file = Object.keys(handlers).find((path) => /\/licences-\w+\.txt$/.test(path))!;
  const { headers, bytes } = await ask(file);
  t.equal(headers!['content-type'], 'text/plain; charset=utf-8');
  for (const name of ['@mapbox/vector-tile', 'maplibre-gl', 'pbf', 'preact', 'swagger-ui-dist'])
    t.match(String(bytes), `${name}: LICENSE`);
  t.ok((await textOf('/docs/reference')).includes(file.replace('/docs/', '')));
});

t.test('a service without a build of the pages has none', async (t) => {
  t.same(docsHandlers(new URL('missing/', ROOT)), {});
});

t.test('the pages of the image are built from the guides', async (t) => {
  t.match(readFileSync(new URL('Dockerfile', ROOT), 'utf8'), '\nCOPY docs ./docs\n');
  t.match(readFileSync(new URL('.dockerignore', ROOT), 'utf8'), '\n!docs\n');
});
