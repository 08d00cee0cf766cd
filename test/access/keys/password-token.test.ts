import fc from 'fast-check';
import t from 'tap';
import { accountIdOf, isValidToken, passwordToken } from '../../../src/access/keys/password-token.js';

const secret = Buffer.from('a secret of the tests');
const account = { id: 7, email: 'Guest@example.com' };
const expiresAtSeconds = 2_000_000_000;
const token = passwordToken(secret, account, expiresAtSeconds);
const nowMs = 1_900_000_000_000;

t.test('a token is valid for its account until it expires', async (t) => {
  t.match(token, /^[\w-]{80}$/);
  t.equal(accountIdOf(secret, token), 7);
  t.equal(accountIdOf(Buffer.from('another secret'), token), null);
  t.equal(isValidToken(secret, account, token, nowMs), true);
  t.equal(isValidToken(secret, account, token, expiresAtSeconds * 1000 - 1), true);
  t.equal(isValidToken(secret, account, token, expiresAtSeconds * 1000), false);
  t.equal(isValidToken(secret, { ...account, id: 8 }, token, nowMs), false);
  t.equal(isValidToken(secret, { ...account, email: 'other@example.com' }, token, nowMs), false);
  t.equal(isValidToken(Buffer.from('another secret'), account, token, nowMs), false);
});

t.test('tokens of accounts that follow each other have nothing in common but their length', async (t) => {
  const tokens = [1, 2, 3, 2 ** 53 - 1].map((id) =>
    passwordToken(secret, { ...account, id }, expiresAtSeconds),
  );
  for (const one of tokens)
    for (const other of tokens) {
      if (one === other) continue;
      t.equal(one.length, other.length);
      t.ok([...one].filter((character, at) => character === other[at]).length < 12, 'of 80 characters');
      t.not(one.slice(0, 8), other.slice(0, 8));
    }
});

t.test('a token that was changed anywhere is worth nothing', async (t) => {
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
    `${token.slice(0, -1)}=`,
  ])
    t.equal(isValidToken(secret, account, text, nowMs), false, JSON.stringify(text));
});
