/** A failure that is shown to the user as one line on stderr, without a stack; exit code 1. */
export class CommandError extends Error {}

/** Prints a result as one JSON line on stdout. */
export function printResult(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
