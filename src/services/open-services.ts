import { Geocoding, type GeocodingOptions } from '../geocoding/geocoding.js';
import { geocodingReadings } from '../geocoding/readings.js';
import type { GeocoderService } from '../geocoding/service-url.js';
import type { Attribution } from '../geodata/attributions.js';
import { attributionOf } from '../imagery-service/attribution.js';
import type { TileService } from '../imagery-service/tiles-url.js';
import type { InferenceService } from '../import/columns/inferrer.js';
import { InferrerService } from '../inferrer-service/inferrer-service.js';
import type { InferrerEndpoint } from '../inferrer-service/service-url.js';
import { IsochroneService, type IsochroneServiceOptions } from '../isochrone-service/isochrone-service.js';
import type { IsochroneEndpoint } from '../isochrone-service/service-url.js';
import { turnReadings } from '../metrics/use-readings.js';
import type { Parts } from '../parts.js';

/** null: the operator named none. */
export interface ServiceSettings {
  readonly geocoder: GeocoderService | null;
  readonly isochroneService: IsochroneEndpoint | null;
  readonly inferrer: InferrerEndpoint | null;
  readonly satelliteTiles: { readonly service: TileService } | null;
}

export interface OutsideServices {
  readonly geocoding: Geocoding | null;
  readonly isochroneService: IsochroneService | null;
  /** Whose imagery the operator's tiles are; null: there are none. */
  readonly tiles: { attribution: Attribution } | null;
  readonly inference: InferenceService;
}

/** The services of others that this process asks. */
export function openServices(
  parts: Parts,
  settings: ServiceSettings,
  {
    sql,
    log,
    countryCode,
    clean,
  }: Pick<GeocodingOptions, 'sql' | 'log' | 'countryCode'> & Required<Pick<IsochroneServiceOptions, 'clean'>>,
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
    onInferrerFailure: (error) => log.warn({ err: error }, 'a header inferrer did not answer'),
  };
  const tiles = settings.satelliteTiles && { attribution: attributionOf(settings.satelliteTiles.service) };
  return { geocoding, isochroneService, tiles, inference };
}
