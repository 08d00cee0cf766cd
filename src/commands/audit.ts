import { Command, InvalidArgumentError } from 'commander';
import { findAccountId } from '../store/accounts.js';
import { type AuditEntry, readAudit } from '../store/audit.js';
import { email } from './account.js';
import { withDatabase } from './database.js';
import { CommandError, printResult } from './result.js';

/** Entries of one statement. */
const PAGE = 1000;
const BEGINNING = new Date(0);

interface AuditOptions {
  email?: string;
  since?: Date;
}

export const auditCommand = (): Command =>
  new Command('audit')
    .description(
      'list who issued, revoked, shared, transferred or deleted what, one JSON line each, oldest first',
    )
    .option('--email <email>', 'actions of this account, and actions on its resources', email)
    .option('--since <time>', 'first time to list, such as 2026-05-01 or 2026-05-01T12:00:00Z', time)
    .action(({ email, since = BEGINNING }: AuditOptions) =>
      withDatabase(async ({ sql }) => {
        const accountId = email === undefined ? null : await findAccountId(sql, email);
        if (email !== undefined && accountId === null) throw new CommandError(`${email} has no account`);
        for (let afterId = 0, more = true; more; ) {
          const entries = await readAudit(sql, { accountId, since, afterId, limit: PAGE });
          for (const entry of entries) printResult(shown(entry));
          more = entries.length === PAGE;
          afterId = entries.at(-1)?.id ?? 0;
        }
      }),
    );

function time(text: string): Date {
  const date = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('it must be a date or time in ISO 8601.');
  return date;
}

/** Entry with ids and e-mails; members that do not apply are left out. */
function shown(entry: AuditEntry): object {
  const { at, action, accountId, keyId, via, ownerId, otherId, mapId, shareId, apiKeyId, details } = entry;
  const members = {
    at,
    action,
    by: entry.email ?? accountId,
    key_id: keyId ?? via,
    map_id: mapId,
    share_id: shareId,
    api_key_id: apiKeyId,
    owner: entry.ownerEmail ?? ownerId,
    [action === 'map.transferred' ? 'new_owner' : 'shared_with']: entry.otherEmail ?? otherId,
    ...details,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
