import { IncomingBody, NO_BODY } from '../../src/http/body.js';
import type { HttpRequest, Reply } from '../../src/http/message.js';

export interface RequestParts {
  method?: string;
  /** Path with query. */
  target: string;
  /** Lower-case names. */
  headers?: Record<string, string>;
  /** Bytes, or a value to send as JSON. */
  body?: unknown;
  remoteAddress?: string;
}

/** A request without a socket. */
export function requestOf({
  method = 'GET',
  target,
  headers = {},
  body,
  remoteAddress = '192.0.2.7',
}: RequestParts): HttpRequest {
  const [path = '', ...query] = target.split('?');
  const controller = new AbortController();
  return {
    method,
    path,
    query: query.join('?'),
    remoteAddress,
    body: body === undefined ? NO_BODY : bodyOf(body),
    signal: controller.signal,
    signalIfRead: controller.signal,
    header: (name) => (Object.hasOwn(headers, name) ? headers[name]! : ''),
    headerLines: (name) => (Object.hasOwn(headers, name) ? [headers[name]!] : []),
    abort: (reason) => controller.abort(reason),
  };
}

function bodyOf(value: unknown): IncomingBody {
  const bytes = value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value));
  const body = new IncomingBody(bytes.length, { pause: () => {}, resume: () => {}, cut: () => {} });
  body.push(bytes, true);
  return body;
}

/** Code of an error reply; '' for any other. */
export function codeOf({ json }: Reply): string {
  return (json as { error?: { code: string } } | undefined)?.error?.code ?? '';
}

export function messageOf({ json }: Reply): string {
  return (json as { error?: { message: string } } | undefined)?.error?.message ?? '';
}
