const MAX_CONCURRENCY = 64;
const MAX_PER_SECOND = 10_000;

/** How often a service is asked by this process. */
export interface Pace {
  /** Requests a second; Infinity: as many as are answered. */
  readonly perSecond: number;
  /** Requests at a time. */
  readonly concurrency: number;
}

/**
 * Removes a parameter of ours from the query.
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

/** As a header `Authorization`. */
export const basicAuthorization = ({ user, password }: { user: string; password: string }): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
