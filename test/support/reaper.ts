import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from '../../src/store/embedded/process.js';
import { removeServerIn } from './test-server.js';

/*
 * A process of its own that outlives the one it watches, a SIGKILL included, and then stops its server and removes its files:
 *     node reaper.js DIRECTORY PID IDENTITY
 */
const [, , directory, pid, identity] = process.argv;
if (directory === undefined || pid === undefined || identity === undefined) {
  throw new Error('usage: reaper.js DIRECTORY PID IDENTITY');
}
while (existsSync(directory) && identityOf(Number(pid)) === identity) await sleep(300);
if (existsSync(directory)) await removeServerIn(directory);
