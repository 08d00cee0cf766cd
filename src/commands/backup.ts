import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { loadSecret } from '../access/keys/secret.js';
import { version } from '../base/version.js';
import { blobLocation } from '../blob/blob-url.js';
import { openBlobStore } from '../blob/open-blob-store.js';
import { claimPlace, ownedDirectory } from '../blob/owner.js';
import { RegisteredBlobStore } from '../blob/registered-store.js';
import type { Config } from '../config.js';
import { loadSpoolIdentity } from '../import/spool/spool-identity.js';
import { hasTables, noteBackup } from '../store/backup.js';
import { BlobRegister } from '../store/blobs.js';
import { settleInstallation } from '../store/installation.js';
import {
  BEFORE_FIRST_RELEASE,
  isForeignDatabase,
  migrate,
  schemaState,
  schemaVersion,
} from '../store/migrate.js';
import { makeBackup } from './backup-files/make-backup.js';
import { type Manifest, readManifest, UnusableBackup } from './backup-files/manifest.js';
import { damaged, restoreBackup, sha256 } from './backup-files/restore-backup.js';
import { ensureDataDir } from './data-dir.js';
import { type CommandDatabase, withDatabase, withServer } from './database.js';
import { CommandError, printResult } from './result.js';

export const backupCommand = (): Command =>
  new Command('backup')
    .description('back up the database, the files and the secret into a directory while the service runs')
    .argument('<dir>', 'empty or new directory')
    .action((directory: string) =>
      usable(() =>
        withDatabase(async (database) => {
          const { config, sql, url } = database;
          const installation = await openPlaces(database);
          const secretFile = config.secret === null ? join(config.dataDir, 'secret') : null;
          const { takenAt, uploadsElsewhere, ...result } = await makeBackup(
            {
              ...installation,
              version,
              databaseUrl: config.databaseListenUrl ?? url,
              blobKind: config.blobs.kind,
              secret: await loadSecret(config.secret, config.dataDir),
              secretFile,
            },
            resolve(directory),
          );
          await noteBackup(sql, takenAt);
          printResult({
            backup: resolve(directory),
            version,
            taken_at: takenAt,
            ...result,
            uploads_elsewhere: uploadsElsewhere,
          });
        }),
      ),
    );

export const restoreCommand = (): Command =>
  new Command('restore')
    .description(
      'fill an empty installation with a back-up; its DATABASE_URL, DATA_DIR and BLOB_URL must be empty',
    )
    .argument('<dir>', "directory that 'cartload backup' wrote")
    .action((directory: string) =>
      usable(async () => {
        const from = resolve(directory);
        const manifest = await readManifest(from);
        const needed = manifest.migrations.map(({ name }) => name);
        const { names: ours } = await schemaVersion();
        if (isForeignDatabase(ours, new Set(needed)))
          throw new CommandError(`${from} ${BEFORE_FIRST_RELEASE}`);
        const unknown = needed.find((name) => !ours.includes(name));
        if (unknown !== undefined)
          throw new CommandError(
            `${from} was made by a newer version of cartload, ${manifest.version}, and has ${unknown}: restore it with that version`,
          );
        await withServer(
          async (database) => {
            const { config, sql, url } = database;
            const { isEmpty, pending } = await schemaState(sql);
            if (isEmpty && (await hasTables(sql)))
              throw new CommandError('the database has tables of another program: restore into an empty one');
            if (!isEmpty && pending.some((name) => needed.includes(name)))
              throw new CommandError('the database has tables of another version: restore into an empty one');
            // First the tables as they were in the back-up, and the functions that openPlaces calls; the rest
            // follows once the rows are restored.
            const isOlder = needed.length < ours.length;
            await migrate(
              sql,
              undefined,
              undefined,
              (name) => !isOlder || needed.includes(name) || name === 'functions/installation.sql',
            );
            const places = await openPlaces(database);
            await assertNoFiles(places);
            const secret = await restoreSecret(config, from, manifest);
            const result = await restoreBackup(
              { ...places, databaseUrl: config.databaseListenUrl ?? url },
              from,
              manifest,
            );
            const { applied } = await migrate(sql);
            printResult({
              restored: from,
              version: manifest.version,
              taken_at: manifest.taken_at,
              ...result,
              secret,
              applied,
            });
          },
          ({ dataDir }) => ensureDataDir(dataDir),
        );
      }),
    );

/** Claims the places of the installation's files for its database. */
async function openPlaces({ sql, config }: CommandDatabase) {
  const { dataDir, blobs: address } = config;
  const installation = await settleInstallation(sql);
  await claimPlace(ownedDirectory(dataDir), installation, `DATA_DIR=${dataDir}`);
  const store = await openBlobStore(address);
  await claimPlace(store, installation, `BLOB_URL=${blobLocation(address)}`);
  const directory = join(dataDir, 'spool');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const register = new BlobRegister(sql, store.identity);
  return {
    register,
    store,
    blobs: new RegisteredBlobStore(store, register),
    blobKind: address.kind,
    spool: { directory, identity: await loadSpoolIdentity(directory) },
  };
}

/** Files of an interrupted restore are allowed. */
async function assertNoFiles({ store, register }: Awaited<ReturnType<typeof openPlaces>>): Promise<void> {
  for (const folder of ['images', 'uploads', 'errors'])
    for await (const { key } of store.list(folder)) {
      if (await register.has(key)) continue;
      throw new CommandError(
        `BLOB_URL already has files, such as ${key}: restore with an empty directory, bucket or prefix`,
      );
    }
}

/** @returns path of the secret's file, or `SECRET` */
async function restoreSecret(config: Config, from: string, { secret }: Manifest): Promise<string> {
  const path = join(config.dataDir, 'secret');
  if (config.secret === null && !secret.is_given && !existsSync(path)) {
    const copied = join(from, 'secret');
    const text = await readFile(copied, 'utf8').catch(() => '');
    if (sha256(Buffer.from(text, 'hex')) !== secret.sha256) throw damaged(copied);
    await copyFile(copied, path);
  }
  if (config.secret === null && secret.is_given)
    throw new CommandError('the backed-up installation had SECRET set: set the same value to restore it');
  const found = await loadSecret(config.secret, config.dataDir);
  if (sha256(found) !== secret.sha256)
    throw new CommandError(
      config.secret === null
        ? `${path} differs from the secret of the back-up: restore with an empty DATA_DIR`
        : 'SECRET differs from that of the backed-up installation: set the same value, or none if it had none',
    );
  return secret.is_given ? 'SECRET' : path;
}

async function usable(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    throw error instanceof UnusableBackup ? new CommandError(error.message) : error;
  }
}
