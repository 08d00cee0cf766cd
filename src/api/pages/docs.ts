import { namesTag } from '../../http/etag.js';
import { fileReply, type Handler, immutableFile, manifestOf } from './static-files.js';

/** Made by src/pack/docs.ts. */
const FOLDER = new URL('../../../docs/', import.meta.url);
const START = 'README';
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
];
/** Swagger UI asks for the document, and sends the requests that a reader tries. */
const POLICY_OF_REFERENCE = [...POLICY, "script-src 'self'", "connect-src 'self'"];

/**
 * The guides and the reference of the API below `/docs`, with their files, which are read when they are asked
 * for. Without a build of them there is nothing.
 */
export function docsHandlers(folder = FOLDER): Record<string, Handler> {
  const manifest = manifestOf(folder);
  if (manifest === null) return {};
  const { files, pages = {} } = manifest;
  return {
    // Links of a page are relative to its address, as a proxy may add a path.
    '/docs/': async () => ({ status: 308, headers: { location: '../docs' } }),
    ...Object.fromEntries(
      Object.entries(pages).map(([name, hash]) => [
        name === START ? '/docs' : `/docs/${name}`,
        pageHandler(folder, name, hash),
      ]),
    ),
    ...Object.fromEntries(files.map((file) => [`/docs/files/${file}`, immutableFile(folder, file)])),
  };
}

const pageHandler =
  (folder: URL, name: string, hash: string): Handler =>
  async (request) => {
    const etag = `"${hash}"`;
    const caching = { etag, 'cache-control': 'no-cache', vary: 'accept-encoding' };
    if (namesTag(request.header('if-none-match'), etag)) return { status: 304, headers: caching };
    const { headers, ...reply } = await fileReply(request, folder, `${name}.html`);
    const policy = name === 'reference' ? POLICY_OF_REFERENCE : POLICY;
    const safety = {
      'content-security-policy': policy.join('; '),
      'cross-origin-opener-policy': 'same-origin',
    };
    return { ...reply, headers: { ...headers, ...caching, ...safety } };
  };
