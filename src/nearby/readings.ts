import { counter, gauge, type MetricReader } from '../base/metrics/metric-reader.js';
import { threadReadings } from '../base/metrics/use-readings.js';
import type { ThreadUse } from '../base/threads/thread-use.js';
import type { IndexState } from './index-cache.js';

export const nearbyReadings = (nearby: {
  readonly indexes: IndexState;
  readonly threads: ThreadUse;
}): MetricReader[] => [
  gauge('nearby_index_bytes', 'Memory of the indexes of nearby search', () => nearby.indexes.bytes),
  gauge('nearby_index_limit_bytes', 'Of these at most', () => nearby.indexes.maxBytes),
  gauge('nearby_indexes', 'Indexes, of a map or of a group of small ones', () => nearby.indexes.indexes),
  counter(
    'nearby_index_lookups_total',
    'Maps that searches asked for',
    () => ({ hit: nearby.indexes.hits, miss: nearby.indexes.misses }),
    'result',
  ),
  ...threadReadings({ nearby: () => nearby.threads }),
];
