/** A bucket, or the keys of a bucket with a prefix. */
export interface S3Address {
  readonly kind: 's3';
  readonly bucket: string;
  /** Prefix of all keys; '' or with a slash at its end. */
  readonly prefix: string;
  /** Origin of the service; null: Amazon's, or that of the AWS SDK's environment. */
  readonly endpoint: string | null;
  /** null: that of the AWS SDK's environment. */
  readonly region: string | null;
  /** Tells whether requests name the bucket in the path instead of the host. */
  readonly pathStyle: boolean;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^(?!.*\.\.)[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
/** Letters that no client encodes; segments of dots differ from client to client. */
const PREFIX = /^(?!.*(?:^|\/)\.+(?:\/|$))[\w.-]+(\/[\w.-]+)*$/;
const MAX_PREFIX_LENGTH = 200;
const REGION = /^[a-z\d-]{1,64}$/;
/** Services other than Amazon's accept any region; most are named so. */
const USUAL_REGION = 'us-east-1';

/**
 * @param text `s3://bucket/prefix?endpoint=…&region=…&path_style=…`, without user info: addresses end up in
 * logs, process lists and messages, where credentials must not
 * @returns null: not of this form
 */
export function readS3Address(text: string): S3Address | null {
  const [, bucket = '', path = '', query = ''] =
    /^s3:\/\/([^/?#@]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/i.exec(text) ?? [];
  const prefix = path.replace(/\/$/, '');
  const options = readOptions(query);
  if (!BUCKET.test(bucket) || options === null) return null;
  if (prefix !== '' && (!PREFIX.test(prefix) || prefix.length > MAX_PREFIX_LENGTH)) return null;
  const { endpoint = null, region = null, path_style } = options;
  if (endpoint !== null && !isOrigin(endpoint)) return null;
  if (region !== null && !REGION.test(region)) return null;
  if (path_style !== undefined && path_style !== 'true' && path_style !== 'false') return null;
  return {
    kind: 's3',
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: endpoint && new URL(endpoint).origin,
    region: region ?? (endpoint === null ? null : USUAL_REGION),
    // A self-hosted service seldom has a host name for each bucket.
    pathStyle: path_style === undefined ? endpoint !== null : path_style === 'true',
  };
}

/** @returns null: an unknown option, or one that occurs twice */
function readOptions(query: string): Partial<Record<'endpoint' | 'region' | 'path_style', string>> | null {
  const entries = [...new URLSearchParams(query)];
  const known = entries.every(([name]) => ['endpoint', 'region', 'path_style'].includes(name));
  return known && new Set(entries.map(([name]) => name)).size === entries.length
    ? Object.fromEntries(entries)
    : null;
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '' && pathname === '/';
}
