#!/usr/bin/env node
import { Command } from 'commander';
import { version } from './base/version.js';
import { describeFailure, oneLine } from './commands/failure.js';
import { readSecretFiles } from './secret-files.js';

/**
 * Loaded when they are needed: all of them together take as long to load as a short command takes for its
 * work.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.js')).serveCommand(),
  migrate: async () => (await import('./commands/migrate.js')).migrateCommand(),
  account: async () => (await import('./commands/account.js')).accountCommand(),
  key: async () => (await import('./commands/key.js')).keyCommand(),
  audit: async () => (await import('./commands/audit.js')).auditCommand(),
  mails: async () => (await import('./commands/mails.js')).mailsCommand(),
  backup: async () => (await import('./commands/backup.js')).backupCommand(),
  restore: async () => (await import('./commands/backup.js')).restoreCommand(),
  demographics: async () => (await import('./commands/demographics.js')).demographicsCommand(),
  boundaries: async () => (await import('./commands/boundaries.js')).boundariesCommand(),
  roads: async () => (await import('./commands/roads.js')).roadsCommand(),
  import: async () => (await import('./commands/import.js')).importCommand(),
  jobs: async () => (await import('./commands/jobs.js')).jobsCommand(),
  picture: async () => (await import('./commands/picture.js')).pictureCommand(),
};

const program = new Command('cartload')
  .description('puts large spreadsheets on maps')
  .version(version, '--version', 'print the version')
  .hook('preAction', () => readSecretFiles(process.env));
const named = process.argv[2] ?? '';
// Help, and advice on a command that does not exist, know all.
for (const [name, load] of Object.entries(COMMANDS))
  if (name === named || !Object.hasOwn(COMMANDS, named)) program.addCommand(await load());

const complain = (message: string): void => {
  process.stderr.write(`cartload: ${message}\n`);
};

/** Makes Commander's messages one line; added commands do not inherit the setting of their parent. */
function complainInOneLine(command: Command): void {
  command.configureOutput({ outputError: (text) => complain(oneLine(text.replace(/^error: /, ''))) });
  command.commands.forEach(complainInOneLine);
}
complainInOneLine(program);

// A reader that has seen enough, such as `head`, closes the pipe: the command does its work to the end,
// unread.
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
