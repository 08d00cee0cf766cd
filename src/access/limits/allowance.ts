import { AppError } from '../../base/errors.js';
import { sqlState } from '../../store/client.js';
import { secondsUntilMidnightUtc } from './charge.js';

/**
 * Bytes that an account may copy in a UTC day, with all its keys: some 20 million plain markers. What an undo
 * kept counts when the undo is taken back.
 */
export const CLONED_BYTES_A_DAY = 4 * 1024 ** 3;
export const COPIES = '4 GiB of copied maps and of undos that are taken back';
/** Maps that an account may transfer in a UTC day. */
export const TRANSFERS_A_DAY = 200;

/** New pictures that an account may request in a UTC day; existing ones are free. */
export const IMAGES_A_DAY = 1000;

/**
 * Runs a store function that charges its account in its own statement.
 * @param allowance its name in the message
 * @throws AppError QUOTA_EXCEEDED
 */
export async function withinAllowance<T>(allowance: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (sqlState(error) !== 'CL429') throw error;
    throw new AppError(
      'QUOTA_EXCEEDED',
      `the account's daily allowance of ${allowance} is used up: try again after midnight UTC (Retry-After)`,
      {
        retryAfterSeconds: secondsUntilMidnightUtc(Date.now()),
      },
    );
  }
}
