import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { taggedReply } from '../../http/etag.js';
import type { HttpRequest, Reply } from '../../http/message.js';

type Handler = (request: HttpRequest) => Promise<Reply>;

/** Made by src/pack/console.ts. */
const FOLDER = new URL('../../../console/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
};
/**
 * Neither inline scripts nor inline styles, and nobody is asked but this service.
 * @param others origins of an operator's own base map
 */
const policyOf = (others: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["connect-src 'self'", ...others].join(' '),
    ["img-src 'self' data: blob:", ...others].join(' '),
    "worker-src 'self' blob:",
    "font-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
const SAFETY = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/**
 * The console: a page at `/` for clients that take HTML, and its files, whose names change with their bytes.
 * Files are read when they are asked for, so the console costs the service nothing before. Without a build of
 * the console there is `plain` alone.
 * @param plain what other clients get at `/`
 * @param others origins that the page may ask, too
 */
export function consoleHandlers(
  plain: Handler,
  { folder = FOLDER, others = [] }: { folder?: URL; others?: readonly string[] } = {},
): Record<string, Handler> {
  const files = filesOf(folder);
  if (files === null) return { '/': plain };
  const html = readFileSync(new URL('index.html', folder), 'utf8');
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`;
  const page: Reply = {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(others),
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
      vary: 'accept, accept-encoding',
      ...SAFETY,
    },
    bytes: html,
  };
  const start: Handler = async (request) => {
    if (takesHtml(request)) return taggedReply(request, etag, page);
    const { headers, ...reply } = await plain(request);
    return { ...reply, headers: { ...headers, vary: 'accept, accept-encoding' } };
  };
  return {
    '/': start,
    ...Object.fromEntries(files.map((file) => [`/console/${file}`, fileHandler(folder, file)])),
  };
}

/** null: the console is not built. */
function filesOf(folder: URL): string[] | null {
  try {
    return JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')).files;
  } catch {
    return null;
  }
}

const takesHtml = ({ header }: HttpRequest): boolean => /\btext\/html\b/i.test(header('accept'));

/** Tells whether the client takes an encoding by its name, and not at weight 0. */
const takes = (header: string, name: string): boolean =>
  header.split(',').some((part) => {
    const [coding, ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    return coding === name && !parameters.some((each) => /^q\s*=\s*0(\.0*)?$/.test(each));
  });

const fileHandler = (folder: URL, file: string): Handler => {
  const headers = {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    ...SAFETY,
  };
  return async ({ header }) => {
    const accepted = header('accept-encoding');
    for (const { name, ending } of ENCODINGS) {
      const bytes = takes(accepted, name) ? await fileOrNull(new URL(file + ending, folder)) : null;
      if (bytes) return { status: 200, headers: { ...headers, 'content-encoding': name }, bytes };
    }
    return { status: 200, headers, bytes: await readFile(new URL(file, folder)) };
  };
};

/** null for a file that was too short to be compressed. */
const fileOrNull = (url: URL): Promise<Buffer | null> => readFile(url).catch(() => null);
