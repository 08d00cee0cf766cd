import fc from 'fast-check';
import t from 'tap';
import { PathMatcher } from '../../src/http/path-matcher.js';

type Found = { value: string; params: Record<string, string> } | null;

/**
 * The meaning of a match, without speed: of the patterns that fit, the one with a literal segment furthest
 * left.
 */
function matchSimply(patterns: readonly string[], path: string): Found {
  let segments: string[];
  try {
    segments = path.split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
  const fitting = patterns.filter((pattern) => {
    const parts = pattern.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, i) => (part.startsWith('{') ? segments[i] !== '' : part === segments[i]))
    );
  });
  const rank = (pattern: string) =>
    pattern.replaceAll(/\{[^}]*\}/g, '\u{10ffff}').replaceAll(/[^/\u{10ffff}]+/gu, '');
  const [best] = fitting.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  if (best === undefined) return null;
  const params = best
    .split('/')
    .flatMap((part, i) => (part.startsWith('{') ? [[part.slice(1, -1), segments[i]!] as const] : []));
  return { value: best, params: Object.fromEntries(params) };
}

function matcherOf(patterns: readonly string[]): PathMatcher<string> {
  const matcher = new PathMatcher<string>();
  for (const pattern of patterns) matcher.add('GET', pattern, pattern);
  return matcher;
}

t.test('it finds what a search through all patterns finds', async () => {
  const shape = fc.array(fc.constantFrom('a', 'b', 'c', '', '{'), { minLength: 1, maxLength: 4 });
  const patterns = fc.uniqueArray(
    shape.map((parts) => `/${parts.map((part, i) => (part === '{' ? `{p${i}}` : part)).join('/')}`),
    { maxLength: 12 },
  );
  const segment = fc.constantFrom(
    'a',
    'b',
    'c',
    '',
    'd',
    '%61',
    '%2F',
    'ä',
    '%C3%A4',
    '%zz',
    '%',
    '%C3',
    '__proto__',
  );
  const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
  fc.assert(
    fc.property(patterns, fc.array(path, { maxLength: 20 }), (patterns, paths) => {
      const matcher = matcherOf(patterns);
      return paths.every(
        (path) => JSON.stringify(matcher.match('GET', path)) === JSON.stringify(matchSimply(patterns, path)),
      );
    }),
    { numRuns: 500 },
  );
});

t.test('no text is a path that it stumbles over', () => {
  const matcher = matcherOf(['/v1/maps', '/v1/maps/{map_id}', '/v1/{a}/{b}/{c}']);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `/v1/maps/${text}`),
      ),
      (path) => {
        matcher.match('GET', path);
      },
    ),
  );
  return Promise.resolve();
});

t.test('a literal goes before a parameter, and gives way to it further on', async (t) => {
  const matcher = matcherOf(['/maps/nearby', '/maps/{id}', '/maps/{id}/markers', '/maps/nearby/help']);
  t.same(matcher.match('GET', '/maps/nearby'), { value: '/maps/nearby', params: {} });
  t.same(matcher.match('GET', '/maps/nearby/help'), { value: '/maps/nearby/help', params: {} });
  t.same(matcher.match('GET', '/maps/nearby/markers'), {
    value: '/maps/{id}/markers',
    params: { id: 'nearby' },
  });
  t.equal(matcher.match('GET', '/maps/7/help'), null);
});

t.test('methods are apart, and a parameter may have another name in each', async (t) => {
  const matcher = new PathMatcher<number>();
  matcher.add('GET', '/a/{x}', 1);
  matcher.add('PUT', '/a/{y}', 2);
  matcher.add('DELETE', '/a/b', 3);
  t.same(matcher.match('GET', '/a/b'), { value: 1, params: { x: 'b' } });
  t.same(matcher.match('PUT', '/a/b'), { value: 2, params: { y: 'b' } });
  t.same(matcher.match('DELETE', '/a/b'), { value: 3, params: {} });
  for (const method of ['POST', 'get', '', 'constructor']) t.equal(matcher.match(method, '/a/b'), null);
});

t.test('values are decoded once, a slash in them too', async (t) => {
  const matcher = matcherOf(['/maps/{id}']);
  t.equal(matcher.match('GET', '/maps/a%2Fb%252F+%F0%9F%97%BA')?.params.id, 'a/b%2F+🗺');
  t.equal(matcher.match('GET', '/m%61ps/%20')?.params.id, ' ');
});

t.test('a malformed encoding, half a character, U+0000 and nothing match nothing', async (t) => {
  const matcher = matcherOf(['/maps/{id}']);
  for (const segment of ['%zz', '%', '%2', '%C3', '%ED%A0%80', '%00', 'a%00b', '']) {
    t.equal(matcher.match('GET', `/maps/${segment}`), null, segment);
  }
});

t.test('a path that is much longer than every pattern is not walked through', async (t) => {
  const matcher = matcherOf(['/{a}/{b}', '/{a}/{b}/c', '/x/{b}/{c}']);
  t.equal(matcher.match('GET', '/x'.repeat(1_000_000)), null);
});

t.test('params are an object of its own at each match with parameters', async (t) => {
  const matcher = matcherOf(['/a/{x}', '/b']);
  const first = matcher.match('GET', '/a/1');
  t.not(first?.params, matcher.match('GET', '/a/1')?.params);
  t.throws(() => Object.assign(matcher.match('GET', '/b')!.params, { x: 1 }), TypeError);
});

t.test('patterns that cannot be meant are refused', async (t) => {
  const matcher = matcherOf(['/a', '/a/{x}']);
  for (const [pattern, message] of [
    ['/a', 'GET /a exists already'],
    ['/a/{y}', 'GET /a/{y} exists already'],
    ['a', 'path pattern "a" does not start with a slash'],
    ['/{x}/{x}', 'path pattern "/{x}/{x}" repeats {x}'],
    ['/{}', 'path pattern "/{}" has an odd segment'],
    ['/a{x}', 'path pattern "/a{x}" has an odd segment'],
    ['/{1x}', 'path pattern "/{1x}" has an odd segment'],
    ['/%61', 'path pattern "/%61" has an odd segment'],
  ]) {
    t.throws(() => matcher.add('GET', pattern!, ''), { message: message! }, pattern!);
  }
});

t.test('the last parameter may have an ending, which is no part of its value', async (t) => {
  const matcher = new PathMatcher<string>();
  matcher.add('GET', '/tiles/{x}/{y}.mvt', 'tile');
  t.same(matcher.match('GET', '/tiles/1/2.mvt'), { value: 'tile', params: { x: '1', y: '2' } });
  t.same(matcher.match('GET', '/tiles/1/a.b.mvt')?.params.y, 'a.b');
  for (const path of ['/tiles/1/2', '/tiles/1/.mvt', '/tiles/1/2.mvt/', '/tiles/1/2.MVT'])
    t.equal(matcher.match('GET', path), null, path);
  t.throws(() => matcher.add('GET', '/{x}.mvt/{y}', 'odd'), /has an ending before its last segment/);
});
