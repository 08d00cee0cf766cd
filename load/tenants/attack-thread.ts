import { parentPort, workerData } from 'node:worker_threads';
import { ATTACKS, type Attacker } from './attacks.js';

/*
 * An attack on a thread of its own, so that what its client does with 600 MB is not felt as the service's.
 * Says `ready` when it has what it needs, begins at the first message, and goes on until it is terminated.
 */
const { name, attacker } = workerData as { name: string; attacker: Attacker };
const attack = ATTACKS[name]!;
const prepared = await attack.prepare?.(attacker);
parentPort!.once('message', () => void attack.run(attacker, prepared));
parentPort!.postMessage('ready');
