import { Command } from 'commander';
import { withDatabase } from './database.js';
import { printResult } from './result.js';

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description('apply sql/ (serve does it too, safely when several start at once)')
    .action(() => withDatabase(async ({ applied }) => printResult({ applied })));
