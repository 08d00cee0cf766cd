import { moved } from '../../src/base/threads/moved.js';
import type { TaskFunctions } from '../../src/base/threads/thread-pool.js';
import { examineBlock } from '../../src/import/dry-run/examine-block.js';
import { sharingRows } from '../../src/import/dry-run/sharing-rows.js';
import { joinParts as joinKeys } from '../../src/import/duplicates/map-keys.js';
import { readKeysPart } from '../../src/import/plan/read-map-keys.js';
import { lookUpsToMake, type MetBlock, prepareBlock } from '../../src/import/prepare/prepare-block.js';
import { receivedContext } from '../../src/import/prepare/sent-context.js';
import { renderRejects } from '../../src/import/report/rejects.js';
import { meetMap, meetRejectedRows } from '../../src/import/run/meet-map.js';
import { writeBlock } from '../../src/import/run/write-block.js';
import { isTransient } from '../../src/store/transient.js';
import { lookups, transactions } from './connections.js';
import { inputFor, readRange } from './read-range.js';

export const prepare: TaskFunctions['prepare'] = async ({ path, block, meeting, memory, ...job }) => {
  const context = receivedContext(job.context);
  const beginMs = performance.now();
  const bytes = await readRange(path, block, inputFor);
  const prepared = prepareBlock(bytes, block, context, memory ?? undefined);
  const lookUps = lookUpsToMake(prepared);
  if (lookUps !== null) return lookUps;
  const parsedMs = performance.now();
  let existing: Float64Array | null = null;
  let metByRejected: number[];
  const alike: number[] = [];
  try {
    if (meeting !== null && prepared.rows > 0)
      existing = await meetMap(
        lookups,
        context.mapId,
        prepared,
        meeting,
        context.plan.options.missing ? alike : undefined,
      );
    metByRejected = await meetRejectedRows(lookups, context, prepared, meeting?.keys ?? null);
  } catch (error) {
    // Returned as a value, because errors lose their members on the way from a thread.
    if (isTransient(error)) return { unavailable: (error as Error).message };
    throw error;
  }
  // Placing is measured on some rows only, so the estimate can exceed the whole.
  const placingMs = Math.min(prepared.placingMs, parsedMs - beginMs);
  const met: MetBlock = {
    ...prepared,
    rejectedRows: null,
    metBeside: [...alike, ...metByRejected],
    existing,
    placingMs,
    parsingMs: parsedMs - beginMs - placingMs,
    meetingMs: performance.now() - parsedMs,
  };
  return moved(met);
};

export const keysPart: TaskFunctions['keysPart'] = async (wanted) => {
  try {
    return moved(await readKeysPart(lookups, wanted));
  } catch (error) {
    if (isTransient(error)) return { unavailable: (error as Error).message };
    throw error;
  }
};

export const joinParts: TaskFunctions['joinParts'] = ({ parts, byCode }) => joinKeys(parts, byCode);

export const examine: TaskFunctions['examine'] = async ({ path, block, of, ...job }) => {
  const context = receivedContext(job.context);
  const prepared = prepareBlock(await readRange(path, block), block, context);
  const { mapId, nowMs = Date.now() } = context;
  return lookUpsToMake(prepared) ?? examineBlock(prepared, mapId, lookups, of, nowMs);
};

export const sharing: TaskFunctions['sharing'] = async ({ path, block, of, ...job }) => {
  const context = receivedContext(job.context);
  const prepared = prepareBlock(await readRange(path, block), block, context);
  const { mapId, nowMs = Date.now() } = context;
  const database = of.isEmpty ? null : lookups;
  const { match = null, codes = null } = of;
  const wanted = { firstRecord: block.firstRecord, marks: of.wanted, match, codes };
  return lookUpsToMake(prepared) ?? sharingRows(prepared, wanted, mapId, database, nowMs);
};

/** Numbers by which the rows of a block are classified. */
export const measure: TaskFunctions['measure'] = async ({ path, block, context }) =>
  moved(prepareBlock(await readRange(path, block), block, receivedContext(context)).measures!);

export const write: TaskFunctions['write'] = (block) => writeBlock(transactions, block);

export const rejects: TaskFunctions['rejects'] = async ({ path, block, request }) =>
  moved(renderRejects(await readRange(path, block), block, request));
