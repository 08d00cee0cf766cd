import { Command } from 'commander';
import { assertDistributable, distribute, NotDistributable } from '../store/distribute.js';
import { wholeNumber } from './account.js';
import { withDatabase } from './database.js';
import { CommandError, printResult } from './result.js';

interface MigrateOptions {
  distribute?: boolean;
  shards: number;
}

/** Of Citus, too: some nodes' worth of cores. */
const DEFAULT_SHARDS = 32;

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description('apply sql/ (serve does it too, safely when several start at once)')
    .option('--distribute', 'then spread what grows with markers over the nodes of Citus; can be repeated')
    .option(
      '--shards <n>',
      'parts of each distributed table: as many nodes at most can share the work',
      wholeNumber,
      DEFAULT_SHARDS,
    )
    .action((options: MigrateOptions) =>
      options.distribute
        ? migrateDistributed(options.shards)
        : withDatabase(async ({ applied }) => printResult({ applied })),
    );

async function migrateDistributed(shards: number): Promise<void> {
  if (shards < 1) throw new CommandError('--shards must be 1 or more');
  try {
    await withDatabase(
      async ({ sql, applied }) => printResult({ applied, ...(await distribute(sql, shards)) }),
      {
        // Before anything is written to what may be a worker.
        before: assertDistributable,
      },
    );
  } catch (error) {
    throw error instanceof NotDistributable ? new CommandError(error.message) : error;
  }
}
