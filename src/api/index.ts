import type { Route } from '../http/route.js';
import { bulkRoutes } from './bulk.js';
import { jobRoutes } from './jobs.js';
import { mapRoutes } from './maps.js';
import { markerRoutes } from './markers.js';
import { meRoutes } from './me.js';
import type { Services } from './services.js';

/** Every endpoint below /v1. */
export const apiRoutes = (services: Services): Route[] => [
  ...meRoutes(services),
  ...mapRoutes(services),
  ...markerRoutes(services),
  ...bulkRoutes(services),
  ...jobRoutes(services),
];
