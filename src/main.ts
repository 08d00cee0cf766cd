#!/usr/bin/env node
import { Command } from 'commander';
import { version } from './base/version.js';
import { accountCommand } from './commands/account.js';
import { auditCommand } from './commands/audit.js';
import { backupCommand, restoreCommand } from './commands/backup.js';
import { boundariesCommand } from './commands/boundaries.js';
import { demographicsCommand } from './commands/demographics.js';
import { describeFailure, oneLine } from './commands/failure.js';
import { importCommand } from './commands/import.js';
import { jobsCommand } from './commands/jobs.js';
import { keyCommand } from './commands/key.js';
import { mailsCommand } from './commands/mails.js';
import { migrateCommand } from './commands/migrate.js';
import { roadsCommand } from './commands/roads.js';
import { serveCommand } from './commands/serve.js';
import { readSecretFiles } from './secret-files.js';

const program = new Command('cartload')
  .description('puts large spreadsheets on maps')
  .version(version, '--version', 'print the version')
  .hook('preAction', () => readSecretFiles(process.env))
  .addCommand(serveCommand())
  .addCommand(migrateCommand())
  .addCommand(accountCommand())
  .addCommand(keyCommand())
  .addCommand(auditCommand())
  .addCommand(mailsCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(demographicsCommand())
  .addCommand(boundariesCommand())
  .addCommand(roadsCommand())
  .addCommand(importCommand())
  .addCommand(jobsCommand());

const complain = (message: string): void => {
  process.stderr.write(`cartload: ${message}\n`);
};

/** Makes Commander's messages one line; added commands do not inherit the setting of their parent. */
function complainInOneLine(command: Command): void {
  command.configureOutput({ outputError: (text) => complain(oneLine(text.replace(/^error: /, ''))) });
  command.commands.forEach(complainInOneLine);
}
complainInOneLine(program);

// A reader that has seen enough, such as `head`, closes the pipe: the command does its work to the end, unread.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  complain(describeFailure(error));
  if (['debug', 'trace'].includes(process.env.LOG_LEVEL ?? ''))
    process.stderr.write(`${(error as Error).stack}\n`);
  // Wait for the pipe: an immediate exit would cut a long result after its first 64 KiB.
  process.stdout.write('', () => process.exit(1));
}
