import {
  basicAuthorization,
  PACE_FORM,
  type ServiceAddress,
  splitServiceUrl,
  takeCredentials,
  takeNumber,
  takePace,
} from '../client/service-url.js';

/** Routing services whose interfaces this process knows; `ors` is openrouteservice. */
const ISOCHRONE_KINDS = ['valhalla', 'graphhopper', 'ors'] as const;
export type IsochroneKind = (typeof ISOCHRONE_KINDS)[number];

export interface IsochroneEndpoint extends ServiceAddress {
  readonly kind: IsochroneKind;
  /** Drives above so many minutes are not asked for. */
  readonly maxMinutes: number;
  /** Keys, passwords and values of parameters, which no log line or message may show. */
  readonly secrets: readonly string[];
}

/** The form of ISOCHRONE_URL, for messages. */
export const ISOCHRONE_URL_FORM = `an http or https URL whose path ends in /isochrone (Valhalla; GraphHopper where it has ?key= or ?profile=) or /isochrones/PROFILE (openrouteservice), or one behind valhalla+, graphhopper+ or ors+; with ?max_minutes= 1 to 99999, ${PACE_FORM}`;

/**
 * Default limits of the engines: Valhalla's `service_limits.isochrone.max_time_contour`, the longest `range`
 * of openrouteservice's driving profiles. GraphHopper has no limit of its own; its paid plans differ.
 */
const MAX_MINUTES: Record<IsochroneKind, number> = { valhalla: 120, graphhopper: 60, ors: 60 };
const MOST_MINUTES = 99_999;
/** Each area keeps a core of the service busy. */
const DEFAULT_PACE = { perSecond: Number.POSITIVE_INFINITY, concurrency: 4 };
/**
 * Requests a second that public services allow: an operator who forgets `rate` keeps to their rules all the
 * same.
 */
const PUBLIC_RATES: Readonly<Record<string, number>> = {
  'valhalla1.openstreetmap.de': 1,
  'api.openrouteservice.org': 1 / 3,
  'api.heigit.org': 1 / 3,
};

/**
 * Reads ISOCHRONE_URL. The service does not get `max_minutes`, `rate` and `concurrency` of its query.
 * @returns null when it is not of ISOCHRONE_URL_FORM
 */
export function readIsochroneUrl(text: string): IsochroneEndpoint | null {
  const url = splitServiceUrl(text, ISOCHRONE_KINDS);
  if (url === null) return null;
  const { endpoint } = url;
  const kind = url.kind ?? kindOf(endpoint);
  if (kind === null) return null;
  endpoint.pathname = pathOf(kind, endpoint.pathname.replace(/\/+$/, ''));
  const publicRate = PUBLIC_RATES[endpoint.hostname];
  const pace = takePace(
    endpoint,
    publicRate === undefined ? DEFAULT_PACE : { perSecond: publicRate, concurrency: 1 },
  );
  const maxMinutes = takeNumber(endpoint, 'max_minutes', MAX_MINUTES[kind]);
  if (pace === null || !Number.isInteger(maxMinutes) || maxMinutes < 1 || maxMinutes > MOST_MINUTES)
    return null;
  const secrets = [...endpoint.searchParams.values(), endpoint.username, endpoint.password];
  const authorization = takeAuthorization(kind, endpoint);
  if (authorization === undefined) return null;
  secrets.push(...(authorization?.split(' ') ?? []), ...endpoint.searchParams.values());
  return {
    kind,
    endpoint,
    authorization,
    maxMinutes,
    secrets: [...new Set(secrets)].filter((secret) => secret.length >= 4),
    ...pace,
  };
}

function kindOf({ hostname, pathname, searchParams }: URL): IsochroneKind | null {
  const path = pathname.replace(/\/+$/, '');
  if (/\/isochrones\/[\w-]+(\/geojson)?$/.test(path)) return 'ors';
  if (!/\/isochrone$/.test(path)) return null;
  const isGraphHopper =
    hostname === 'graphhopper.com' || ['key', 'profile', 'vehicle'].some((name) => searchParams.has(name));
  return isGraphHopper ? 'graphhopper' : 'valhalla';
}

/** Completes a path that does not name the operation. */
function pathOf(kind: IsochroneKind, path: string): string {
  if (kind !== 'ors') return /\/isochrone(\/|$)/.test(path) ? path : `${path}/isochrone`;
  if (/\/isochrones\/[\w-]+/.test(path)) return path;
  return path.endsWith('/isochrones') ? `${path}/driving-car` : `${path}/v2/isochrones/driving-car`;
}

/**
 * Puts the key where the engine expects it: a user without a password is a key, which openrouteservice takes
 * as a header.
 * @returns undefined when a percent sign encodes nothing
 */
function takeAuthorization(kind: IsochroneKind, endpoint: URL): string | null | undefined {
  const credentials = takeCredentials(endpoint);
  if (credentials === undefined) return undefined;
  const isKey = credentials !== null && credentials.password === '';
  if (kind === 'ors') {
    const key = endpoint.searchParams.get('api_key');
    endpoint.searchParams.delete('api_key');
    if (credentials === null || isKey) return credentials?.user ?? key;
  }
  if (kind === 'graphhopper' && isKey) {
    endpoint.searchParams.set('key', credentials.user);
    return null;
  }
  return credentials && basicAuthorization(credentials);
}
