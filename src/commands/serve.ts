import { Command, Option } from 'commander';
import type { Role } from '../app.js';
import { hashKey, newKey } from '../auth/key.js';
import { readConfig } from '../config.js';
import { configWarnings } from '../config-warnings.js';
import { createLog } from '../log.js';
import { createAccount, hasAccounts } from '../store/accounts.js';
import type { Sql } from '../store/client.js';
import { createKey } from '../store/keys.js';
import { printResult } from './result.js';

const FIRST_EMAIL = 'owner@example.com';

export const serveCommand = (): Command =>
  new Command('serve')
    .description('answer requests and run jobs until SIGTERM')
    .addOption(
      new Option('--role <role>', 'http or jobs alone, to split them over machines')
        .choices(['all', 'http', 'jobs'])
        .default('all'),
    )
    .action(async ({ role }: { role: Role }) => {
      const config = readConfig(process.env);
      const log = createLog(config.logLevel);
      for (const warning of configWarnings(config, role !== 'jobs')) log.warn(warning);
      // Here, as it takes longer to load than other commands to run.
      const { runApp } = await import('./run-app.js');
      await runApp({ config, log, role }, async (app) => {
        await issueFirstKey(app.sql);
        // A process that only runs jobs has no base_url.
        const address = role === 'jobs' ? app.origin && { origin: app.origin } : { url: app.publicUrl };
        log.info({ ...address, role, pid: process.pid }, 'cartload is ready');
      });
    });

/** On an empty database a first account and key are made, and the key is shown, once. */
async function issueFirstKey(sql: Sql): Promise<void> {
  if (await hasAccounts(sql)) return;
  const account = await createAccount(sql, FIRST_EMAIL, {});
  if (!account) return; // another process was faster, and shows its key
  const key = newKey();
  const keyId = await createKey(sql, account.email, hashKey(key), 'read_write', {});
  printResult({ account_id: account.id, email: account.email, key_id: keyId, key, scope: 'read_write' });
}
