import { failureReason } from '../../background/jobs/reason.js';
import { LeaseLost } from '../../background/jobs/runner.js';
import type { Block } from '../../format/block.js';
import { DatabaseAway, pause } from './patient.js';

const BLOCK_TRIES = 3;

/** Thrown when a block failed `BLOCK_TRIES` times: the job as a whole cannot be completed. */
export class BlockFailed extends Error {
  constructor({ firstLine, firstRecord, records }: Block, cause: unknown) {
    const where = firstLine > 0 ? `from line ${firstLine}` : `from marker ${firstRecord}`;
    super(`${records} rows ${where} could not be imported in ${BLOCK_TRIES} tries: ${failureReason(cause)}`, {
      cause,
    });
  }
}

/**
 * Tries again what failed, `BLOCK_TRIES` times; a database that is away costs no try. An abort is heard
 * between two tries.
 * @throws BlockFailed, LeaseLost
 */
export async function withTries<T>(
  block: Block,
  signal: AbortSignal,
  work: () => Promise<T>,
  onRetry: () => void,
): Promise<T> {
  for (let failures = 0, waits = 0; ; ) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LeaseLost) throw error;
      if (error instanceof DatabaseAway) await pause(waits++, signal);
      else if (++failures === BLOCK_TRIES) throw new BlockFailed(block, error);
      onRetry();
    }
  }
}
