import type { KindResult, Result } from '../../../load/profiles/result.js';

/** A result in which only the given values matter. */
export function resultWith({ p99, ...counts }: Partial<KindResult> & { p99: number | null }): Result {
  const { right = 0, timeouts = 0, lost = 0, wrong = 0, refused = {} } = counts;
  const requests =
    right + timeouts + lost + wrong + Object.values(refused).reduce((sum, count) => sum + count, 0);
  const latencyMs =
    p99 === null ? null : { p50: p99 / 4, p90: p99 / 2, 'p97.5': p99 * 0.9, p99, 'p99.9': p99, max: p99 };
  return {
    profile: 'reads',
    settings: {
      connections: 2,
      workers: 1,
      rate: null,
      maps: 1,
      markers: 10,
      rows: 5,
      seed: 1,
      durationSeconds: 2,
      warmUpSeconds: 1,
    },
    pacedPerSecond: null,
    seconds: 2,
    requestsPerSecond: requests / 2,
    bytesPerSecond: 1024 ** 2,
    all: {
      requests,
      right,
      latencyMs,
      refused,
      timeouts,
      lost,
      wrong,
      example: null,
      statuses: { 200: right },
    },
    kinds: {},
    spans: {},
    importedRows: 0,
    rowsPerSecond: 0,
    generator: { busy: 0.25, wasTheLimit: false },
    machine: {
      cpu: 'Abacus',
      cores: 2,
      memoryGb: 8,
      node: 'v20.0.0',
      platform: 'linux x64',
      loadBefore: 0.5,
    },
  };
}
