import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

/* Writes what tap runs: dist/entries/quick/ for `npm test`, dist/entries/slow/ for `npm run test:slow`; each a process. */

/** Long rounds: they kill, fill, generate or load something, for up to a minute of processor time each. */
const SLOW = /^(faults|fuzz|load|model)\/|^pack\/parts$/;
/** In both: `npm run test:slow` tells them by their variable to try more cases. */
const BOTH = /^metamorphic\//;

/** Change lists that others read when they are loaded. */
const ALONE = /^recognise\/model\/classifier$/;

/** So that the processes have about the same to do, and their services' memory, which is kept to the end, stays below 2 GB. */
const MOST_FILES = 10;

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
        ? `import '../../test/${files[0]}.test.js';\n`
        : `import { together } from '../../test/suite/together.js';\nawait together(${JSON.stringify(files, null, 2)});\n`;
    writeFileSync(new URL(`${name}.js`, directory), module);
  }
}

const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js') && !name.startsWith('fixtures/'))
  .map((name) => name.slice(0, -'.test.js'.length))
  .sort();
const quick = files.filter((file) => !SLOW.test(file) && !ALONE.test(file));
const processes: string[][] = [];
// In the order of their names, so that neighbours share what they load.
for (let at = 0; at < quick.length; at += MOST_FILES) processes.push(quick.slice(at, at + MOST_FILES));
rmSync(entries, { recursive: true, force: true });
write('quick', [...processes, ...files.filter((file) => ALONE.test(file)).map((file) => [file])]);
write(
  'slow',
  files.filter((file) => SLOW.test(file) || BOTH.test(file)).map((file) => [file]),
);
