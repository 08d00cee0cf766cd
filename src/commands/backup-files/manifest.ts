import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../../base/disk/sync-directory.js';
import type { BackedUpSequence, BackedUpTable } from '../../store/backup.js';

export const FORMAT = 1;

/** Size and hash of the rows of a table, or of a file. */
export interface Checksum {
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** Description of a back-up. Its file is written last, so a directory without it is incomplete. */
export interface Manifest {
  format: typeof FORMAT;
  /** Version of cartload that made the back-up. */
  version: string;
  /** Moment that the back-up shows, ISO 8601. */
  taken_at: string;
  migrations: { name: string; sha256: string }[];
  tables: (BackedUpTable & Checksum & { rows: number })[];
  sequences: BackedUpSequence[];
  /** Identities by which jobs refer to the places of their files. */
  blobs: { kind: 'file' | 's3'; identity: string };
  spool: string;
  /** Checksum of `files.jsonl`, which has a line for each file. */
  files: Checksum & { count: number };
  /** SHA-256 of the secret. `is_given`: the service had it as SECRET, so it is not among the files. */
  secret: { sha256: string; is_given: boolean };
}

export interface FileLine extends Checksum {
  /** Relative to the directory. */
  path: string;
}

export const MANIFEST = 'manifest.json';
export const FILES = 'files.jsonl';
export const tablePath = (name: string): string => `tables/${name}.copy.gz`;

export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const unfinished = join(directory, `${MANIFEST}.part`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(directory, MANIFEST));
  await syncDirectory(directory);
}

/** A directory cannot be used; the message tells the user why. */
export class UnusableBackup extends Error {}

/** @throws UnusableBackup */
export async function readManifest(directory: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(directory, MANIFEST), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnusableBackup(
      code === 'ENOENT'
        ? `${directory} is not a complete back-up: it has no ${MANIFEST}, which is written last`
        : `${directory} cannot be read: ${code}`,
    );
  }
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new UnusableBackup(`${join(directory, MANIFEST)} is damaged`);
  }
  if (manifest === null || typeof manifest !== 'object')
    throw new UnusableBackup(`${join(directory, MANIFEST)} is damaged`);
  if (manifest.format !== FORMAT)
    throw new UnusableBackup(
      `${directory} has format ${manifest.format}, and this version of cartload reads format ${FORMAT}: use version ${manifest.version}, which made it`,
    );
  const { migrations, tables, sequences, blobs, files, secret } = manifest;
  const isWhole =
    [migrations, tables, sequences].every(Array.isArray) &&
    [blobs, files, secret].every((member) => member != null);
  if (!isWhole) throw new UnusableBackup(`${join(directory, MANIFEST)} is damaged`);
  return manifest;
}

/** Counts and hashes bytes that pass through. */
export function checksummed(): {
  pass(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  result(): Checksum & { lines: number };
} {
  const hash = createHash('sha256');
  let bytes = 0;
  let lines = 0;
  return {
    async *pass(source) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) lines++;
        yield chunk;
      }
    },
    result: () => ({ bytes, sha256: hash.digest('hex'), lines }),
  };
}
