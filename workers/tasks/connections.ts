import { workerData } from 'node:worker_threads';
import { BlockTransactions } from '../../src/store/block-transactions.js';
import { openThreadPool } from '../../src/store/thread-pool.js';

const { databaseUrl } = workerData as { databaseUrl: string };

/** Connections of this thread, which are opened when they are first needed. */
export const transactions = new BlockTransactions(databaseUrl, 2);
export const lookups = openThreadPool(databaseUrl, 1);
