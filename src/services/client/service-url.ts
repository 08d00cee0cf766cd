const MAX_CONCURRENCY = 64;
const MAX_PER_SECOND = 10_000;

/** How often this process asks a service. */
export interface Pace {
  /** Requests a second; Infinity: without a limit. */
  readonly perSecond: number;
  /** Requests under way at a time. */
  readonly concurrency: number;
}

/** An outside service, as the operator names it in a setting. */
export interface ServiceAddress extends Pace {
  /** With the operator's own query parameters, such as `api_key`; without a user and password. */
  readonly endpoint: URL;
  /** Header `Authorization` (`Basic …`) made of the URL's user and password. */
  readonly authorization: string | null;
}

/** The query parameters that `takePace` takes, as messages about a setting describe them. */
export const PACE_FORM = '?rate= requests a second above 0 to 10000 and ?concurrency= 1 to 64 if any';

/**
 * Splits `[kind+]http(s)://…#hash`.
 * @returns null where it is no such URL, or its prefix is none of the kinds
 */
export function splitServiceUrl<Kind extends string>(
  text: string,
  kinds: readonly Kind[],
): { kind: Kind | null; endpoint: URL; hash: string } | null {
  const [, prefix, address = ''] = /^(?:([a-z]+)\+)?(https?:\/\/.+)$/is.exec(text.trim()) ?? [];
  const kind = kinds.find((kind) => kind === prefix?.toLowerCase()) ?? null;
  if (!URL.canParse(address) || (prefix !== undefined && kind === null)) return null;
  const endpoint = new URL(address);
  const { hash } = endpoint;
  endpoint.hash = '';
  return { kind, endpoint, hash };
}

/**
 * Moves pace, user and password out of a URL.
 * @returns null where one of them is out of its range or malformed
 */
export function takeAccess(endpoint: URL, defaultPace: Pace): ServiceAddress | null {
  const pace = takePace(endpoint, defaultPace);
  const credentials = takeCredentials(endpoint);
  if (pace === null || credentials === undefined) return null;
  return { endpoint, authorization: credentials && basicAuthorization(credentials), ...pace };
}

/**
 * Removes a numeric parameter from the query.
 * @returns NaN when it is not a decimal number
 */
export function takeNumber(endpoint: URL, name: string, otherwise: number): number {
  const text = endpoint.searchParams.get(name);
  if (text === null) return otherwise;
  endpoint.searchParams.delete(name);
  return /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
}

/** Removes `rate` and `concurrency` from the query. @returns null when they are out of their range */
export function takePace(endpoint: URL, otherwise: Pace): Pace | null {
  const perSecond = takeNumber(endpoint, 'rate', otherwise.perSecond);
  const concurrency = takeNumber(endpoint, 'concurrency', otherwise.concurrency);
  if (!(perSecond > 0) || (Number.isFinite(perSecond) && perSecond > MAX_PER_SECOND)) return null;
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY) return null;
  return { perSecond, concurrency };
}

/**
 * Removes user and password, which `fetch` refuses in URLs.
 * @returns null when there are none; undefined when a percent sign in them encodes nothing
 */
export function takeCredentials(endpoint: URL): { user: string; password: string } | null | undefined {
  const { username, password } = endpoint;
  if (username === '' && password === '') return null;
  endpoint.username = '';
  endpoint.password = '';
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

/** The value of a header `Authorization`. */
export const basicAuthorization = ({ user, password }: { user: string; password: string }): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
