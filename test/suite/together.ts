import root, { type Test } from 'tap';
import { noteSeconds, processorSeconds } from './seconds.js';
import { beginSharing } from './shared.js';

/** Methods that test files call on tap's root, itself or through `test/support`. */
const METHODS = [
  'after',
  'afterEach',
  'before',
  'beforeEach',
  'comment',
  'ok',
  'setTimeout',
  'teardown',
  'test',
  'testdir',
] as const satisfies readonly (keyof Test)[];

/** Many times what the longest takes on two quiet cores, as machines that others use are far slower. */
const FILE_TIMEOUT_MS = 900_000;

/**
 * Runs test files one after the other in this process, each as a test of its name, whose teardowns run before
 * the next file begins. A process of its own costs a file 1.6 s of processor time where it needs the service,
 * most of it for loading modules.
 * @param files below dist/test, without `.test.js`
 */
export async function together(files: readonly string[]): Promise<void> {
  // Who lets many listen to one signal says so by setMaxListeners, with the reason: what is left are
  // listeners that nobody removes.
  process.on('warning', ({ name, message, stack }) => {
    if (name === 'MaxListenersExceededWarning') root.fail(stack ?? message);
  });
  // Here a timer or an event threw, or nobody waits for a promise that was rejected.
  let running: Test = root;
  process.on('uncaughtException', (error) => running.threw(error));
  const own = Object.fromEntries(METHODS.map((name) => [name, root[name]]));
  const endShared = beginSharing();
  for (const file of files) {
    // From now on, and above that of the file, which says more: for a loop without end, and for a handle that
    // keeps the process alive.
    root.setTimeout(FILE_TIMEOUT_MS + 10_000);
    const before = processorSeconds();
    await root.test(`test/${file}.test.ts`, { timeout: FILE_TIMEOUT_MS }, async (t) => {
      running = t;
      for (const name of METHODS) Object.assign(root, { [name]: t[name].bind(t) });
      await import(`../${file}.test.js`);
    });
    running = root;
    Object.assign(root, own);
    // Not where the test of this function runs it.
    if (!file.startsWith('..')) noteSeconds(`test/${file}.test.ts`, processorSeconds() - before);
  }
  await endShared();
}
