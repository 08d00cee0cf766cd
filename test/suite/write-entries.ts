import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/*
 * Writes what tap runs: dist/entries/quick/ for `npm test`, dist/entries/slow/ for `npm run test:slow`; each
 * a process.
 */

/** Long rounds: they kill, fill, generate or load something, for up to a minute of processor time each. */
const SLOW =
  /^(console|faults|fuzz|load|metamorphic|model)\/|^pack\/parts$|^examples$|^api\/one-request$|^base\/threads\/warm-up$|^commands\/(backup(-embedded)?|boundaries|embedded|processes|restart|restore|roads|run-app|secrets)$|^deploy\/(alerts-caused|backup)$|^images\/(renderers|restart)$/;
/**
 * In both: `npm run test:slow` tells them by this variable to try more cases, as many as it says, or some
 * more.
 */
const MANY_MORE = /METAMORPHIC_RUNS/;
const SOME_MORE = /support\/runs\.js/;

/** Change lists that others read when they are loaded. */
const ALONE = /^recognise\/model\/classifier$/;

/**
 * Quick files in which most of Node is used, its sockets, streams and threads: what `.ci/run` runs on another
 * Node, where uWebSockets.js may not load. What the database does is the same there.
 */
const OTHER_NODE = {
  serving: /^(http\/|import\/spool\/uploaded$|store\/(image-state|marker-notes)$)/,
  storing:
    /^(base\/threads\/(?!warm-up$)|store\/(client|export|lanes|listen|outbox|pgbouncer|pools|redis-link|road-tiles|silence)$|import\/(upload\/|report\/rej|run\/(run-import|on-threads)$))/,
};

/**
 * So that the processes have about the same to do, and their memory, which is kept to the end, stays below 2
 * GB.
 */
const MOST_FILES = 30;
/** Files that start a service, a database or a program of their own weigh as much as two others. */
const HEAVY = /startTestApp|cartload-process\.js|support\/service\.js|embedded\.js|importBench|createOwner/;
/** Those of one process share one. */
const SHARING = /sharedTestApp|sharedImportBench/;

const tests = new URL('../', import.meta.url);
const entries = new URL('../entries/', tests);

/** @param processes for each the files that it runs */
function write(round: string, processes: readonly (readonly string[])[]): void {
  const directory = new URL(`${round}/`, entries);
  mkdirSync(directory, { recursive: true });
  for (const files of processes) {
    const first = files[0]!.replaceAll('/', '-');
    const name = files.length === 1 ? first : `${first}-and-${files.length - 1}-more`;
    const module =
      files.length === 1
        ? `import { noteAtExit } from '../../test/suite/seconds.js';\nimport '../../test/${files[0]}.test.js';\nnoteAtExit('test/${files[0]}.test.ts');\n`
        : `import { together } from '../../test/suite/together.js';\nawait together(${JSON.stringify(files, null, 2)});\n`;
    writeFileSync(new URL(`${name}.js`, directory), module);
  }
}

const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js') && !name.startsWith('fixtures/'))
  .map((name) => name.slice(0, -'.test.js'.length))
  .sort();
const textOf = (file: string): string => readFileSync(new URL(`${file}.test.js`, tests), 'utf8');
const quick = files.filter((file) => !SLOW.test(file) && !ALONE.test(file));
/** `.ci/run` says that the long round follows: then what tries more cases there is left out here. */
const isOnlySlow = (file: string): boolean =>
  process.env.LONG_ROUND_FOLLOWS === '1' && (MANY_MORE.test(textOf(file)) || SOME_MORE.test(textOf(file)));
/** In the order of their names, so that neighbours share what they load. */
function inProcesses(names: readonly string[]): string[][] {
  const processes: string[][] = [];
  let room = 0;
  for (const name of names) {
    if (room <= 0) {
      processes.push([]);
      room = MOST_FILES;
    }
    processes.at(-1)!.push(name);
    room -= HEAVY.test(textOf(name).replaceAll(/shared(TestApp|ImportBench)/g, '')) ? 2 : 1;
  }
  return processes;
}
const isSharing = (file: string): boolean => SHARING.test(textOf(file));
rmSync(entries, { recursive: true, force: true });
write('quick', [
  ...inProcesses(quick.filter((file) => isSharing(file) && !isOnlySlow(file))),
  ...inProcesses(quick.filter((file) => !isSharing(file) && !isOnlySlow(file))),
  ...files.filter((file) => ALONE.test(file)).map((file) => [file]),
]);
write('slow', [
  ...files.filter((file) => SLOW.test(file) || MANY_MORE.test(textOf(file))).map((file) => [file]),
  ...inProcesses(quick.filter((file) => SOME_MORE.test(textOf(file)))),
]);
for (const [part, pattern] of Object.entries(OTHER_NODE))
  write(`other-node-${part}`, inProcesses(quick.filter((file) => pattern.test(file))));
