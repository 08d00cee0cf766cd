// Room api: one file a resource, its routes as values. open-api.ts opens the port; pages/ has what lies
// outside /v1.

import type { Route } from '../http/route.js';
import { areaRoutes } from './area.js';
import { attributionRoutes } from './attributions.js';
import { baseTileRoutes } from './base-tiles.js';
import { bulkRoutes } from './bulk.js';
import { bulkDeleteRoutes } from './bulk-delete.js';
import { demographicRoutes } from './demographics.js';
import { exportRoutes } from './export.js';
import { geoJsonRoutes } from './export-geojson.js';
import { fieldRoutes } from './fields.js';
import { imageRoutes } from './images.js';
import { jobRoutes } from './jobs.js';
import { legendRoutes } from './legend.js';
import { mapLifeRoutes } from './map-life.js';
import { mapTileRoutes } from './map-tiles.js';
import { mapRoutes } from './maps.js';
import { markerRoutes } from './markers.js';
import { meRoutes } from './me.js';
import { nearbyRoutes } from './nearby.js';
import { paletteRoutes } from './palette.js';
import { refusalOf } from './refusals.js';
import { retryRoutes } from './retry.js';
import { searchRoutes } from './search.js';
import type { Services } from './services.js';
import { sessionRoutes } from './session.js';
import { shareRoutes } from './shares.js';
import { webhookRoutes } from './webhooks.js';

/** Every endpoint below /v1. */
export function apiRoutes(services: Services): Route[] {
  const routes: Route[] = [
    ...meRoutes(services),
    ...mapRoutes(services),
    ...mapLifeRoutes(services),
    ...shareRoutes(services),
    ...legendRoutes(services),
    ...paletteRoutes(services),
    ...fieldRoutes(services),
    ...markerRoutes(services),
    ...searchRoutes(services),
    ...exportRoutes(services),
    ...geoJsonRoutes(services),
    ...areaRoutes(services),
    ...bulkRoutes(services),
    ...bulkDeleteRoutes(services),
    ...jobRoutes(services),
    ...retryRoutes(services),
    ...imageRoutes(services),
    ...nearbyRoutes(services),
    ...mapTileRoutes(services),
    ...baseTileRoutes(services),
    ...demographicRoutes(services),
    ...webhookRoutes(services),
    ...attributionRoutes(services),
  ];
  return [...routes, ...sessionRoutes(services, routes)].map((each) => completed(each, services));
}

/**
 * A route, and finding the resource of its path, take turns with small work unless the route says otherwise.
 * Long bodies have places of their own, by account. A write answers refusals of its statements
 * (store/authorize.ts), and announces itself to nearby search, successful or not.
 */
function completed(each: Route, { work, nearby }: Pick<Services, 'work' | 'nearby'>): Route {
  const handle: Route['handle'] = (call) =>
    each
      .handle(call)
      .catch((error) => {
        throw refusalOf(error);
      })
      .finally(() => nearby.announceWrite());
  return {
    ...each,
    ...(each.own && each.ownTurns === undefined && { ownTurns: work.small }),
    // A route with its own turns may take minutes or wait for a service: its body gives up the place earlier.
    ...(each.body &&
      each.access !== 'none' && {
        longBodies: {
          places: work.longBodies,
          parsing: work.parsing,
          untilAnswered: each.turns === undefined,
        },
      }),
    ...(each.turns === undefined && { turns: work.small }),
    ...(each.access === 'write' && { handle }),
  };
}
