import { Command, Option } from 'commander';
import { hashKey, newKey } from '../access/keys/key.js';
import { findAccountId } from '../store/accounts.js';
import { createKey, type KeyOverrides, listKeys, revokeKey } from '../store/keys.js';
import { email, wholeNumber } from './account.js';
import { withDatabase } from './database.js';
import { CommandError, printResult } from './result.js';

interface CreateOptions extends KeyOverrides {
  email: string;
  scope: string;
}

export function keyCommand(): Command {
  const command = new Command('key').description('issue, list and revoke API keys');
  command.addCommand(
    new Command('create')
      .description('issue a key; it is shown only this once')
      .requiredOption('--email <email>', 'e-mail of the account', email)
      .addOption(new Option('--scope <scope>').choices(['read_only', 'read_write']).default('read_write'))
      .option('--rate-limit <n>', 'requests a minute', wholeNumber)
      .option('--quota-maps <n>', 'new maps a day', wholeNumber)
      .option('--quota-markers <n>', 'new single markers a day', wholeNumber)
      .option('--quota-bulk <n>', 'bulk imports a day', wholeNumber)
      .action(({ email, scope, ...overrides }: CreateOptions) =>
        withDatabase(async ({ sql }) => {
          const key = newKey();
          const keyId = await createKey(sql, email, hashKey(key), scope, overrides);
          if (keyId === null)
            throw new CommandError(`${email} has no account: create one with 'account create'`);
          printResult({ key_id: keyId, key, scope });
        }),
      ),
  );
  command.addCommand(
    new Command('revoke')
      .description('revoke a key; it takes effect within a second')
      .requiredOption('--id <id>', 'key_id of the key', wholeNumber)
      .action(({ id }: { id: number }) =>
        withDatabase(async ({ sql }) => {
          if (!(await revokeKey(sql, id))) throw new CommandError(`there is no key ${id}`);
          printResult({ revoked: true });
        }),
      ),
  );
  command.addCommand(
    new Command('list')
      .description('list the keys of an account, one JSON line each; last_used_at may be two minutes old')
      .requiredOption('--email <email>', 'e-mail of the account', email)
      .action(({ email }: { email: string }) =>
        withDatabase(async ({ sql }) => {
          const accountId = await findAccountId(sql, email);
          if (accountId === null) throw new CommandError(`${email} has no account`);
          for (const { id, scope, forSessions, createdAt, lastUsedAt, revokedAt } of await listKeys(
            sql,
            accountId,
          ))
            printResult({
              key_id: id,
              scope,
              ...(forSessions && { for_sessions: true }),
              created_at: createdAt,
              last_used_at: lastUsedAt,
              revoked_at: revokedAt,
            });
        }),
      ),
  );
  return command;
}
