import { basicAuthorization, type Pace, takeCredentials, takePace } from '../client/url-parts.js';

/** The interfaces of geocoding services that are known. */
export const GEOCODER_KINDS = ['nominatim', 'pelias', 'photon'] as const;
export type GeocoderKind = (typeof GEOCODER_KINDS)[number];

/** Where a geocoding service is asked, and how often. */
export interface GeocoderService extends Pace {
  readonly kind: GeocoderKind;
  /** With the operator's parameters, as `api_key`; without a user and password. */
  readonly endpoint: URL;
  /** Of a user and password in the URL: `Basic …`. */
  readonly authorization: string | null;
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
  const pace = takePace(endpoint, {
    perSecond: isPublic ? 1 : Number.POSITIVE_INFINITY,
    concurrency: isPublic ? 1 : DEFAULT_CONCURRENCY,
  });
  const credentials = takeCredentials(endpoint);
  if (pace === null || credentials === undefined) return null;
  return { kind, endpoint, authorization: credentials && basicAuthorization(credentials), ...pace };
}

function kindOf(path: string): GeocoderKind | null {
  const trimmed = path.replace(/\/+$/, '');
  if (/\/v1\/search(\/structured)?$/.test(trimmed)) return 'pelias';
  if (/\/search$/.test(trimmed)) return 'nominatim';
  return /\/api$/.test(trimmed) ? 'photon' : null;
}
