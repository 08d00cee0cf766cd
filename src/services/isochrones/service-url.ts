import { basicAuthorization, type Pace, takeCredentials, takeNumber, takePace } from '../client/url-parts.js';

/** The interfaces of routing services that are known; `ors` is openrouteservice. */
export const ISOCHRONE_KINDS = ['valhalla', 'graphhopper', 'ors'] as const;
export type IsochroneKind = (typeof ISOCHRONE_KINDS)[number];

/** Where a routing service is asked for areas, and how often. */
export interface IsochroneEndpoint extends Pace {
  readonly kind: IsochroneKind;
  /** With the operator's parameters, as `key`; without a user and password. */
  readonly endpoint: URL;
  /** Of a user and password in the URL, or of a key that goes into a header. */
  readonly authorization: string | null;
  /** Longer drives are not asked for. */
  readonly maxMinutes: number;
  /** What is never told: keys, passwords, values of parameters. */
  readonly secrets: readonly string[];
}

/** What ISOCHRONE_URL may be. */
export const ISOCHRONE_URL_FORM =
  'an http or https URL whose path ends in /isochrone (Valhalla; GraphHopper where it has ?key= or ?profile=) or /isochrones/PROFILE (openrouteservice), or one behind valhalla+, graphhopper+ or ors+; with ?max_minutes= 1 to 99999, ?rate= requests a second above 0 to 10000 and ?concurrency= 1 to 64 if any';

/**
 * What the engines take by default: Valhalla's `service_limits.isochrone.max_time_contour`, the longest `range` of openrouteservice's
 * driving profiles. GraphHopper has no limit of its own; what its paid plans allow differs.
 */
const MAX_MINUTES: Record<IsochroneKind, number> = { valhalla: 120, graphhopper: 60, ors: 60 };
const MOST_MINUTES = 99_999;
/** An area keeps a core of the service busy. */
const DEFAULT_PACE = { perSecond: Number.POSITIVE_INFINITY, concurrency: 4 };
/** Requests a second of services that anybody may use: nobody is to break their rules by forgetting `rate`. */
const PUBLIC_RATES: Readonly<Record<string, number>> = {
  'valhalla1.openstreetmap.de': 1,
  'api.openrouteservice.org': 1 / 3,
  'api.heigit.org': 1 / 3,
};

const PREFIX = new RegExp(`^(?:(${ISOCHRONE_KINDS.join('|')})\\+)?(https?://.+)$`, 'is');

/**
 * Reads ISOCHRONE_URL. `max_minutes`, `rate` and `concurrency` in its query are ours and are not sent.
 * @returns null when it is not of ISOCHRONE_URL_FORM
 */
export function readIsochroneUrl(text: string): IsochroneEndpoint | null {
  const [, prefix, address = ''] = PREFIX.exec(text.trim()) ?? [];
  if (!URL.canParse(address)) return null;
  const endpoint = new URL(address);
  const kind = (prefix?.toLowerCase() as IsochroneKind | undefined) ?? kindOf(endpoint);
  if (kind === null) return null;
  endpoint.pathname = pathOf(kind, endpoint.pathname.replace(/\/+$/, ''));
  endpoint.hash = '';
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

/** A path that names the operation stands as it is; another is where the service's interface begins. */
function pathOf(kind: IsochroneKind, path: string): string {
  if (kind !== 'ors') return /\/isochrone(\/|$)/.test(path) ? path : `${path}/isochrone`;
  if (/\/isochrones\/[\w-]+/.test(path)) return path;
  return path.endsWith('/isochrones') ? `${path}/driving-car` : `${path}/v2/isochrones/driving-car`;
}

/**
 * Each engine has its key where it wants it: a user without a password is one, and openrouteservice's is a header.
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
