import { BlockList } from 'node:net';
import { type Hop, MAX_HOPS, readForwarded, readForwardedFor } from './forwarded.js';
import { countedAs, type IpAddress, readIpAddress } from './ip-address.js';

/** Trusted proxies: a number of hops in a row, or a list of addresses. */
export type TrustProxy = { readonly hops: number } | { readonly proxies: BlockList };

/**
 * @param peer address of the other end of the socket
 * @param lines all values of a header by its lower-case name, joined by commas
 * @returns address for the rate limits: an IPv4 address, or the /64 network of an IPv6 one
 */
export type ClientAddress = (peer: string, lines: (name: string) => string) => string;

/**
 * @param text a number of proxies, or their addresses and networks (CIDR), separated by commas.
 * @returns null when it is neither
 */
export function readTrustProxy(text: string): TrustProxy | null {
  if (/^\d{1,2}$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= MAX_HOPS ? { hops } : null;
  }
  const proxies = new BlockList();
  for (const entry of text.split(',')) {
    const [, network = '', prefix] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(entry.trim()) ?? [];
    const address = readIpAddress(network);
    if (!address) return null;
    const bits = address.family === 'ipv4' ? 32 : 128;
    // A network within ::ffff:0:0/96, whose address was read as IPv4.
    const length =
      prefix === undefined ? bits : Number(prefix) - (bits === 32 && network.includes(':') ? 96 : 0);
    if (length < 0 || length > bits) return null;
    proxies.addSubnet(address.text, length, address.family);
  }
  return { proxies };
}

/**
 * Finds the client behind proxies: the last address that is not a trusted proxy. A client can forge the
 * addresses before it. proxy-addr reads no `Forwarded`, and takes an address with its port (`192.0.2.1:80`,
 * `[2001:db8::1]:80`) for a client of its own.
 * @param onUntrusted called once, when a proxy's header comes and no proxy is trusted
 */
export function clientAddresses(trust: TrustProxy | null, onUntrusted: () => void): ClientAddress {
  let told = false;
  return (peerText, lines) => {
    const peer = readIpAddress(peerText);
    if (!peer) return peerText;
    if (trust) return countedAs(clientOf(peer, lines, trust));
    if (!told && (lines('x-forwarded-for') !== '' || lines('forwarded') !== '')) {
      told = true;
      onUntrusted();
    }
    return countedAs(peer);
  };
}

function clientOf(peer: IpAddress, lines: (name: string) => string, trust: TrustProxy): IpAddress {
  if (!isTrusted(peer, 1, trust)) return peer;
  const listed = lines('x-forwarded-for');
  const forwarded = lines('forwarded');
  const one = listed === '' ? null : walk(peer, readForwardedFor(listed), trust);
  const other = forwarded === '' ? null : walk(peer, readForwarded(forwarded) ?? [], trust);
  // A proxy that sets one header passes the other on as the client sent it; when they differ, neither is
  // trusted.
  if (one && other) return one.text === other.text ? one : peer;
  return one ?? other ?? peer;
}

/** Walks back from the peer while each hop is a trusted proxy. */
function walk(peer: IpAddress, hops: readonly Hop[], trust: TrustProxy): IpAddress {
  let client = peer;
  for (let i = hops.length - 1, place = 1; i >= 0 && isTrusted(client, place, trust); i--, place++) {
    const hop = hops[i];
    if (!hop) break;
    client = hop;
  }
  return client;
}

/** @param place 1 for the peer, 2 for the address that it names, … */
function isTrusted({ text, family }: IpAddress, place: number, trust: TrustProxy): boolean {
  return 'hops' in trust ? place <= trust.hops : trust.proxies.check(text, family);
}
