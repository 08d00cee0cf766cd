import { Command, Option } from 'commander';
import { blobLocation } from '../blob/blob-url.js';
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

/** Citus' own default: enough parts for the cores of some nodes. */
const DEFAULT_SHARDS = 32;

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description(
      'apply the migrations of sql/ (serve does so, too, even when several processes start at once)',
    )
    .option(
      '--distribute',
      'then distribute the tables that grow with markers over the nodes of Citus; can be repeated',
    )
    .option(
      '--shards <n>',
      'parts of each distributed table, and so the most nodes that can share its work',
      wholeNumber,
      DEFAULT_SHARDS,
    )
    .addOption(
      new Option(
        '--take-over',
        'then assign BLOB_URL and DATA_DIR to this database; their earlier installation must never run again',
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
  return { taken_over: [config.dataDir, blobLocation(config.blobs)] };
}

async function migrateDistributed(shards: number): Promise<void> {
  if (shards < 1) throw new CommandError('--shards must be 1 or more');
  try {
    await withMigratedDatabase(
      async ({ sql, applied }) => printResult({ applied, ...(await distribute(sql, shards)) }),
      {
        // Checked before anything is written, as the server may be a worker of Citus.
        before: assertDistributable,
      },
    );
  } catch (error) {
    throw error instanceof NotDistributable ? new CommandError(error.message) : error;
  }
}
