import { basicAuthorization, type Pace, takeCredentials, takePace } from '../client/url-parts.js';

/** Where a header inferrer is asked, and how often. */
export interface InferrerEndpoint extends Pace {
  /** With the operator's parameters; without a user and password. */
  readonly endpoint: URL;
  /** Of a user and password in the URL: `Basic …`. */
  readonly authorization: string | null;
}

/** What INFERRER_URL may be. */
export const INFERRER_URL_FORM =
  'an http or https URL; with ?rate= requests a second above 0 to 10000 and ?concurrency= 1 to 64 if any';

/** Uploads that wait for an answer at a time; those beyond wait for their turn. */
const DEFAULT_PACE = { perSecond: Number.POSITIVE_INFINITY, concurrency: 16 };

/**
 * Reads INFERRER_URL. `rate` and `concurrency` in its query are ours and are not sent.
 * @returns null when it is not of INFERRER_URL_FORM
 */
export function readInferrerUrl(text: string): InferrerEndpoint | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const endpoint = new URL(text);
  endpoint.hash = '';
  const pace = takePace(endpoint, DEFAULT_PACE);
  const credentials = takeCredentials(endpoint);
  if (pace === null || credentials === undefined) return null;
  return { endpoint, authorization: credentials && basicAuthorization(credentials), ...pace };
}
