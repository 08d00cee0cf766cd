import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Applied } from './mutant.js';

/** Folders that are neither sources nor compiled code. */
const LEFT_OUT = new Set(['.git', 'node_modules', '.tap', '.cartload', '.mutants']);

/** Imports and parameters that a mutant no longer uses are no error. */
const TSC_OPTIONS = ['-p', '.', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
const TAP_OPTIONS = ['--reporter=tap', '--jobs=1', '--bail'];
const SHOWN_OUTPUT = 2000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** A copy of the checkout with its compiled files, for mutants; it uses the packages of the original. */
export class ScratchCheckout {
  readonly root: string;
  readonly #databaseUrl: string;
  readonly #removed = new AbortController();

  /** @param databaseUrl server for the tests of all runs, as starting one takes longer than most of them */
  constructor(original: string, databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
    this.root = mkdtempSync(join(tmpdir(), 'cartload-mutants-'));
    // The embedded PostgreSQL may run as another user.
    chmodSync(this.root, 0o755);
    cpSync(original, this.root, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
    symlinkSync(join(original, 'node_modules'), join(this.root, 'node_modules'));
  }

  /** Runs an action while the change is in place. */
  async with<T>({ path, before, after }: Applied, action: () => Promise<T>): Promise<T> {
    const file = join(this.root, path);
    writeFileSync(file, after);
    try {
      return await action();
    } finally {
      writeFileSync(file, before);
    }
  }

  /** @throws Error with the compiler's messages */
  async build(): Promise<void> {
    const { passed, output } = await this.#run('tsc', TSC_OPTIONS);
    if (!passed) throw new Error(`it does not compile: ${output}`);
  }

  /**
   * @param timeoutSeconds per file; a slower file has failed
   * @returns '' when all pass, else the name of the first failed test
   * @throws Error when a file fails before its first test, which says nothing about the tests
   */
  async test(tests: readonly string[], timeoutSeconds: number): Promise<string> {
    const files = tests.map((name) => `dist/test/${name}.test.js`);
    const { passed, output } = await this.#run('tap', [
      ...TAP_OPTIONS,
      `--timeout=${timeoutSeconds}`,
      ...files,
    ]);
    if (passed) return '';
    const untilFailure = output.split(/^ *not ok /m, 1)[0]!;
    const started = [...untilFailure.matchAll(/^ {4}# Subtest: (.*)$/gm)].at(-1)?.[1];
    if (started === undefined) throw new Error(`no test was begun: ${output.slice(0, SHOWN_OUTPUT)}`);
    return started;
  }

  /** Also ends running processes. */
  remove(): void {
    this.#removed.abort();
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }

  #run(program: string, args: readonly string[]): Promise<{ passed: boolean; output: string }> {
    const { NODE_OPTIONS: _, ...inherited } = process.env;
    const env = { ...inherited, TEST_DATABASE_URL: this.#databaseUrl };
    return new Promise((resolve) => {
      execFile(
        join(this.root, 'node_modules/.bin', program),
        args,
        { cwd: this.root, env, maxBuffer: MAX_OUTPUT_BYTES, signal: this.#removed.signal },
        (error, stdout, stderr) => resolve({ passed: error === null, output: `${stdout}${stderr}` }),
      );
    });
  }
}
