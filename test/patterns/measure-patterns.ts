import { writeSync } from 'node:fs';
import { patternsOfDocument, patternsOfSources } from './patterns-of-sources.js';
import { repeatsOf } from './repeats-of-pattern.js';

// A process of its own: its processor time is that of the patterns alone, and a limit on it ends a pattern
// that never comes to an end.
const [, , root] = process.argv;

const SHORT = 2048;
/** Microseconds for SHORT characters; a quadratic pattern takes thousands, most take ten. */
const SUSPICIOUS = 300;
/** Growth over two doublings: four where the time is linear, sixteen where it is quadratic. */
const MAX_GROWTH = 8;
const TAILS = ['', '\u0001x'];

function run(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
}

/** Microseconds of processor time, the least of some tries. */
function costOf(pattern: RegExp, text: string, tries: number): number {
  let least = Infinity;
  for (let i = 0; i < tries; i++) {
    const before = process.cpuUsage();
    run(pattern, text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

/** The growth of a pattern's time over two doublings, where it is more than linear; 0: it is not. */
function excessOf(pattern: RegExp, textOf: (length: number) => string): number {
  if (costOf(pattern, textOf(SHORT), 1) < SUSPICIOUS) return 0;
  const [short, long] = [2, 8].map((times) => costOf(pattern, textOf(times * SHORT), 3)) as [number, number];
  return long > 10 * SUSPICIOUS && long / short > MAX_GROWTH ? long / short : 0;
}

function slowTextOf(pattern: RegExp): string | null {
  for (const { head, unit } of repeatsOf(pattern))
    for (const tail of TAILS) {
      const excess = excessOf(pattern, (length) => head + unit.repeat(length / unit.length) + tail);
      if (excess > 0)
        return `grows ${excess.toFixed(1)} times over two doublings of ${JSON.stringify({ head, unit, tail })}`;
    }
  return null;
}

const ofSources = await patternsOfSources(root!);
// Loads the service, whose patterns must not be constructed before.
const { document } = await import('../support/documented.js');
for (const { file, pattern } of [...ofSources, ...patternsOfDocument(document)]) {
  writeSync(1, `${file} ${pattern}\n`);
  const slow = slowTextOf(pattern);
  if (slow !== null) writeSync(1, `! ${file} ${pattern} ${slow}\n`);
}
writeSync(1, 'done\n');
