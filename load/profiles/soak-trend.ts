import { median } from '../table.js';

/** One look during a soak. */
export interface Look {
  minutes: number;
  /** null where the service does not tell. */
  rssMb: number | null;
  /** Of the interval that ended then; null without an answer. */
  p99Ms: number | null;
}

export interface Trend {
  /** Least squares over what follows the warm-up; null with fewer than three looks. */
  rssMbAMinute: number | null;
  /** The same over its last half: near 0 where a growth levels. */
  rssMbAMinuteOfLastHalf: number | null;
  /** Median of the last third's p99 to the first third's. */
  p99Drift: number | null;
}

/** Heaps, pools and caches fill in the first minutes: so much of a soak is left out, but no more than ten minutes. */
const WARM_UP_SHARE = 0.25;
const MOST_WARM_UP_MINUTES = 10;

export function trendOf(looks: readonly Look[]): Trend {
  const length = looks.at(-1)?.minutes ?? 0;
  const from = Math.min(MOST_WARM_UP_MINUTES, length * WARM_UP_SHARE);
  const warm = looks.filter(({ minutes }) => minutes > from);
  const middle = (from + length) / 2;
  const p99s = warm.flatMap(({ p99Ms }) => (p99Ms === null ? [] : [p99Ms]));
  const third = Math.floor(p99s.length / 3);
  return {
    rssMbAMinute: slopeOf(warm),
    rssMbAMinuteOfLastHalf: slopeOf(warm.filter(({ minutes }) => minutes > middle)),
    p99Drift: third === 0 ? null : median(p99s.slice(-third)) / median(p99s.slice(0, third)),
  };
}

function slopeOf(looks: readonly Look[]): number | null {
  const points = looks.flatMap(({ minutes, rssMb }) => (rssMb === null ? [] : [[minutes, rssMb] as const]));
  if (points.length < 3) return null;
  const mean = (of: readonly number[]): number => of.reduce((sum, value) => sum + value, 0) / of.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
