import { Command, Option } from 'commander';
import { type Role, startApp } from '../app.js';
import { hashKey, newKey } from '../auth/key.js';
import { readConfig } from '../config.js';
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
      endOnUnhandled(log);
      const app = await startApp(config, log, role);
      await issueFirstKey(app.sql);
      log.info({ url: app.publicUrl, role, pid: process.pid }, 'cartload is ready');
      let stopping = false;
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        process.on(signal, () => {
          if (stopping) return;
          stopping = true;
          log.info({ signal }, 'stopping');
          app.stop().then(() => process.exit(0));
        });
      }
    });

/** What nobody awaited is a bug: say so and end, so that a supervisor starts a sound process. */
function endOnUnhandled(log: ReturnType<typeof createLog>): void {
  const end = (kind: string) => (error: unknown) => {
    log.fatal({ err: error }, kind);
    process.exit(1);
  };
  process.on('unhandledRejection', end('unhandled rejection'));
  process.on('uncaughtException', end('uncaught exception'));
}

/** On an empty database a first account and key are made, and the key is shown, once. */
async function issueFirstKey(sql: Sql): Promise<void> {
  if (await hasAccounts(sql)) return;
  const account = await createAccount(sql, FIRST_EMAIL, {});
  if (!account) return; // another process was faster, and shows its key
  const key = newKey();
  const keyId = await createKey(sql, account.email, hashKey(key), 'read_write', {});
  printResult({ account_id: account.id, email: account.email, key_id: keyId, key, scope: 'read_write' });
}
