import fc, { type Arbitrary } from 'fast-check';
import { ODD_BYTES } from './odd-values.js';
import type { FuzzedRequest } from './requests.js';

/**
 * Bytes of a request as a client would write it. Line breaks in values are removed, as they would end the
 * line.
 */
export function requestBytes(
  { method, target, headers, body }: FuzzedRequest,
  authorization: string,
): Buffer {
  const length = body && { 'content-length': `${body.length}` };
  const lines = Object.entries({ host: 'x', connection: 'close', authorization, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${oneLine(value)}`,
  );
  const head = `${method} ${oneLine(target).replaceAll(' ', '%20')} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]);
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n\0]/g, '');

/** Changes that make a request hardly HTTP. */
export const wireBytes: Arbitrary<(request: Buffer) => Buffer> = fc.oneof(
  fc.tuple(fc.nat({ max: 400 }), fc.constantFrom(...ODD_BYTES)).map(
    ([at, odd]) =>
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, at), odd, bytes.subarray(at)]),
  ),
  fc.nat({ max: 400 }).map((at) => (bytes: Buffer) => bytes.subarray(0, at)),
  fc
    .constantFrom(
      'Content-Length: 5',
      'Content-Length: -1',
      'Content-Length: 99999999999999999999',
      'Content-Length: 1e3',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: gzip, chunked',
      'Content-Length : 3',
      ' folded: 1',
      'no colon',
      ': no name',
      'Host: y',
      'Expect: 100-continue',
      'Upgrade: websocket',
      `Long: ${'x'.repeat(20_000)}`,
      'a: b\r\n'.repeat(500),
      'X: a\rb',
      'X: a\0b',
    )
    .map(
      (line) => (bytes: Buffer) =>
        Buffer.from(bytes.toString('latin1').replace('\r\n', `\r\n${line}\r\n`), 'latin1'),
    ),
  fc
    .constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', 'HTTP/9.9', '', 'HTTP/1.1\r\n')
    .map(
      (version) => (bytes: Buffer) =>
        Buffer.from(bytes.toString('latin1').replace('HTTP/1.1', version), 'latin1'),
    ),
  fc.constant((bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
  fc.constant((bytes: Buffer) => Buffer.concat([bytes, bytes, bytes])),
  fc.uint8Array({ maxLength: 300 }).map((noise) => () => Buffer.from(noise)),
);
