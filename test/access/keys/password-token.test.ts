import fc from 'fast-check';
import t from 'tap';
import { accountIdOf, isValidToken, passwordToken } from '../../../src/access/keys/password-token.js';

const secret = Buffer.from('a secret of the tests');
const account = { id: 7, email: 'Guest@example.com' };
const expiresAtSeconds = 2_000_000_000;
const token = passwordToken(secret, account, expiresAtSeconds);
const nowMs = 1_900_000_000_000;

t.test('a token is valid for its account until it expires', (t) => {
  t.match(token, /^7\.2000000000\.[\w-]{43}$/);
  t.equal(accountIdOf(token), 7);
  t.equal(isValidToken(secret, account, token, nowMs), true);
  t.equal(isValidToken(secret, account, token, expiresAtSeconds * 1000 - 1), true);
  t.equal(isValidToken(secret, account, token, expiresAtSeconds * 1000), false);
  t.equal(isValidToken(secret, { ...account, id: 8 }, token, nowMs), false);
  t.equal(isValidToken(secret, { ...account, email: 'other@example.com' }, token, nowMs), false);
  t.equal(isValidToken(Buffer.from('another secret'), account, token, nowMs), false);
  t.end();
});

t.test('a token that was changed anywhere is worth nothing', (t) => {
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'0123456789AZaz-_. \0'), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      return changed === token || !isValidToken(secret, account, changed, nowMs);
    }),
  );
  for (const text of [
    '',
    '.',
    token.slice(1),
    `${token}A`,
    ` ${token}`,
    `${token}\n`,
    '7.2000000000.',
    `07${token.slice(1)}`,
  ])
    t.equal(isValidToken(secret, account, text, nowMs), false, JSON.stringify(text));
  t.equal(accountIdOf('99999999999999999999.1.x'), null);
  t.end();
});
