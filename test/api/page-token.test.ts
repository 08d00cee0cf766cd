import t from 'tap';
import { type PageScope, PageTokens } from '../../src/api/page-token.js';

const tokens = new PageTokens(Buffer.from('a secret of some length'));
const scope: PageScope = { accountId: 1, list: 'listMaps', mapId: 2, filters: { q: 'x', status: 'active' } };

t.test('a token gives back what it was issued for', async (t) => {
  t.same(tokens.read(scope, tokens.issue(scope, [12, 'b'])), [12, 'b']);
  t.same(
    tokens.read({ ...scope, filters: { status: 'active', q: 'x' } }, tokens.issue(scope, [12])),
    [12],
    'filters have no order',
  );
});

t.test('a token is refused for every other scope', async (t) => {
  const token = tokens.issue(scope, [12]);
  for (const other of [
    { ...scope, accountId: 2 },
    { ...scope, list: 'listMarkers' },
    { ...scope, mapId: 3 },
    { ...scope, filters: { q: 'y', status: 'active' } },
    { ...scope, filters: {} },
  ]) {
    t.throws(() => tokens.read(other, token), { code: 'BAD_REQUEST' }, JSON.stringify(other));
  }
  t.throws(() => new PageTokens(Buffer.from('another secret')).read(scope, token), { code: 'BAD_REQUEST' });
});

t.test('an altered or made-up token is refused', async (t) => {
  const token = tokens.issue(scope, [12]);
  for (const bad of [
    '',
    'x',
    `${token}A`,
    token.slice(0, -1),
    `${token}=`,
    token.toUpperCase(),
    `A${token.slice(1)}`,
    '💥',
  ]) {
    t.throws(() => tokens.read(scope, bad), { code: 'BAD_REQUEST' }, bad);
  }
});
