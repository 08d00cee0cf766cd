import type { FullMap } from './full-map.js';
import type { RequestParts } from './request.js';

/** Objects of a map that a request names. */
export type Named = Pick<FullMap, 'map' | 'marker' | 'share' | 'job' | 'webhook'>;

export interface ValidRequest {
  target: (named: Named) => string;
  parts?: Pick<RequestParts, 'headers' | 'body'>;
  /** Status on success. */
  status: number;
}

export const json = (body: object) => ({ headers: { 'content-type': 'application/json' }, body });
export const ofMap = (rest: string) => (named: Named) => `/v1/maps/${named.map}${rest}`;
const ofMarker = (rest: string) => (named: Named) => `/v1/maps/${named.map}/markers/${named.marker}${rest}`;
const ofShare = (named: Named) => `/v1/maps/${named.map}/shares/${named.share}`;
const ofJob = (rest: string) => (named: Named) => `/v1/jobs/${named.job}${rest}`;
const to = (path: string) => () => `/v1${path}`;

const MARKER = { name: 'New', lat: 1, lng: 2, category: 'New', custom_fields: { New: 'x' } };

/**
 * A successful request of every operation below /v1, by operationId. Accounts friend@ and new@example.com may
 * or may not exist.
 */
export const VALID_REQUESTS: Readonly<Record<string, ValidRequest>> = {
  getMe: { target: to('/me'), status: 200 },
  getSession: { target: to('/session'), status: 200 },
  deleteSession: { target: to('/session'), status: 204 },
  listSharedMaps: { target: to('/shared-maps'), status: 200 },
  getMapAccess: { target: ofMap('/access'), status: 200 },
  listMaps: { target: to('/maps'), status: 200 },
  createMap: { target: to('/maps'), parts: json({ name: 'New' }), status: 201 },
  getMap: { target: ofMap(''), status: 200 },
  patchMap: { target: ofMap(''), parts: json({ name: 'New' }), status: 200 },
  deleteMap: { target: ofMap(''), status: 204 },
  archiveMap: { target: ofMap('/archive'), status: 200 },
  restoreMap: { target: ofMap('/restore'), status: 200 },
  transferMap: {
    target: ofMap('/transfer'),
    parts: json({ new_owner_email: 'friend@example.com' }),
    status: 200,
  },
  cloneMap: { target: ofMap('/clone'), parts: json({ name: 'New' }), status: 201 },
  createShare: {
    target: ofMap('/shares'),
    parts: json({ email: 'new@example.com', access_level: 'admin' }),
    status: 201,
  },
  listShares: { target: ofMap('/shares'), status: 200 },
  patchShare: { target: ofShare, parts: json({ access_level: 'admin' }), status: 200 },
  deleteShare: { target: ofShare, status: 204 },
  listCategories: { target: ofMap('/categories'), status: 200 },
  putCategories: {
    target: ofMap('/categories'),
    parts: json({ categories: [{ name: 'New' }] }),
    status: 200,
  },
  deleteUnusedFields: { target: ofMap('/fields/unused'), status: 200 },
  deleteCategories: { target: ofMap('/categories'), status: 204 },
  listColors: { target: ofMap('/colors'), status: 200 },
  extendColors: { target: ofMap('/extended-colors'), status: 200 },
  listFields: { target: ofMap('/fields'), status: 200 },
  listMarkers: { target: ofMap('/markers'), status: 200 },
  createMarker: { target: ofMap('/markers'), parts: json(MARKER), status: 201 },
  getMarker: { target: ofMarker(''), status: 200 },
  patchMarker: { target: ofMarker(''), parts: json({ name: 'New', category: 'New' }), status: 200 },
  deleteMarker: { target: ofMarker(''), status: 204 },
  searchMarkers: { target: ofMap('/markers/search?q=Old'), status: 200 },
  exportMarkers: { target: ofMap('/markers.csv'), status: 200 },
  exportMarkersAsGeoJson: { target: ofMap('/markers.geojson'), status: 200 },
  getMarkerArea: { target: ofMarker('/area'), status: 200 },
  getTileJson: { target: ofMap('/tiles.json'), status: 200 },
  getBaseTile: { target: to('/tiles/base/0/0/0.mvt'), status: 200 },
  getBaseStyle: { target: to('/tiles/style.json'), status: 200 },
  getMapTile: { target: ofMap('/tiles/0/0/0.mvt'), status: 200 },
  importMarkers: { target: ofMap('/markers/bulk'), parts: json({ markers: [MARKER] }), status: 200 },
  deleteMarkers: {
    target: ofMap('/markers/bulk'),
    parts: json({ all: true, confirm: true }),
    status: 200,
  },
  listJobs: { target: to('/jobs'), status: 200 },
  getJob: { target: ofJob(''), status: 200 },
  cancelJob: { target: ofJob(''), status: 200 },
  retryJob: { target: ofJob('/retry'), parts: json({}), status: 202 },
  undoJob: { target: ofJob('/undo'), status: 202 },
  listenToJob: { target: ofJob('/events'), status: 200 },
  getJobErrors: { target: ofJob('/errors.csv'), status: 200 },
  getJobSkipped: { target: ofJob('/skipped.csv'), status: 200 },
  getJobChanges: { target: ofJob('/changes.csv'), status: 200 },
  renderImage: { target: ofMap('/images'), parts: json({ preset: 'us' }), status: 202 },
  createWebhook: { target: to('/webhooks'), parts: json({ url: 'https://webhook.invalid/' }), status: 201 },
  listWebhooks: { target: to('/webhooks'), status: 200 },
  deleteWebhook: { target: ({ webhook }) => `/v1/webhooks/${webhook}`, status: 204 },
  listDeliveries: { target: ({ webhook }) => `/v1/webhooks/${webhook}/deliveries`, status: 200 },
  findNearby: { target: ({ map }) => `/v1/nearby?lat=1&lng=2&maps=${map}`, status: 200 },
  listDemographicFields: { target: to('/demographic-fields'), status: 200 },
  listAttributions: { target: to('/attributions'), status: 200 },
  getOpenApi: { target: to('/openapi.json'), status: 200 },
};
