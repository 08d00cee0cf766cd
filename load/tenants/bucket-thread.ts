import { parentPort } from 'node:worker_threads';
import { startS3 } from '../../test/support/s3-server.js';

/* A bucket in memory, until the thread is ended; says how a service finds it. */
const { env } = await startS3({ teardown: () => {} });
parentPort!.postMessage(env);
