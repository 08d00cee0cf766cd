import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));

/** Not a measurement: a slower process hangs, and the test must say so. */
const DEADLINE_MS = 300_000;

export interface Outcome {
  /** null where a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface SpawnOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Arguments of Node, before the program. */
  nodeArguments?: readonly string[];
  /** Compiled file instead of main.js. */
  program?: string;
  /** With a shell as the child and the program below it, as npx starts programs. */
  belowShell?: boolean;
  /** Standard input; absent: none. */
  input?: string;
}

export interface Started {
  child: ChildProcess;
  pid: number;
  /** Resolves when the process and all that share its output have ended. */
  ended: Promise<Outcome>;
  /** Output so far. */
  output(): { stdout: string; stderr: string };
  /** The first line of a stream, past lines included, for which `pick` returns a value. */
  seen<T>(stream: 'stdout' | 'stderr', pick: (line: string) => T | null | undefined): Promise<T>;
}

/** Starts a compiled program with a minimal environment; killed at the end of the test. */
export function start(t: Test, args: readonly string[], options: SpawnOptions = {}): Started {
  const { PATH = '', HOME = '/', TMPDIR } = process.env;
  const env = { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...options.env };
  // tap puts its loader into the environment of every child; `env` removes it and becomes the program, with
  // the same pid.
  const command = [process.execPath, ...(options.nodeArguments ?? []), options.program ?? MAIN, ...args];
  // The second command keeps the shell from becoming the program.
  const shell = options.belowShell ? ['sh', '-c', '"$0" "$@"; exit $?'] : [];
  const child = spawn('env', ['-u', 'NODE_OPTIONS', ...shell, ...command], {
    env,
    cwd: options.cwd ?? '/',
    // A process group, which is ended as one.
    detached: true,
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => {}).end(options.input);
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  const ended = new Promise<Outcome>((resolve) => {
    child.once('close', (code) => resolve({ code, ...text }));
  });
  t.teardown(async () => {
    killGroup(child);
    await ended;
  });
  const seen: Started['seen'] = async (name, pick) => {
    const deadline = Date.now() + DEADLINE_MS;
    for (let running = true; running && Date.now() < deadline; ) {
      running = child.exitCode === null && child.signalCode === null;
      for (const line of text[name].split('\n').slice(0, -1)) {
        const found = pick(line);
        if (found !== null && found !== undefined) return found;
      }
      await Promise.race([delay(20), ended]);
    }
    throw new Error(`not seen on ${name} of '${args.join(' ')}': ${pick}\n${text.stdout}${text.stderr}`);
  };
  return { child, pid: child.pid!, ended, output: () => ({ ...text }), seen };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Runs a command to its end. */
export function run(t: Test, args: readonly string[], options: SpawnOptions = {}): Promise<Outcome> {
  const { child, ended } = start(t, args, options);
  const timer = setTimeout(() => killGroup(child), DEADLINE_MS);
  return ended.finally(() => clearTimeout(timer));
}

/** Runs a command that must succeed. @returns its JSON line */
export async function runForResult(
  t: Test,
  args: readonly string[],
  options: SpawnOptions = {},
  // biome-ignore lint/suspicious/noExplicitAny: results have many shapes
): Promise<any> {
  const { code, stdout, stderr } = await run(t, args, options);
  t.same({ code, stderr }, { code: 0, stderr: '' }, args.join(' '));
  t.match(stdout, /^\{[^\n]*\}\n$/, 'one JSON line on stdout');
  return JSON.parse(stdout);
}

/** Runs a command that must fail: exit code 1, nothing on stdout, one line on stderr. @returns that line */
export async function runForComplaint(
  t: Test,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(t, args, options);
  t.same({ code, stdout }, { code: 1, stdout: '' }, args.join(' '));
  t.match(stderr, /^cartload: [^\n]+\n$/, 'one line on stderr');
  return stderr.slice('cartload: '.length, -1);
}

export interface Served extends Started {
  /** base_url from the log line of a ready service; '' with --role jobs. */
  url: string;
}

/** Starts a serving process and waits until it is ready. */
export async function serve(
  t: Test,
  options: SpawnOptions & { args?: readonly string[] } = {},
): Promise<Served> {
  const env = { PORT: '0', WORKERS: '1', WARM_UP: 'off', ...options.env };
  const started = start(t, ['serve', ...(options.args ?? [])], { ...options, env });
  const url = await started.seen('stderr', (line) => {
    const entry = line.startsWith('{') ? (JSON.parse(line) as { msg: string; url?: string }) : null;
    return entry?.msg === 'cartload is ready' ? (entry.url ?? '') : null;
  });
  return { ...started, url };
}

/** Polls until `look` returns a value. */
export async function until<T>(look: () => Promise<T | null | false | undefined>): Promise<T> {
  for (const deadline = Date.now() + DEADLINE_MS; Date.now() < deadline; await delay(20)) {
    const found = await look();
    if (found !== null && found !== false && found !== undefined) return found;
  }
  throw new Error(`waited in vain for ${look}`);
}

export interface LogEntry {
  level: number;
  msg: string;
  [member: string]: unknown;
}

export const logOf = (stderr: string): LogEntry[] =>
  stderr
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LogEntry);
