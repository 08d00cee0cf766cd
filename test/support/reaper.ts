import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from '../../src/store/embedded/process.js';
import { removeServerIn } from './test-server.js';

/*
 * A process of its own that outlives the one it watches, a SIGKILL included, and then stops its server and
 * removes its files:
 *     node reaper.js DIRECTORY PID IDENTITY
 */
const [, , directory, pid, identity] = process.argv;
if (directory === undefined || pid === undefined || identity === undefined) {
  throw new Error('usage: reaper.js DIRECTORY PID IDENTITY');
}
// No suite takes an hour: a bound for a `before` whose runner vanished early.
const deadline = Date.now() + 3_600_000;
while (existsSync(directory) && identityOf(Number(pid)) === identity && Date.now() < deadline)
  await sleep(300);
// More than once: a `before` that is being killed with its runner still counts as a user of the server.
for (let tries = 0; existsSync(directory) && tries < 200; tries += 1) {
  await removeServerIn(directory).catch(() => {});
  await sleep(300);
}
