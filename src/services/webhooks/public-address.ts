import { BlockList, isIP } from 'node:net';
import { readIpAddress } from '../../http/ip-address.js';

/**
 * Networks that are not public (IANA's special-purpose registries); of IPv6 only 2000::/3 is. Two lists: one
 * would judge IPv4 as ::ffff:0:0/96, too.
 */
const NOT_PUBLIC = {
  ipv4: listOf([
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ]),
  ipv6: listOf(['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']),
};

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Networks like `10.0.0.0/8,fd00::/8`. @returns null for malformed ones */
export function readNetworks(text: string): BlockList | null {
  const networks = text.split(',').map((network) => network.trim());
  const isNetwork = (network: string): boolean => {
    const [address = '', bits = '', ...more] = network.split('/');
    const most = isIP(address) === 4 ? 32 : 128;
    return isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0;
  };
  return networks.every(isNetwork) ? listOf(networks) : null;
}

/**
 * Tells whether something may be sent to an address.
 * @param allowed networks beside the public ones; null: none
 */
export function mayReach(address: string, allowed: BlockList | null): boolean {
  const read = readIpAddress(address);
  if (read === null) return false;
  return (
    !NOT_PUBLIC[read.family].check(read.text, read.family) || allowed?.check(read.text, read.family) === true
  );
}
