import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { roundsOr } from '../size.js';
import { median, report } from '../table.js';
import type { StartUp } from './start-up-process.js';

const PROGRAM = fileURLToPath(new URL('start-up-process.js', import.meta.url));
const ROUNDS = 5;

/** Start-up time and memory of the geodata in an otherwise empty process. */
export async function benchStartUp(): Promise<void> {
  const runs: StartUp[] = [];
  for (let round = 0; round < roundsOr(ROUNDS); round++)
    runs.push(JSON.parse((await promisify(execFile)(process.execPath, [PROGRAM])).stdout) as StartUp);
  const figure = (name: string, unit: string, of: (run: StartUp) => number) => ({
    name,
    unit,
    value: median(runs.map(of)),
  });
  report(`places: geodata of a new process, medians of ${runs.length}`, [
    figure('reading it', 'ms (goal 300)', ({ loadMs }) => loadMs),
    figure('the first look-ups of a thread', 'ms', ({ kernelsMs }) => kernelsMs),
    figure('shared memory', 'MB', ({ sharedMb }) => sharedMb),
    figure('resident memory with one thread’s kernels', 'MB more (goal 150)', ({ rssMb }) => rssMb),
  ]);
}
