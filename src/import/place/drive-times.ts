import { quote } from '../../base/cut.js';
import { hasTwoReadings, readNumber } from '../../format/cells/number.js';
import type { DrivePlace } from '../../geo/drive-time/drive-place.js';
import { drivePlace, drivePlaceKey } from '../../geo/drive-time/drive-place.js';
import type { DrivePlaces, KnownDriveTimes } from '../../geo/drive-time/known-areas.js';
import { MAX_MINUTES } from '../../geo/isochrone/isochrone.js';
import type { Placed } from '../../schema/placed.js';
import type { ImportOptions } from '../options.js';
import { type IncomingRow, RowDefect } from '../rows/incoming-row.js';
import type { ImportPlan } from '../task.js';

/**
 * A street that is farther away may be on the other side of a river, or of another island: rows that begin
 * there are told.
 */
const FAR_METERS = 100;

/**
 * The minutes of a row's drive: its own, else the upload's.
 * @param column header of the column of minutes; null: the upload has none
 * @throws RowDefect drive_time_invalid unless they are 1 to MAX_MINUTES, and whole
 */
export function minutesOf(
  { driveTime }: Pick<IncomingRow, 'driveTime'>,
  { defaultDriveTimeMinutes }: Pick<ImportOptions, 'defaultDriveTimeMinutes'>,
  column: string | null,
): number {
  if (driveTime === '') return defaultDriveTimeMinutes;
  const minutes = readNumber(driveTime);
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_MINUTES) return minutes;
  const what = hasTwoReadings(driveTime)
    ? 'can be thousands or decimals: write it like 1500'
    : `is not a whole number of minutes from 1 to ${MAX_MINUTES}`;
  throw new RowDefect('drive_time_invalid', `drive_time ${quote(driveTime, 40)} ${what}`, column);
}

/** Gives the rows of a block the areas of their drives, by what is known of them. */
export class RowDriveTimes {
  /** Header of the column of minutes; null: the upload has none. */
  readonly column: string | null;
  readonly #known: KnownDriveTimes;
  readonly #noted = new Map<string, DrivePlace>();

  constructor({ mapping }: Pick<ImportPlan, 'mapping'>, known: KnownDriveTimes) {
    this.column = mapping.find(({ field }) => field === 'drive_time')?.header ?? null;
    this.#known = known;
  }

  /** Places whose areas are to be looked up before the block is prepared again. */
  get noted(): DrivePlaces {
    return this.#noted;
  }

  /**
   * @param row placed as a pin; becomes of the type `wanted` where it has an area
   * @returns as what the row counts
   * @throws RowDefect drive_time_invalid for a longer drive than the drive-time service draws areas for
   */
  give(row: IncomingRow, wanted: string, minutes: number): (keyof Placed['driveTimes'])[] {
    const known = this.#known;
    if (known === 'withheld') return ['withheld'];
    const place = drivePlace(row.lat, row.lng, minutes);
    const key = drivePlaceKey(place);
    if (known === 'ask') {
      this.#noted.set(key, place);
      return [];
    }
    const answer = known.areas.get(key);
    if (answer === undefined) {
      if (!known.open.has(key)) return ['none'];
      row.type = wanted;
      return ['open'];
    }
    if ('missing' in answer) return [answer.missing];
    if ('mostMinutes' in answer) {
      const message = `drive_time ${minutes} is more than the ${answer.mostMinutes} minutes that the drive-time service draws areas for`;
      throw new RowDefect('drive_time_invalid', message, this.column);
    }
    const { area, source, truncated, snapMeters } = answer;
    row.type = wanted;
    row.regionSource = `${source}/drive_time/${minutes}`;
    row.driveTimeArea = area;
    return [
      'areas',
      ...(source === 'estimate' ? ['estimates' as const] : []),
      ...(truncated ? ['truncated' as const] : []),
      ...(snapMeters > FAR_METERS ? ['far' as const] : []),
    ];
  }
}
