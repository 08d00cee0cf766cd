import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../../base/disk/sync-directory.js';
import type { BackedUpSequence, BackedUpTable } from '../../store/backup.js';

export const FORMAT = 1;

/** Rows of a table, or files: what they are known by. */
export interface Checksum {
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** What a back-up says of itself, in a file that is written last: a directory without it is no whole back-up. */
export interface Manifest {
  format: typeof FORMAT;
  /** Of the program that made it. */
  version: string;
  /** As of when all of it is, ISO 8601. */
  taken_at: string;
  migrations: { name: string; sha256: string }[];
  tables: (BackedUpTable & Checksum & { rows: number })[];
  sequences: BackedUpSequence[];
  /** Identities that jobs know the places of their files by. */
  blobs: { kind: 'file' | 's3'; identity: string };
  spool: string;
  /** Of `files.jsonl`, a line a file. */
  files: Checksum & { count: number };
  /** SHA-256 of the secret; whether it is among the files, or was given to the service as SECRET. */
  secret: { sha256: string; is_given: boolean };
}

export interface FileLine extends Checksum {
  /** Below the directory. */
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

/** Why a directory cannot be restored, for people. */
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
        ? `${directory} is no whole back-up: it has no ${MANIFEST}, which is written last`
        : `${directory} cannot be read: ${code}`,
    );
  }
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new UnusableBackup(`${join(directory, MANIFEST)} is damaged`);
  }
  if (manifest.format !== FORMAT)
    throw new UnusableBackup(
      `${directory} has the format ${manifest.format}, and this version of cartload reads ${FORMAT}: use the one that made it, ${manifest.version}`,
    );
  return manifest;
}

/** Passes bytes on, and counts and hashes them. */
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
