import { isIPv4, isIPv6 } from 'node:net';

/** An IP address in its canonical spelling. */
export interface IpAddress {
  readonly family: 'ipv4' | 'ipv6';
  /** IPv6 as eight groups without leading zeros; IPv4 in IPv6 (::ffff:0:0/96) as IPv4. */
  readonly text: string;
}

/**
 * @returns null for a malformed address, and for one with a zone (`%eth0`), which has no meaning elsewhere
 */
export function readIpAddress(text: string): IpAddress | null {
  if (isIPv4(text)) return { family: 'ipv4', text };
  if (!isIPv6(text) || text.includes('%')) return null;
  const groups = groupsOf(text);
  const mapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (!mapped) return { family: 'ipv6', text: groups.map((group) => group.toString(16)).join(':') };
  const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 255]);
  return { family: 'ipv4', text: bytes.join('.') };
}

/** Address for rate limits: one IPv6 line can choose from 2^64 addresses, so its /64 counts as one. */
export function countedAs({ family, text }: IpAddress): string {
  return family === 'ipv4' ? text : `${text.split(':', 4).join(':')}::/64`;
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(text: string): number[] {
  const [left = '', right] = text.split('::');
  const head = numbersOf(left);
  if (right === undefined) return head;
  const tail = numbersOf(right);
  return [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail];
}

function numbersOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
