import { type ServiceAddress, splitServiceUrl, takeAccess, takeNumber } from '../client/service-url.js';

/** A tile service, as SATELLITE_TILES_URL names it. */
export interface TileService extends Omit<ServiceAddress, 'endpoint'> {
  /** URL with `{z}`, `{x}` and `{y}` and the operator's parameters; without a user and password. */
  readonly template: string;
  /** Finest zoom level of the service. */
  readonly maxZoom: number;
  /** Side of a tile in pixels. */
  readonly tileSide: number;
  /** Credit on pictures of these tiles. */
  readonly credit: string;
}

/** The form of SATELLITE_TILES_URL, for messages. */
export const TILES_URL_FORM =
  'an http or https URL with {z}, {x} and {y} once each behind its host; with ?tile_size= 256 or 512, ?max_zoom= 0 to 22, ?rate= requests a second above 0 to 10000, ?concurrency= 1 to 64 and #attribution= of at most 200 characters if any';

const PLACEHOLDERS = ['{z}', '{x}', '{y}'] as const;
const DEFAULT_PACE = { perSecond: Number.POSITIVE_INFINITY, concurrency: 8 };
const DEFAULT_MAX_ZOOM = 19;
const MOST_ZOOM = 22;
const MAX_CREDIT = 200;

/**
 * Reads SATELLITE_TILES_URL. The service does not get `tile_size`, `max_zoom`, `rate` and `concurrency` of
 * its query, nor the part behind `#`.
 * @returns null when it is not of TILES_URL_FORM
 */
export function readTilesUrl(text: string): TileService | null {
  const url = splitServiceUrl(text, []);
  if (url === null) return null;
  const credit = creditOf(url.hash, url.endpoint.hostname);
  const maxZoom = takeNumber(url.endpoint, 'max_zoom', DEFAULT_MAX_ZOOM);
  const tileSide = takeNumber(url.endpoint, 'tile_size', 256);
  const access = takeAccess(url.endpoint, DEFAULT_PACE);
  if (access === null || credit === null) return null;
  const { endpoint, ...service } = access;
  const template = endpoint.href.replace(/%7B([zxy])%7D/gi, '{$1}');
  if (!Number.isInteger(maxZoom) || maxZoom > MOST_ZOOM || (tileSide !== 256 && tileSide !== 512))
    return null;
  // Placeholders in the host would make it variable.
  const behindHost = template.slice(endpoint.origin.length);
  if (PLACEHOLDERS.some((placeholder) => behindHost.split(placeholder).length !== 2)) return null;
  return { template, maxZoom, tileSide, credit, ...service };
}

/** The text of `#attribution=`, else the host. */
function creditOf(hash: string, hostname: string): string | null {
  if (hash === '' || hash === '#') return hostname;
  const credit = new URLSearchParams(hash.slice(1)).get('attribution')?.trim();
  if (credit === undefined || credit === '' || credit.length > MAX_CREDIT) return null;
  return /\p{Cc}/u.test(credit) ? null : credit;
}

export const tileUrl = ({ template }: TileService, zoom: number, x: number, y: number): URL =>
  new URL(template.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y)));
