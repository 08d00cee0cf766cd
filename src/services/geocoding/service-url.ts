import { PACE_FORM, type ServiceAddress, splitServiceUrl, takeAccess } from '../client/service-url.js';

/** Geocoding services whose interfaces this process knows. */
const GEOCODER_KINDS = ['nominatim', 'pelias', 'photon'] as const;
export type GeocoderKind = (typeof GEOCODER_KINDS)[number];

export interface GeocoderService extends ServiceAddress {
  readonly kind: GeocoderKind;
}

/** The form of GEOCODER_URL, for messages. */
export const GEOCODER_URL_FORM = `an http or https URL whose path ends in /search (Nominatim), /v1/search or /v1/search/structured (Pelias) or /api (Photon), or one behind nominatim+, pelias+ or photon+; with ${PACE_FORM}`;

const DEFAULT_PATH: Record<GeocoderKind, string> = {
  nominatim: '/search',
  pelias: '/v1/search/structured',
  photon: '/api',
};
const DEFAULT_PACE = { perSecond: Number.POSITIVE_INFINITY, concurrency: 8 };
/**
 * Public services allow one request a second: an operator who forgets `rate` keeps to their rules all the
 * same.
 */
const PUBLIC_HOSTS = new Set(['nominatim.openstreetmap.org', 'photon.komoot.io']);
const PUBLIC_PACE = { perSecond: 1, concurrency: 1 };

/**
 * Reads GEOCODER_URL. The service does not get `rate` and `concurrency` of its query.
 * @returns null when it is not of GEOCODER_URL_FORM
 */
export function readGeocoderUrl(text: string): GeocoderService | null {
  const url = splitServiceUrl(text, GEOCODER_KINDS);
  if (url === null) return null;
  const { endpoint } = url;
  const kind = url.kind ?? kindOf(endpoint.pathname);
  if (kind === null) return null;
  endpoint.pathname = endpoint.pathname.replace(/\/+$/, '') || DEFAULT_PATH[kind];
  const access = takeAccess(endpoint, PUBLIC_HOSTS.has(endpoint.hostname) ? PUBLIC_PACE : DEFAULT_PACE);
  return access && { kind, ...access };
}

function kindOf(path: string): GeocoderKind | null {
  const trimmed = path.replace(/\/+$/, '');
  if (/\/v1\/search(\/structured)?$/.test(trimmed)) return 'pelias';
  if (/\/search$/.test(trimmed)) return 'nominatim';
  return /\/api$/.test(trimmed) ? 'photon' : null;
}
