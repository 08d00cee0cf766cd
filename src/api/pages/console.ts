import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { taggedReply } from '../../http/etag.js';
import type { HttpRequest, Reply } from '../../http/message.js';
import { type Handler, immutableFile, manifestOf, SAFETY } from './static-files.js';

/** Made by src/pack/console.ts. */
const FOLDER = new URL('../../../console/', import.meta.url);
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
  const files = manifestOf(folder)?.files ?? null;
  if (files === null) return { '/': plain };
  const html = readFileSync(new URL('index.html', folder), 'utf8');
  const policy = policyOf(others);
  // A page that a browser keeps keeps its policy.
  const etag = `"${createHash('sha256').update(html).update(policy).digest('base64url').slice(0, 16)}"`;
  const page: Reply = {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
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
    ...Object.fromEntries(files.map((file) => [`/console/${file}`, immutableFile(folder, file)])),
  };
}

const takesHtml = ({ header }: HttpRequest): boolean => /\btext\/html\b/i.test(header('accept'));
