import { Command, InvalidArgumentError, Option } from 'commander';
import {
  type Account,
  type AccountChanges,
  changeAccount,
  createAccount,
  PLANS,
  summariseAccount,
} from '../store/accounts.js';
import { withDatabase } from './database.js';
import { CommandError, printResult } from './result.js';

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError('it must be a whole number from 0 to 999999999.');
  return Number(text);
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

export function email(text: string): string {
  if (!EMAIL.test(text)) throw new InvalidArgumentError('it must be an e-mail address.');
  return text;
}

interface AccountOptions extends AccountChanges {
  email: string;
}

const withOptions = (command: Command): Command =>
  command
    .requiredOption('--email <email>', 'e-mail of the account', email)
    .addOption(new Option('--plan <plan>', 'plan; only enterprise has access to the API').choices(PLANS))
    .option('--superuser', 'the account may transfer any map')
    .option('--no-superuser')
    .option('--health-data', 'the account is under a health-data protection agreement')
    .option('--no-health-data')
    .option('--row-limit <rows>', 'most rows of an import', wholeNumber);

const show = (account: Account): void =>
  printResult({ account_id: account.id, email: account.email, plan: account.plan });

export function accountCommand(): Command {
  const account = new Command('account').description('create, change and show accounts');
  account.addCommand(
    withOptions(new Command('create').description('create an account (plan enterprise unless named)')).action(
      ({ email, ...changes }: AccountOptions) =>
        withDatabase(async ({ sql }) => {
          const created = await createAccount(sql, email, changes);
          if (!created)
            throw new CommandError(`${email} already has an account: change it with 'account set'`);
          show(created);
        }),
    ),
  );
  account.addCommand(
    withOptions(new Command('set').description('change the given properties of an account')).action(
      ({ email, ...changes }: AccountOptions) =>
        withDatabase(async ({ sql }) => {
          const changed = await changeAccount(sql, email, changes);
          if (!changed) throw new CommandError(`${email} has no account`);
          show(changed);
        }),
    ),
  );
  account.addCommand(
    new Command('show')
      .description('show plan, limits, and numbers of keys, maps, markers and jobs of an account')
      .requiredOption('--email <email>', 'e-mail of the account', email)
      .action(({ email }: { email: string }) =>
        withDatabase(async ({ sql, config }) => {
          const summary = await summariseAccount(sql, email);
          if (!summary) throw new CommandError(`${email} has no account`);
          const { id, plan, pending, superuser, healthData, rowLimit, createdAt, keys, maps, markers, jobs } =
            summary;
          printResult({
            account_id: id,
            email: summary.email,
            plan,
            pending,
            superuser,
            health_data: healthData,
            row_limit: rowLimit ?? config.rowLimit,
            created_at: createdAt,
            keys,
            maps,
            markers,
            jobs: { queued: 0, processing: 0, completed: 0, failed: 0, cancelled: 0, ...jobs },
          });
        }),
      ),
  );
  return account;
}
