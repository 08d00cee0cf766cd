import { BlockList } from 'node:net';
import { type Hop, MAX_HOPS, readForwarded, readForwardedFor } from './forwarded.js';
import { countedAs, type IpAddress, readIpAddress } from './ip-address.js';

/** Whose word is taken for who the client is: that of so many proxies in a row, or of those at these addresses. */
export type TrustProxy = { readonly hops: number } | { readonly proxies: BlockList };

/**
 * @param peer address of the other end of the socket
 * @param lines all values of a header by its lower-case name, joined by commas
 * @returns whom the counters count: an IPv4 address, or the /64 of an IPv6 one
 */
export type ClientAddress = (peer: string, lines: (name: string) => string) => string;

/** @param text a number of proxies, or their addresses and networks (CIDR), separated by commas. @returns null when it is neither */
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
    // Within ::ffff:0:0/96, of which the address was read as IPv4.
    const length =
      prefix === undefined ? bits : Number(prefix) - (bits === 32 && network.includes(':') ? 96 : 0);
    if (length < 0 || length > bits) return null;
    proxies.addSubnet(address.text, length, address.family);
  }
  return { proxies };
}

/**
 * Finds the client behind proxies: the last address that no proxy of ours has. What stands before it is the client's own tale.
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
  // A proxy that sets the one header hands on the other as the client sent it: where they differ, neither is believed.
  if (one && other) return one.text === other.text ? one : peer;
  return one ?? other ?? peer;
}

/** Back from the peer, as long as each is one of ours. */
function walk(peer: IpAddress, hops: readonly Hop[], trust: TrustProxy): IpAddress {
  let client = peer;
  for (let i = hops.length - 1, place = 1; i >= 0 && isTrusted(client, place, trust); i--, place++) {
    const hop = hops[i];
    if (!hop) break;
    client = hop;
  }
  return client;
}

/** @param place 1 for the peer, 2 for whom it names, … */
function isTrusted({ text, family }: IpAddress, place: number, trust: TrustProxy): boolean {
  return 'hops' in trust ? place <= trust.hops : trust.proxies.check(text, family);
}
