import type { Threads } from '../base/threads/thread-pool.js';
import { attachmentNamed } from '../format/write/file-name.js';
import { FEATURE_EXPRESSIONS } from '../format/write/format-features.js';
import { formatFeaturesOnThread } from '../format/write/on-thread.js';
import type { Geodata } from '../geo/geodata.js';
import { type Route, route } from '../http/route.js';
import { FeaturesQuery, MarkerFeatures } from '../schema/area.js';
import { MapParams } from '../schema/map.js';
import type { MarkerRows } from '../store/export.js';
import { readMap } from '../store/maps.js';
import { FIELDS_DEADLINE_MS, oneAhead, streamMarkers } from './marker-stream.js';
import type { Services } from './services.js';

/** Smaller than for CSV, as areas make the rows longer. */
const BLOCK_BYTES = 128 * 1024;
/**
 * Bound on the areas in one file. A million markers of counties have some 0.5 GB of areas; a million markers
 * of countries would have 50 GB, which takes hours to send and cannot be opened.
 */
const MAX_AREA_CHARACTERS = 4e9;

export function geoJsonRoutes(services: Services): Route[] {
  const { geodata } = services;
  return [
    route({
      method: 'GET',
      path: '/maps/{map_id}/markers.geojson',
      operationId: 'exportMarkersAsGeoJson',
      summary: 'All markers of the map as GeoJSON, areas included',
      description:
        'Streams the markers of one moment by ascending id (RFC 7946). Pins are points. Every other marker, pinned types included, has its area ' +
        'as geometry, cut at the antimeridian, with circles as polygons; its point is in the properties `lat` and `lng`. A marker whose area ' +
        'is unknown (see getMarkerArea) is a point. Properties: name, type, category, color, the address, lat, lng, radius, ' +
        'region_source, created_at, updated_at, the additional members, the custom fields by name (with ` (2)` after a name that is one of these), ' +
        'and the colour in simplestyle (`marker-color`, `fill`, `stroke`); properties that do not apply are absent. Markers that share an area ' +
        'repeat it; with `areas=false` every marker is a point. Beyond 4 GB of areas, markers are points with `area_omitted: true`, and ' +
        'the collection ends with their number in `areas_omitted`. Turns and slow clients are handled as in the CSV export.',
      tag: 'Markers',
      access: 'read',
      deadlineMs: FIELDS_DEADLINE_MS,
      // The turn of an export lasts as long as the client reads.
      turns: null,
      params: MapParams,
      query: FeaturesQuery,
      own: readMap,
      responses: {
        200: {
          description: 'The file',
          contentTypes: ['application/geo+json'],
          schema: MarkerFeatures,
          headers: ['Content-Disposition'],
        },
      },
      handle: ({ principal: { accountId }, resource: { id, name }, query, request }) =>
        streamMarkers(services, {
          accountId,
          mapId: id,
          request,
          expressions: FEATURE_EXPRESSIONS,
          blockBytes: BLOCK_BYTES,
          headers: {
            'content-type': 'application/geo+json',
            'content-disposition': attachmentNamed(name, `map-${id}`, 'geojson'),
          },
          format: (rows, threads) => collectionOf(rows, threads, query.areas ? geodata.current : null),
        }),
    }),
  ];
}

async function* collectionOf(
  rows: MarkerRows,
  threads: Threads,
  geodata: Geodata | null,
): AsyncGenerator<Buffer> {
  const omitted = { count: 0 };
  let separator = '{"type":"FeatureCollection","features":[\n';
  for await (const features of oneAhead(featuresOf(rows, threads, geodata, omitted))) {
    yield Buffer.from(separator);
    yield features;
    separator = ',\n';
  }
  if (separator !== ',\n') yield Buffer.from(separator);
  yield Buffer.from(omitted.count === 0 ? '\n]}\n' : `\n],"areas_omitted":${omitted.count}}\n`);
}

async function* featuresOf(
  { blocks }: MarkerRows,
  threads: Threads,
  geodata: Geodata | null,
  omitted: { count: number },
): AsyncGenerator<Buffer> {
  let areaCharacters = MAX_AREA_CHARACTERS;
  for await (const block of blocks) {
    let rows = new Uint8Array(block.buffer as ArrayBuffer);
    for (let from = 0; from < rows.length; ) {
      const task = { rows, from, geodata, areaCharacters };
      const formatted = await formatFeaturesOnThread(threads, task);
      ({ rows, end: from } = formatted);
      areaCharacters -= formatted.areaCharacters;
      omitted.count += formatted.omitted;
      yield Buffer.from(formatted.json.buffer);
    }
  }
}
