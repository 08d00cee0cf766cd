import t from 'tap';
import { whyUnauthorized } from '../../src/http/why-unauthorized.js';

const KEY = `ck_${'Ab1'.repeat(10)}`;
const why = (headers: Readonly<Record<string, string>>, query = ''): string =>
  whyUnauthorized({ header: (name) => headers[name] ?? '', query });
const by = (authorization: string): string => why({ authorization });

t.test('each cause has its own words, and none repeats the key', async (t) => {
  const told = [
    [why({}), /Authorization is missing/],
    [by('Bearer '), /no key follows/],
    [by(KEY), /Bearer is missing before the key/],
    [by(`Token ${KEY}`), /scheme .* is not Bearer/],
    [by(`Basic ${Buffer.from(`${KEY}:`).toString('base64')}`), /scheme .* is not Bearer/],
    [by(`Bearer "${KEY}"`), /in quotes/],
    [by('Bearer ck_...'), /begins with ck_/],
    [by('Bearer <API_KEY>'), /begins with ck_/],
    [by(`Bearer ${KEY.slice(0, 9)} ${KEY.slice(9)}`), /has blanks/],
    [why({ 'x-api-key': KEY }), /X-Api-Key is not read/],
    [why({}, `page_size=1&api_key=${KEY}`), /query is not read/],
    [by(`bearer ${KEY}`), /unknown or was revoked/],
  ] as const;
  for (const [message, words] of told) {
    t.match(message, words);
    t.notMatch(message, /Ab1Ab1/);
  }
  t.equal(new Set(told.map(([message]) => message)).size, told.length - 2);
});
