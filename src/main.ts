#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { accountCommand } from './commands/account.js';
import { importCommand } from './commands/import.js';
import { keyCommand } from './commands/key.js';
import { migrateCommand } from './commands/migrate.js';
import { CommandError } from './commands/result.js';
import { serveCommand } from './commands/serve.js';
import { ConfigError } from './config.js';

const program = new Command('cartload')
  .description('puts large spreadsheets on maps')
  .addCommand(serveCommand())
  .addCommand(migrateCommand())
  .addCommand(accountCommand())
  .addCommand(keyCommand())
  .addCommand(importCommand());

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode);
  const expected = error instanceof CommandError || error instanceof ConfigError;
  process.stderr.write(
    `cartload: ${expected ? (error as Error).message : ((error as Error).stack ?? error)}\n`,
  );
  process.exit(1);
}
