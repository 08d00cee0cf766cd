import { lookup, Resolver } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type BlockList, isIP, type LookupFunction } from 'node:net';
import { mayReach } from './public-address.js';

/** The receiver's address is not one to which the service may send. */
export class AddressRefused extends Error {}

interface Address {
  readonly address: string;
  readonly family: number;
}

/** Finds the addresses of a name. @throws errors of DNS */
type Names = (host: string) => Promise<Address[]>;

/** Two tries take 6 s. */
const PATIENCE = { timeout: 2000, tries: 2 };
const TIMEOUT = 'ETIMEOUT';

/**
 * Asks the servers of names itself. getaddrinfo would wait for them on two threads, which all names of the
 * process need: four receivers whose servers are silent kept those of the bucket and of mail waiting for
 * 20 s.
 */
const namesOfDns: Names = async (host) => {
  // It reads the addresses of the servers, which may change, when it is made.
  const resolver = new Resolver(PATIENCE);
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((each, i) =>
    each.status === 'rejected' ? [] : each.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })),
  );
  const [first] = found;
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
  return addresses;
};

/** Answers such as `103 Early Hints` before the last one; no receiver has reason for more. */
const MOST_INTERIM = 10;

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
  { allowed, signal, names = namesOfDns }: { allowed: BlockList | null; signal: AbortSignal; names?: Names },
): Promise<number> {
  const literal = literalOf(url);
  if (literal !== null && !mayReach(literal, allowed)) return Promise.reject(refused(literal));
  const judged: LookupFunction = (host, options, callback) => {
    addressesOf(host, allowed, names).then(
      (addresses) => {
        if (options.all) return callback(null, addresses);
        const [{ address, family }] = addresses as [Address];
        callback(null, address, family);
      },
      (error) => callback(error, '', 0),
    );
  };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = String(Buffer.byteLength(body));
  return new Promise((settle, reject) => {
    // A connection of its own: one that is kept would skip the check.
    const sent = request(
      url,
      {
        method: 'POST',
        lookup: judged,
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
    let interim = 0;
    sent.on('information', () => {
      if (++interim > MOST_INTERIM)
        sent.destroy(new Error(`the receiver sent over ${MOST_INTERIM} answers of 1xx`));
    });
    sent.on('close', () => reject(new Error('the connection was closed without an answer')));
    sent.end(body);
  });
}

/** @throws AddressRefused where one of them may not be reached; errors of DNS */
async function addressesOf(host: string, allowed: BlockList | null, names: Names): Promise<Address[]> {
  const addresses = await names(host).catch((error: NodeJS.ErrnoException) => {
    // An operator's own receivers may stand in /etc/hosts or in a search domain alone.
    if (allowed === null || error.code === TIMEOUT) throw error;
    return lookup(host, { all: true });
  });
  const bad = addresses.find(({ address }) => !mayReach(address, allowed));
  if (bad) throw refused(bad.address);
  return addresses;
}
