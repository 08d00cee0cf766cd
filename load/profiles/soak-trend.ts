import { median } from '../table.js';

/** One observation during a soak. */
export interface Look {
  minutes: number;
  /** null where the service does not report it. */
  rssMb: number | null;
  /** p99 of the interval that ended; null without an answer. */
  p99Ms: number | null;
}

export interface Trend {
  /** Least squares behind the warm-up; null with fewer than three observations. */
  rssMbAMinute: number | null;
  /** The same over the last half: near 0 where growth levels off. */
  rssMbAMinuteOfLastHalf: number | null;
  /** Ratio of the median p99 of the last third to that of the first. */
  p99Drift: number | null;
}

/** Share of a soak that is left out as warm-up, at most ten minutes: heaps, pools and caches fill. */
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
