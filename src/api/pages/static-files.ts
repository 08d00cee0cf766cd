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
/** Longer files are sent in such pieces, so that a slow reader holds one of them. */
const PIECE_BYTES = 64 * 1024;
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

/** A file of a folder, read when it is first asked for, in an encoding that the client takes. */
export async function fileReply({ header }: HttpRequest, folder: URL, file: string): Promise<Reply> {
  const headers = {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    vary: 'accept-encoding',
    ...SAFETY,
  };
  const accepted = header('accept-encoding');
  for (const { name, ending } of ENCODINGS) {
    const bytes = takes(accepted, name) ? await keptFile(new URL(file + ending, folder)) : null;
    if (bytes) return wholeReply({ ...headers, 'content-encoding': name }, bytes);
  }
  const bytes = await keptFile(new URL(file, folder));
  if (bytes === null) throw new Error(`${file} is no longer in ${folder.pathname}`);
  return wholeReply(headers, bytes);
}

function wholeReply(headers: Record<string, string>, bytes: Buffer): Reply {
  if (bytes.length <= PIECE_BYTES) return { status: 200, headers, bytes };
  const whole = { ...headers, 'content-length': String(bytes.length) };
  return { status: 200, headers: whole, bytes: piecesOf(bytes) };
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}

/** A file whose name changes with its bytes. */
export const immutableFile =
  (folder: URL, file: string): Handler =>
  async (request) => {
    const { headers, ...reply } = await fileReply(request, folder, file);
    return { ...reply, headers: { ...headers, 'cache-control': 'public, max-age=31536000, immutable' } };
  };

/**
 * Anybody may ask for the longest files a thousand times at once, and not read them: all are sent the same
 * bytes. Those of a build are some 7 MB in all encodings.
 */
const kept = new Map<string, Promise<Buffer | null>>();

/** null for a file that was too short to be compressed. */
function keptFile(url: URL): Promise<Buffer | null> {
  const known = kept.get(url.href);
  if (known !== undefined) return known;
  const read = readFile(url).catch((error: NodeJS.ErrnoException) => {
    // Another error may pass.
    if (error.code !== 'ENOENT') kept.delete(url.href);
    return null;
  });
  kept.set(url.href, read);
  return read;
}
