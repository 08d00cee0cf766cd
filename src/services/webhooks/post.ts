import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type BlockList, isIP, type LookupFunction } from 'node:net';
import { mayReach } from './public-address.js';

/** The receiver's address is not one to which the service may send. */
export class AddressRefused extends Error {}

const refused = (address: string): AddressRefused =>
  new AddressRefused(
    `the receiver's address ${address} is not public: WEBHOOK_ALLOW_PRIVATE does not have it`,
  );

/** The host of an address without brackets; null: a name. */
export function literalOf({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) > 0 ? host : null;
}

/**
 * Posts JSON. The addresses of a name are judged where the connection is made, so that a name cannot answer
 * the check with one and the connection with another. No redirect is followed, and the body of the answer is
 * not read.
 * @returns the status of the answer
 * @throws AddressRefused, errors of DNS and of the connection, the signal's reason
 */
export function postJson(
  url: URL,
  body: string,
  headers: Record<string, string>,
  { allowed, signal }: { allowed: BlockList | null; signal: AbortSignal },
): Promise<number> {
  const literal = literalOf(url);
  if (literal !== null && !mayReach(literal, allowed)) return Promise.reject(refused(literal));
  const lookup: LookupFunction = (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const bad = error ? undefined : addresses.find(({ address }) => !mayReach(address, allowed));
      if (error || bad) return callback(error ?? refused(bad!.address), '', 0);
      if (options.all) return callback(null, addresses);
      const [{ address, family }] = addresses as [(typeof addresses)[number]];
      callback(null, address, family);
    });
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = String(Buffer.byteLength(body));
  return new Promise((settle, reject) => {
    // A connection of its own: one that is kept would skip the check.
    const sent = request(
      url,
      {
        method: 'POST',
        lookup,
        agent: false,
        signal,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
      },
      (response) => {
        settle(response.statusCode ?? 0);
        response.destroy();
      },
    );
    sent.on('error', reject);
    // An answer 101 is told by no other event, and its end by none but the last.
    sent.on('upgrade', ({ statusCode = 0 }, socket) => {
      settle(statusCode);
      socket.destroy();
    });
    sent.on('close', () => reject(new Error('the connection was closed without an answer')));
    sent.end(body);
  });
}
