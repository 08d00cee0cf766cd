// Room services: clients of other services, with deadlines and breakers (geocoder, isochrones, imagery,
// inferrer).
import { turnReadings } from '../base/metrics/use-readings.js';
import type { Parts } from '../base/parts.js';
import type { InferenceService } from '../recognise/inferrer.js';
import type { Attribution } from '../schema/attributions.js';
import { tilesAttribution } from './attributions.js';
import type { ServiceAddress } from './client/service-url.js';
import { Geocoding, type GeocodingOptions } from './geocoding/geocoding.js';
import { geocodingReadings } from './geocoding/readings.js';
import type { GeocoderService } from './geocoding/service-url.js';
import type { TileService } from './imagery/tiles-url.js';
import { InferrerService } from './inferrer/inferrer-service.js';
import { IsochroneService, type IsochroneServiceOptions } from './isochrones/isochrone-service.js';
import type { IsochroneEndpoint } from './isochrones/service-url.js';

/** null: the operator configured no such service. */
export interface ServiceSettings {
  readonly geocoder: GeocoderService | null;
  readonly isochroneService: IsochroneEndpoint | null;
  readonly inferrer: ServiceAddress | null;
  readonly satelliteTiles: { readonly service: TileService } | null;
}

export interface OutsideServices {
  readonly geocoding: Geocoding | null;
  readonly isochroneService: IsochroneService | null;
  /** Credit of the operator's tiles; null: no tiles. */
  readonly tiles: { attribution: Attribution } | null;
  readonly inference: InferenceService;
}

/** Opens the outside services that the operator configured. */
export function openServices(
  parts: Parts,
  settings: ServiceSettings,
  {
    sql,
    log,
    countryCode,
    clean,
  }: Pick<GeocodingOptions, 'sql' | 'log' | 'countryCode'> & Pick<IsochroneServiceOptions, 'clean'>,
): OutsideServices {
  const geocoding = settings.geocoder && new Geocoding({ service: settings.geocoder, countryCode, sql, log });
  const isochroneService =
    settings.isochroneService && new IsochroneService({ endpoint: settings.isochroneService, log, clean });
  const inferrer = settings.inferrer && new InferrerService(settings.inferrer);
  parts.add('work', {
    name: 'outside services',
    stop: () => Promise.all([geocoding?.stop(), isochroneService?.stop()]),
    metrics: [
      ...geocodingReadings(geocoding),
      ...turnReadings({
        ...geocoding?.turns,
        ...(isochroneService && { driveTimes: () => isochroneService.turns }),
        ...(inferrer && { inferrer: () => inferrer.turns }),
      }),
    ],
  });
  const inference: InferenceService = {
    askService: inferrer && ((request, rows) => inferrer.ask(request, rows)),
    onInferrerFailure: (error) =>
      log.warn({ err: error }, 'the header inferrer did not answer: the built-in one recognises the columns'),
  };
  const tiles = settings.satelliteTiles && { attribution: tilesAttribution(settings.satelliteTiles.service) };
  return { geocoding, isochroneService, tiles, inference };
}
