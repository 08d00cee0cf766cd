import { Command, Option } from 'commander';
import { nameOf } from '../blob/blob-url.js';
import { openBlobStore } from '../blob/open-blob-store.js';
import { ownedDirectory } from '../blob/owner.js';
import { assertDistributable, distribute, NotDistributable } from '../store/distribute.js';
import { settleInstallation } from '../store/installation.js';
import { wholeNumber } from './account.js';
import { ensureDataDir } from './data-dir.js';
import { type CommandDatabase, withMigratedDatabase } from './database.js';
import { CommandError, printResult } from './result.js';

interface MigrateOptions {
  distribute?: boolean;
  takeOver?: boolean;
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
    .addOption(
      new Option(
        '--take-over',
        'then make BLOB_URL and DATA_DIR, which belong to an installation that never runs again, those of this database',
      ).conflicts('distribute'),
    )
    .action((options: MigrateOptions) =>
      options.distribute
        ? migrateDistributed(options.shards)
        : withMigratedDatabase(async ({ applied, ...database }) =>
            printResult({ applied, ...(options.takeOver && (await takeOver(database))) }),
          ),
    );

async function takeOver({ sql, config }: CommandDatabase): Promise<{ taken_over: string[] }> {
  const { id } = await settleInstallation(sql);
  await ensureDataDir(config.dataDir);
  await ownedDirectory(config.dataDir).setOwner(id);
  await (await openBlobStore(config.blobs)).setOwner(id);
  return { taken_over: [config.dataDir, nameOf(config.blobs)] };
}

async function migrateDistributed(shards: number): Promise<void> {
  if (shards < 1) throw new CommandError('--shards must be 1 or more');
  try {
    await withMigratedDatabase(
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
