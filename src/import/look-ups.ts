import type { Geocoding } from '../services/geocoding/geocoding.js';
import type { DriveTimeAreas, DriveTimes } from '../world/drive-times/drive-times.js';
import { type ImportTask, mayHaveDriveTimes } from './task.js';

/** Sources that look up addresses and drive-time areas for the rows of an import. */
export interface LookUps {
  /** null: no geocoding service is asked. */
  geocoding: Geocoding | null;
  /** null: no row can have one, or there is nothing to draw areas on. */
  driveTimes: DriveTimeAreas | 'withheld' | null;
}

export const hasRoads = ({ driveTimes }: Pick<LookUps, 'driveTimes'>): boolean =>
  driveTimes !== null && driveTimes !== 'withheld' && driveTimes.hasRoads;

/**
 * Addresses of health data stay here, and no areas are drawn around their places
 * (docs/decisions.md#health-data).
 * @param isHealthData asked where it matters
 */
export async function lookUpsOf(
  task: ImportTask,
  {
    geocoding = null,
    driveTimes,
  }: { geocoding?: Geocoding | null; driveTimes?: Pick<DriveTimes, 'current'> },
  isHealthData: () => Promise<boolean>,
): Promise<LookUps> {
  const drives = mayHaveDriveTimes(task);
  if (geocoding === null && !drives) return { geocoding, driveTimes: null };
  if (await isHealthData()) return { geocoding: null, driveTimes: drives ? 'withheld' : null };
  const areas = drives ? (driveTimes?.current ?? null) : null;
  return { geocoding, driveTimes: areas?.isEmpty ? null : areas };
}
