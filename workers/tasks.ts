import { workerData } from 'node:worker_threads';
import { detachEarly } from '../src/base/threads/detach-early.js';
import { giveWay } from '../src/base/threads/priority.js';
import type { TaskFunctions } from '../src/base/threads/thread-pool.js';
import * as areas from './tasks/areas.js';
import * as exported from './tasks/export.js';
import * as recognise from './tasks/recognise.js';
import * as rows from './tasks/rows.js';
import * as tiles from './tasks/tiles.js';
import * as warmUp from './tasks/warm-up.js';

export * from './tasks/areas.js';
export * from './tasks/export.js';
export * from './tasks/recognise.js';
export * from './tasks/rows.js';
export * from './tasks/tiles.js';
export * from './tasks/warm-up.js';

/** Fails to compile when a task is missing that some room runs. */
({ ...areas, ...exported, ...recognise, ...rows, ...tiles, ...warmUp }) satisfies TaskFunctions;

if ((workerData as { givesWay: boolean }).givesWay) giveWay();
detachEarly();
