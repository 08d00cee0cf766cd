import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import t from 'tap';

const MODULE = new URL('../../../src/base/threads/priority.js', import.meta.url).href;

t.test(
  'a thread that gives way leaves the main thread where it is',
  {
    skip: existsSync('/proc/thread-self') ? false : 'threads have no priorities of their own here',
  },
  async (t) => {
    const before = getPriority();
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
     const { readlinkSync } = require('node:fs');
     const { getPriority } = require('node:os');
     import(${JSON.stringify(MODULE)}).then(({ giveWay }) => {
       giveWay();
       parentPort.postMessage(getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))));
     });`,
      { eval: true },
    );
    const priority = await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    t.equal(priority, Math.max(before, 5));
    t.equal(getPriority(), before);
  },
);
