import { PACE_FORM, type ServiceAddress, splitServiceUrl, takeAccess } from '../client/service-url.js';

/** The form of INFERRER_URL, for messages. */
export const INFERRER_URL_FORM = `an http or https URL; with ${PACE_FORM}`;

/** Uploads beyond these wait for their turn. */
const DEFAULT_PACE = { perSecond: Number.POSITIVE_INFINITY, concurrency: 16 };

/**
 * Reads INFERRER_URL. The service does not get `rate` and `concurrency` of its query.
 * @returns null when it is not of INFERRER_URL_FORM
 */
export function readInferrerUrl(text: string): ServiceAddress | null {
  const url = splitServiceUrl(text, []);
  return url && takeAccess(url.endpoint, DEFAULT_PACE);
}
