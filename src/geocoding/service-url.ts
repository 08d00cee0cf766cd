/** The interfaces of geocoding services that are known. */
export const GEOCODER_KINDS = ['nominatim', 'pelias', 'photon'] as const;
export type GeocoderKind = (typeof GEOCODER_KINDS)[number];

/** Where a geocoding service is asked, and how often. */
export interface GeocoderService {
  readonly kind: GeocoderKind;
  /** With the operator's parameters, as `api_key`; without a user and password. */
  readonly endpoint: URL;
  /** Of a user and password in the URL: `Basic …`. */
  readonly authorization: string | null;
  /** Requests a second of this process; Infinity: as many as are answered. */
  readonly perSecond: number;
  /** Requests at a time of this process. */
  readonly concurrency: number;
}

/** What GEOCODER_URL may be. */
export const GEOCODER_URL_FORM =
  'an http or https URL whose path ends in /search (Nominatim), /v1/search or /v1/search/structured (Pelias) or /api (Photon), or one behind nominatim+, pelias+ or photon+; with ?rate= requests a second above 0 to 10000 and ?concurrency= 1 to 64 if any';

const PREFIX = new RegExp(`^(?:(${GEOCODER_KINDS.join('|')})\\+)?(https?://.+)$`, 'is');
const DEFAULT_PATH: Record<GeocoderKind, string> = {
  nominatim: '/search',
  pelias: '/v1/search/structured',
  photon: '/api',
};
const DEFAULT_CONCURRENCY = 8;
const MAX_CONCURRENCY = 64;
const MAX_PER_SECOND = 10_000;
/** Services that anybody may use, one request a second at most: nobody is to break their rules by forgetting `rate`. */
const PUBLIC_HOSTS = new Set(['nominatim.openstreetmap.org', 'photon.komoot.io']);

/**
 * Reads GEOCODER_URL. `rate` and `concurrency` in its query are ours and are not sent.
 * @returns null when it is not of GEOCODER_URL_FORM
 */
export function readGeocoderUrl(text: string): GeocoderService | null {
  const [, prefix, address = ''] = PREFIX.exec(text.trim()) ?? [];
  if (!URL.canParse(address)) return null;
  const endpoint = new URL(address);
  const kind = (prefix?.toLowerCase() as GeocoderKind | undefined) ?? kindOf(endpoint.pathname);
  if (kind === null) return null;
  endpoint.pathname = endpoint.pathname.replace(/\/+$/, '') || DEFAULT_PATH[kind];
  endpoint.hash = '';
  const isPublic = PUBLIC_HOSTS.has(endpoint.hostname);
  const perSecond = taken(endpoint, 'rate', isPublic ? 1 : Number.POSITIVE_INFINITY);
  const concurrency = taken(endpoint, 'concurrency', isPublic ? 1 : DEFAULT_CONCURRENCY);
  if (!(perSecond > 0) || (Number.isFinite(perSecond) && perSecond > MAX_PER_SECOND)) return null;
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY) return null;
  const authorization = takeCredentials(endpoint);
  if (authorization === undefined) return null;
  return { kind, endpoint, authorization, perSecond, concurrency };
}

function kindOf(path: string): GeocoderKind | null {
  const trimmed = path.replace(/\/+$/, '');
  if (/\/v1\/search(\/structured)?$/.test(trimmed)) return 'pelias';
  if (/\/search$/.test(trimmed)) return 'nominatim';
  return /\/api$/.test(trimmed) ? 'photon' : null;
}

/** Removes a parameter of ours from the query. @returns NaN when it is not a decimal number */
function taken(endpoint: URL, name: string, otherwise: number): number {
  const text = endpoint.searchParams.get(name);
  if (text === null) return otherwise;
  endpoint.searchParams.delete(name);
  return /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
}

/** `fetch` refuses URLs that hold them. @returns undefined when a percent sign in them encodes nothing */
function takeCredentials(endpoint: URL): string | null | undefined {
  const { username, password } = endpoint;
  if (username === '' && password === '') return null;
  endpoint.username = '';
  endpoint.password = '';
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials).toString('base64')}`;
  } catch {
    return undefined;
  }
}
