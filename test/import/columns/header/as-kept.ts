import { readFileSync, writeFileSync } from 'node:fs';
import type { Test } from 'tap';

/** Passes when the lines are those of the file. With `UPDATE_GOLDENS=1` they become these: look at the difference before you commit it. */
export function matchesKept(t: Test, file: string, lines: readonly string[]): void {
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, `${lines.join('\n')}\n`);
  t.strictSame(lines, readFileSync(file, 'utf8').trimEnd().split('\n'));
}
