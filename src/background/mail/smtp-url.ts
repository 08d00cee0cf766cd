import { isIP } from 'node:net';

const ADDRESS = /^[^\s@<>,;:"]{1,64}@[^\s@<>,;:"]{1,253}$/;

/** True for the URL of a mail server; its query may have the sender as `from`, one address. */
export function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, searchParams } = new URL(text);
  const from = searchParams.get('from');
  return (
    /^smtps?:$/.test(protocol) &&
    hostname !== '' &&
    isDecodable(username + password) &&
    (from === null || ADDRESS.test(from))
  );
}

/** Sender of mails: `from` of the query, otherwise an address at the host of the service. */
export function senderOf(smtpUrl: string, publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const isAddress = isIP(hostname) > 0 || hostname.startsWith('[');
  return new URL(smtpUrl).searchParams.get('from') ?? `cartload@${isAddress ? 'localhost' : hostname}`;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
