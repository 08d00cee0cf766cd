import { isIP } from 'node:net';
import type { Config } from './config.js';
import type { IsochroneEndpoint } from './services/isochrones/service-url.js';

/**
 * One sentence for each pair of settings that do not fit together.
 * @param servesHttp this process answers requests
 */
export function configWarnings(config: Config, servesHttp: boolean): string[] {
  const { databaseUrl, secret, host, publicUrl, smtpUrl, trustProxy, isochroneService } = config;
  const warnings: string[] = [];
  if (databaseUrl !== null && secret === null) {
    warnings.push(
      'DATABASE_URL is set and SECRET is not: other machines refuse the page tokens and password links of this one',
    );
  }
  if (isochroneService !== null && sendsKeyInTheOpen(isochroneService))
    warnings.push('ISOCHRONE_URL sends a key or password over http: it can be read on the way');
  if (!servesHttp || publicUrl !== null) return warnings;
  if (trustProxy !== null)
    warnings.push('TRUST_PROXY is set and PUBLIC_URL is not: answers link to this process, past the proxy');
  else if (!isLoopback(host))
    warnings.push('HOST is not a loopback address and PUBLIC_URL is not set: answers link to HOST and PORT');
  else if (smtpUrl !== null)
    warnings.push('SMTP_URL is set and PUBLIC_URL is not: links in mails only work on this machine');
  return warnings;
}

const sendsKeyInTheOpen = ({ endpoint, authorization }: IsochroneEndpoint): boolean =>
  endpoint.protocol === 'http:' &&
  !isLoopback(endpoint.hostname) &&
  (authorization !== null || ['key', 'api_key'].some((name) => endpoint.searchParams.has(name)));

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
