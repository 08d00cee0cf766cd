import t from 'tap';
import { createAccount } from '../../src/store/accounts.js';
import { createOwner } from '../support/owner.js';

const { sql } = await createOwner(t);

t.test('an account is made once for an e-mail, whatever its case', async (t) => {
  t.match(await createAccount(sql, 'a@example.com', {}), { email: 'a@example.com', plan: 'enterprise' });
  t.equal(await createAccount(sql, 'A@example.com', { plan: 'free' }), null);
});

t.test(
  'one that is pending, for a map was shared with it, becomes a full one and keeps its id',
  async (t) => {
    const [{ id }] = await sql<[{ id: number }]>`SELECT account_for_email('b@example.com') AS id`;
    t.match(await createAccount(sql, 'B@example.com', { rowLimit: 5 }), {
      id,
      plan: 'enterprise',
      rowLimit: 5,
    });
    const [row] = await sql`SELECT pending FROM accounts WHERE id = ${id}`;
    t.same({ ...row }, { pending: true }, 'the link to set a password goes on working');
  },
);
