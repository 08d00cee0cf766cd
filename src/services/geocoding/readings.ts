import { counter, gauge, type MetricReader, worst } from '../../base/metrics/metric-reader.js';
import type { Geocoding, GeocodingCounts } from './geocoding.js';

/** @param geocoding null: no geocoding service; the metrics then have no samples */
export function geocodingReadings(geocoding: Geocoding | null): MetricReader[] {
  const of = (pick: (counts: GeocodingCounts) => Awaited<ReturnType<MetricReader['read']>>) => () =>
    geocoding && pick(geocoding.counts);
  return [
    counter(
      'geocoder_requests_total',
      'Requests to the geocoding service; of empty ones it knows no place',
      of(({ requests }) => requests),
      'result',
    ),
    counter(
      'geocoder_retries_total',
      'Requests to the geocoding service that were made again',
      of(({ retries }) => retries),
    ),
    gauge(
      'geocoder_requests_running',
      'Requests to the geocoding service under way',
      of(({ running }) => running),
    ),
    gauge(
      'geocoder_requests_waiting',
      'Requests that wait for their turn at the geocoding service',
      of(({ waiting }) => waiting),
    ),
    counter(
      'geocoder_cache_lookups_total',
      'Addresses that were looked for among the answers that are kept',
      of(({ cache }) => cache),
      'result',
    ),
    worst(
      'min',
      'geocoder_up',
      'Whether the geocoding service is asked; 0 while it only fails',
      of(({ breaker }) => Number(breaker === 'closed')),
    ),
    counter(
      'geocoder_outages_total',
      'How often the geocoding service failed so often that it was not asked for a while',
      of(({ breakerOpened }) => breakerOpened),
    ),
  ];
}
