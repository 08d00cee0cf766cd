import { AppError, badRequest } from '../../base/errors.js';
import { sqlState } from '../../store/client.js';
import { secondsUntilMidnightUtc } from './charge.js';

/** What an account may copy in a UTC day, whichever of its keys does it: some 20 million plain markers. */
export const CLONED_BYTES_A_DAY = 4 * 1024 ** 3;
/** Maps that an account may give to others in a UTC day. */
export const TRANSFERS_A_DAY = 200;

/** Pictures that an account may ask for in a UTC day; those that are there already cost nothing. */
export const IMAGES_A_DAY = 1000;

/**
 * Runs a store function that charges its account in its own statement.
 * @param allowance for people: what is used up
 * @throws AppError QUOTA_EXCEEDED; BAD_REQUEST with what the statement says
 */
export async function withinAllowance<T>(allowance: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const state = sqlState(error);
    if (state === 'CL400') throw badRequest((error as Error).message);
    if (state !== 'CL429') throw error;
    throw new AppError(
      'QUOTA_EXCEEDED',
      `the account's daily allowance of ${allowance} is used up; there is a new one from midnight UTC on (Retry-After)`,
      {
        retryAfterSeconds: secondsUntilMidnightUtc(Date.now()),
      },
    );
  }
}
