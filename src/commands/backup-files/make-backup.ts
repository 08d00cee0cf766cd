import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncDirectory } from '../../base/disk/sync-directory.js';
import type { BlobStore } from '../../blob/blob-store.js';
import { DatabaseSnapshot } from '../../store/backup.js';
import {
  checksummed,
  FILES,
  type FileLine,
  FORMAT,
  type Manifest,
  tablePath,
  UnusableBackup,
  writeManifest,
} from './manifest.js';

export interface BackedUpInstallation {
  version: string;
  databaseUrl: string;
  blobs: BlobStore;
  /** In a bucket (`s3`) uploads and rejected rows lie beside the pictures. */
  blobKind: 'file' | 's3';
  /** Directory of uploads and rejected rows otherwise, and its identity. */
  spool: { directory: string; identity: string };
  secret: Buffer;
  /** File with the secret; null: it was given as SECRET. */
  secretFile: string | null;
}

export interface BackupResult {
  rows: number;
  files: number;
  bytes: number;
  takenAt: string;
  /** Files that the database refers to but that are missing. */
  missing: number;
  /** Imports whose uploads lie on other machines. */
  uploadsElsewhere: number;
}

/** Keys or jobs of one statement. */
const BATCH = 500;
/** Snapshots to try: an upload may be removed between the lock and the snapshot. */
const TRIES = 3;

/**
 * Backs up a running installation into an empty or new directory: the database at one moment, and the files
 * that it refers to at that moment. Memory holds one chunk at a time.
 * @throws UnusableBackup when the directory is not empty; errors of reading and writing
 */
export async function makeBackup(
  installation: BackedUpInstallation,
  directory: string,
): Promise<BackupResult> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await readdir(directory)).length > 0)
    throw new UnusableBackup(`${directory} is not empty: name a new directory`);
  for (const name of ['tables', 'blobs', 'spool']) await mkdir(join(directory, name), { mode: 0o700 });

  const files = new FileList(directory);
  const { snapshot, missing } = await snapshotWithUploads(installation, files);
  try {
    const manifest = await copyDatabase(installation, snapshot, directory);
    const missingBlobs = await copyBlobs(installation, snapshot, files);
    if (installation.blobKind === 'file') await copyRejects(installation, snapshot, files);
    const { secret, secretFile } = installation;
    if (secretFile !== null) await files.add('secret', createReadStream(secretFile));
    const uploadsElsewhere = await snapshot.importsElsewhere([
      installation.spool.identity,
      installation.blobs.identity,
    ]);
    const listed = await files.end();
    for (const name of ['tables', 'blobs', 'spool']) await syncDirectory(join(directory, name));
    await writeManifest(directory, {
      ...manifest,
      files: listed,
      secret: { sha256: createHash('sha256').update(secret).digest('hex'), is_given: secretFile === null },
    });
    return {
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: listed.count,
      bytes: files.bytes + manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0),
      takenAt: manifest.taken_at,
      missing: missing + missingBlobs,
      uploadsElsewhere,
    };
  } finally {
    await snapshot.close();
  }
}

/** Copies uploads first: an import that ended just before the lock may be removing its upload. */
async function snapshotWithUploads(
  installation: BackedUpInstallation,
  files: FileList,
): Promise<{ snapshot: DatabaseSnapshot; missing: number }> {
  for (let tries = 1; ; tries++) {
    const snapshot = await DatabaseSnapshot.take(installation.databaseUrl);
    try {
      const missing = await copyUploads(installation, snapshot, files);
      if (missing === 0 || tries === TRIES) return { snapshot, missing };
    } catch (error) {
      await snapshot.close();
      throw error;
    }
    await snapshot.close();
  }
}

/** @returns number of missing uploads */
async function copyUploads(
  { blobs, blobKind, spool }: BackedUpInstallation,
  snapshot: DatabaseSnapshot,
  files: FileList,
): Promise<number> {
  let missing = 0;
  const identity = blobKind === 's3' ? blobs.identity : spool.identity;
  for (let last = '', ids: string[]; ; last = ids.at(-1)!) {
    ids = await snapshot.openImports(identity, last, BATCH);
    for (const id of ids) {
      const name = blobKind === 's3' ? `uploads/${id}` : `${id}.upload`;
      const path = `${blobKind === 's3' ? 'blobs' : 'spool'}/${name}`;
      if (files.has(path)) continue;
      const content =
        blobKind === 's3' ? await readBlob(blobs, name) : await readFile(join(spool.directory, name));
      if (content === null) missing++;
      else await files.add(path, content);
    }
    if (ids.length < BATCH) return missing;
  }
}

async function copyDatabase(
  { version, blobs, blobKind, spool }: BackedUpInstallation,
  snapshot: DatabaseSnapshot,
  directory: string,
): Promise<Omit<Manifest, 'files' | 'secret'>> {
  const tables: Manifest['tables'] = [];
  for (const table of await snapshot.tables()) {
    const path = join(directory, tablePath(table.name));
    const sum = checksummed();
    await pipeline(
      Readable.from(sum.pass(snapshot.copy(table)), { objectMode: false }),
      // Three times as fast as the default level, a tenth larger.
      createGzip({ level: 1 }),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
    const { lines, ...checksum } = sum.result();
    tables.push({ ...table, rows: lines, ...checksum });
  }
  return {
    format: FORMAT,
    version,
    taken_at: await snapshot.takenAt(),
    migrations: await snapshot.migrations(),
    tables,
    sequences: await snapshot.sequences(),
    blobs: { kind: blobKind, identity: blobs.identity },
    spool: spool.identity,
  };
}

/** @returns number of missing files: pictures, which are drawn again on request */
async function copyBlobs(
  { blobs }: BackedUpInstallation,
  snapshot: DatabaseSnapshot,
  files: FileList,
): Promise<number> {
  let missing = 0;
  for (let last = '', keys: string[]; ; last = keys.at(-1)!) {
    keys = await snapshot.blobs(blobs.identity, last, BATCH);
    for (const key of keys) {
      const content = await readBlob(blobs, key);
      if (content === null) missing++;
      else await files.add(`blobs/${key}`, content);
    }
    if (keys.length < BATCH) return missing;
  }
}

/** Copies the files of jobs in a spool directory other than uploads, such as rejected rows. */
async function copyRejects(
  { spool }: BackedUpInstallation,
  snapshot: DatabaseSnapshot,
  files: FileList,
): Promise<void> {
  const copy = async (names: readonly string[]): Promise<void> => {
    const jobs = await snapshot.jobs(names.map(jobIdOf));
    for (const name of names) {
      if (!jobs.has(jobIdOf(name))) continue;
      const content = await readFile(join(spool.directory, name));
      if (content !== null) await files.add(`spool/${name}`, content);
    }
  };
  let batch: string[] = [];
  for await (const { name } of await opendir(spool.directory)) {
    if (!name.includes('.') || /\.(upload|part)$/.test(name) || batch.push(name) < BATCH) continue;
    await copy(batch);
    batch = [];
  }
  await copy(batch);
}

const jobIdOf = (name: string): string => name.split('.', 1)[0]!;

/** @returns null when there is no such blob */
async function readBlob(blobs: BlobStore, key: string): Promise<AsyncIterable<Uint8Array> | null> {
  const blob = await blobs.open(key);
  if (blob === null) return null;
  return (async function* () {
    try {
      yield* blob.read(0, blob.bytes);
    } finally {
      await blob.close();
    }
  })();
}

/** @returns null when there is no such file. An open file stays readable even if it is removed. */
async function readFile(path: string): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return (await open(path, 'r')).createReadStream();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes files and their list. */
class FileList {
  readonly #names = new Set<string>();
  readonly #sum = checksummed();
  #list: ReturnType<typeof createWriteStream> | null = null;
  #count = 0;
  bytes = 0;

  constructor(readonly directory: string) {}

  /** True for an upload that is written already. */
  has(path: string): boolean {
    return this.#names.has(path);
  }

  async add(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const sum = checksummed();
    const target = join(this.directory, path);
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (folder.includes('/')) await mkdir(join(this.directory, folder), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(sum.pass(content), { objectMode: false }),
      createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
    );
    const { bytes, sha256 } = sum.result();
    if (/^(spool|blobs\/uploads)\//.test(path) && !path.endsWith('.csv')) this.#names.add(path);
    this.bytes += bytes;
    this.#count++;
    await this.#write({ path, bytes, sha256 });
  }

  async end(): Promise<Manifest['files']> {
    const list = this.#open();
    await new Promise<void>((resolve, reject) => list.once('error', reject).end(resolve));
    const { bytes, sha256 } = this.#sum.result();
    return { count: this.#count, bytes, sha256 };
  }

  #open(): ReturnType<typeof createWriteStream> {
    this.#list ??= createWriteStream(join(this.directory, FILES), { flags: 'wx', mode: 0o600, flush: true });
    return this.#list;
  }

  async #write(line: FileLine): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    for await (const chunk of this.#sum.pass(Readable.from([bytes])))
      await new Promise<void>((resolve, reject) =>
        this.#open().write(chunk, (error) => (error ? reject(error) : resolve())),
      );
  }
}
