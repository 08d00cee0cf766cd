import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';

/*
 * Processor time of test files, which each process of a round notes and its end tells
 * (test/support/after.ts).
 */

const notes = new URL('../../entries/seconds.tsv', import.meta.url);
/** Clock ticks of /proc/self/stat, on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;
const SLOWEST = 10;

/**
 * Processor time of this process with its threads and, on Linux, of its children that have ended; the
 * database server of the suite is not among them.
 */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOfChildren();
}

function secondsOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // Behind the name of the program, which may have blanks: cutime and cstime are the 16th and 17th of all.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

export function noteSeconds(file: string, seconds: number, to = notes): void {
  // Where files run by themselves, there is no round.
  if (existsSync(new URL('.', to))) appendFileSync(to, `${seconds.toFixed(1)}\t${file}\n`);
}

/** For a file that has a process of its own. */
export function noteAtExit(file: string): void {
  process.once('exit', () => noteSeconds(file, processorSeconds()));
}

/** @returns lines for whoever runs the round, none where nothing was noted; forgets the notes */
export function slowestFiles(of = notes): string[] {
  if (!existsSync(of)) return [];
  const files = readFileSync(of, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [seconds: string, file: string]);
  rmSync(of);
  const slowest = files.sort(([a], [b]) => Number(b) - Number(a)).slice(0, SLOWEST);
  const sum = files.reduce((sum, [seconds]) => sum + Number(seconds), 0);
  return [
    `${files.length} test files took ${sum.toFixed(0)} s of processor time, the slowest:`,
    ...slowest.map(([seconds, file]) => `${seconds.padStart(7)} s  ${file}`),
  ];
}
