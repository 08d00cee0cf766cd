/** A mistake of the caller: one line on stderr, exit code 1, no stack. */
export class CommandError extends Error {}

/** Results are one JSON line on stdout. */
export function printResult(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
