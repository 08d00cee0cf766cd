import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { HttpRequest, Reply } from '../../http/message.js';

export type Handler = (request: HttpRequest) => Promise<Reply>;

export const SAFETY = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

export interface StaticManifest {
  /** Files whose names change with their bytes. */
  readonly files: string[];
  /** Hashes of pages by their names, where there are any. */
  readonly pages?: Readonly<Record<string, string>>;
}

/** null: the folder is not built. */
export function manifestOf(folder: URL): StaticManifest | null {
  try {
    return JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'));
  } catch {
    return null;
  }
}

/** Tells whether the client takes an encoding by its name, and not at weight 0. */
const takes = (header: string, name: string): boolean =>
  header.split(',').some((part) => {
    const [coding, ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    return coding === name && !parameters.some((each) => /^q\s*=\s*0(\.0*)?$/.test(each));
  });

/** A file of a folder, read when it is asked for, in an encoding that the client takes. */
export async function fileReply({ header }: HttpRequest, folder: URL, file: string): Promise<Reply> {
  const headers = {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    vary: 'accept-encoding',
    ...SAFETY,
  };
  const accepted = header('accept-encoding');
  for (const { name, ending } of ENCODINGS) {
    const bytes = takes(accepted, name) ? await fileOrNull(new URL(file + ending, folder)) : null;
    if (bytes) return { status: 200, headers: { ...headers, 'content-encoding': name }, bytes };
  }
  return { status: 200, headers, bytes: await readFile(new URL(file, folder)) };
}

/** A file whose name changes with its bytes. */
export const immutableFile =
  (folder: URL, file: string): Handler =>
  async (request) => {
    const { headers, ...reply } = await fileReply(request, folder, file);
    return { ...reply, headers: { ...headers, 'cache-control': 'public, max-age=31536000, immutable' } };
  };

/** null for a file that was too short to be compressed. */
const fileOrNull = (url: URL): Promise<Buffer | null> => readFile(url).catch(() => null);
