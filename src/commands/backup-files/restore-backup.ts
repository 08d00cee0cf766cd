import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { syncDirectory } from '../../base/disk/sync-directory.js';
import type { BlobStore } from '../../blob/blob-store.js';
import { rejectsKey, uploadKey } from '../../import/spool/blob-keys.js';
import type { RowsFile } from '../../import/spool/spool.js';
import { rejectsPath, spoolPath } from '../../import/spool/uploaded.js';
import { DatabaseRestore } from '../../store/backup.js';
import { imageSpool } from '../../store/image-jobs.js';
import {
  type Checksum,
  checksummed,
  FILES,
  type FileLine,
  type Manifest,
  tablePath,
  UnusableBackup,
} from './manifest.js';

export interface Target {
  databaseUrl: string;
  /** Records the files that it stores as files of this installation. */
  blobs: BlobStore;
  /** In a bucket (`s3`) uploads and rejected rows lie beside the pictures, otherwise in the spool. */
  blobKind: 'file' | 's3';
  spool: { directory: string; identity: string };
}

/**
 * Fills an empty installation: files first, which do no harm if the restore is interrupted, then all tables
 * in one transaction.
 * @throws UnusableBackup when the installation has data, or a file differs from the manifest
 */
export async function restoreBackup(
  { databaseUrl, ...places }: Target,
  directory: string,
  manifest: Manifest,
): Promise<{ rows: number; files: number }> {
  const { blobs, blobKind, spool } = places;
  const database = await DatabaseRestore.begin(databaseUrl);
  if (database === null)
    throw new UnusableBackup(
      'the database already has accounts or maps: restore into an empty one, with an empty DATA_DIR',
    );
  try {
    const files = await restoreFiles(places, directory, manifest);
    const names = manifest.tables.map(({ name }) => name);
    const tables = new Map(manifest.tables.map((table) => [table.name, table]));
    await database.prepare(names);
    for (const name of await database.inOrder(names)) await fillTable(database, directory, tables.get(name)!);
    for (const sequence of manifest.sequences) await database.setSequence(sequence);
    const { identity } = manifest.blobs;
    await database.moveFiles([imageSpool(identity)], imageSpool(blobs.identity));
    await database.moveFiles([identity, manifest.spool], blobKind === 's3' ? blobs.identity : spool.identity);
    await database.commit(names);
    return { rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), files };
  } finally {
    await database.close();
  }
}

async function fillTable(
  database: DatabaseRestore,
  directory: string,
  table: Manifest['tables'][number],
): Promise<void> {
  const path = join(directory, tablePath(table.name));
  const sum = checksummed();
  const source = createReadStream(path);
  const rows = createGunzip();
  // The first of the two failures is thrown.
  const unpacking = pipeline(source, rows).catch((error) => rows.destroy(error));
  try {
    await pipeline(Readable.from(sum.pass(rows), { objectMode: false }), database.fill(table));
  } catch (error) {
    // Rows that are spoilt reach the database before the checksum is known.
    throw (await isWhole(path, table)) ? error : damaged(path);
  } finally {
    await unpacking;
  }
  if (!isSame(sum.result(), table) || (await database.count(table.name)) !== table.rows) throw damaged(path);
}

async function isWhole(path: string, table: Checksum): Promise<boolean> {
  const sum = checksummed();
  try {
    await pipeline(createReadStream(path), createGunzip(), async (rows: AsyncIterable<Uint8Array>) => {
      for await (const _ of sum.pass(rows));
    });
  } catch {
    return false;
  }
  return isSame(sum.result(), table);
}

async function restoreFiles(
  places: Omit<Target, 'databaseUrl'>,
  directory: string,
  { files }: Manifest,
): Promise<number> {
  const list = join(directory, FILES);
  const listed = await checksumOf(list);
  if (listed === null || !isSame(listed, files) || listed.lines !== files.count) throw damaged(list);
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(list) })) {
    const { path, ...expected } = JSON.parse(line) as FileLine;
    const source = join(directory, path);
    if (!existsSync(source)) throw damaged(source);
    const content = checksummed();
    await put(places, path, content.pass(createReadStream(source)));
    if (!isSame(content.result(), expected)) throw damaged(source);
    count++;
  }
  await syncDirectory(places.spool.directory);
  return count;
}

/** Puts a file where the target looks for it; the backed-up installation may have kept it elsewhere. */
async function put(
  { blobs, blobKind, spool }: Omit<Target, 'databaseUrl'>,
  path: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const ofImport = importFileOf(path);
  const [, folder, name] = /^(blobs|spool)\/(\w[\w.-]*(?:\/\w[\w.-]*)?)$/.exec(path) ?? [];
  if (ofImport && blobKind === 's3') await blobs.put(ofImport.key, bytes);
  else if (ofImport) await write(ofImport.pathIn(spool.directory), bytes);
  else if (folder === 'blobs') await blobs.put(name!, bytes);
  else if (folder === 'spool') await write(join(spool.directory, name!), bytes);
  // The secret was restored before.
  else for await (const _ of bytes);
}

const UPLOAD = /^(?:blobs\/uploads\/|spool\/)(\w+?)(?:\.upload)?$/;
const ROWS = /^(?:blobs\/errors\/|spool\/)(\w+)(?:\.(errors|skipped))?\.csv$/;

/** Key in a bucket and path in a spool of an upload or its rejected rows; null for other files. */
function importFileOf(path: string): { key: string; pathIn: (spool: string) => string } | null {
  const [, upload] = UPLOAD.exec(path) ?? [];
  if (upload) return { key: uploadKey(upload), pathIn: (spool) => spoolPath(spool, upload) };
  const [, job, kind = 'errors'] = ROWS.exec(path) ?? [];
  if (!job) return null;
  const rows = kind as RowsFile;
  return { key: rejectsKey(job, rows), pathIn: (spool) => rejectsPath(spool, job, rows) };
}

async function write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(
    Readable.from(content, { objectMode: false }),
    createWriteStream(`${path}.part`, { mode: 0o600, flush: true }),
  );
  await rename(`${path}.part`, path);
}

/** @returns null: there is no such file */
async function checksumOf(path: string): Promise<(Checksum & { lines: number }) | null> {
  if (!existsSync(path)) return null;
  const sum = checksummed();
  for await (const _ of sum.pass(createReadStream(path)));
  return sum.result();
}

const isSame = (found: Checksum, expected: Checksum): boolean =>
  found.bytes === expected.bytes && found.sha256 === expected.sha256;

export const damaged = (path: string): UnusableBackup =>
  new UnusableBackup(`${path} is damaged: it differs from the manifest; nothing was restored`);

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
