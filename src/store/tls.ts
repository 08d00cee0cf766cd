import { readFileSync } from 'node:fs';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';

/**
 * Encryption for both drivers: none, if the server offers it, or always with these options for `tls.connect`.
 */
export type DatabaseTls = false | 'prefer' | Pick<ConnectionOptions, Verification>;
type Verification = 'rejectUnauthorized' | 'ca' | 'checkServerIdentity';

export interface DatabaseAddress {
  /** URL without the TLS parameters, which each driver would read differently. */
  url: string;
  tls: DatabaseTls;
  /** A pooler in transaction mode, marked by the parameter `prepare`. It accepts no start parameters. */
  isPooler: boolean;
}

export const UNVERIFIED = { rejectUnauthorized: false } as const;
const MODES = ['disable', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof MODES)[number];
const PARAMETERS = ['sslmode', 'ssl', 'sslrootcert', 'uselibpqcompat'];

/**
 * Reads the TLS parameters of a postgres:// URL as libpq does, except: the default is `disable`; `no-verify`
 * is `require`; `verify-full` without `sslrootcert` trusts Node's certificate authorities.
 * https://www.postgresql.org/docs/current/libpq-ssl.html
 * @throws Error that names the parameter and shows nothing else of the URL
 */
export function readDatabaseAddress(databaseUrl: string): DatabaseAddress {
  const url = new URL(databaseUrl);
  const given = [...url.searchParams.keys()].filter((name) => name.startsWith('ssl'));
  const unknown = given.find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw new Error(`its parameter ${unknown} is not supported`);
  const mode = modeOf(url.searchParams);
  const tls = tlsOf(mode, url.searchParams.get('sslrootcert') ?? 'system', hostOf(url));
  for (const name of PARAMETERS) url.searchParams.delete(name);
  const isPooler = url.searchParams.has('prepare');
  return { url: given.length === 0 ? databaseUrl : url.href, tls, isPooler };
}

/** Marks the URL of a pooler; prepare=true marks one that keeps prepared statements. */
export function poolerAddress(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (!url.searchParams.has('prepare')) url.searchParams.set('prepare', 'false');
  return url.href;
}

function modeOf(parameters: URLSearchParams): Mode {
  const mode = parameters.get('sslmode');
  const ssl = parameters.get('ssl');
  // `ssl=true`, as in JDBC URLs.
  if (mode === null && ssl === 'true') return 'require';
  if (ssl !== null && ssl !== 'true') throw new Error(`its ssl is not true: use sslmode instead`);
  if (mode === null) return 'disable';
  if (!isMode(mode)) throw new Error(`its sslmode ${JSON.stringify(mode)} is not one of ${MODES.join(', ')}`);
  return mode;
}

const isMode = (text: string): text is Mode => (MODES as readonly string[]).includes(text);

/** @param rootCertificate path of a PEM file; 'system': Node's certificate authorities */
function tlsOf(mode: Mode, rootCertificate: string, host: string): DatabaseTls {
  if (mode === 'disable') return false;
  if (mode === 'prefer') return 'prefer';
  const ca = rootCertificate === 'system' ? null : readCertificate(rootCertificate);
  const trusted = ca === null ? {} : { ca };
  // The drivers derive the host name differently, one of them as 'localhost' for every address.
  if (mode === 'verify-full') {
    return { ...trusted, checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate) };
  }
  if (mode === 'verify-ca' && ca === null) {
    // Public authorities issue certificates to anyone, so verify-ca with them proves nothing.
    throw new Error('its sslmode verify-ca needs your own certificate authority in sslrootcert');
  }
  // With a root certificate `require` means `verify-ca`.
  return ca === null || mode === 'no-verify'
    ? UNVERIFIED
    : { ...trusted, checkServerIdentity: () => undefined };
}

function readCertificate(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(
      `its sslrootcert cannot be read: ${(error as NodeJS.ErrnoException).code} ${JSON.stringify(path)}`,
    );
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1') || 'localhost';
