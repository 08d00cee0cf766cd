import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';

/** User of a child process; null: the user of this process. */
export type RunAs = { readonly uid: number; readonly gid: number } | null;

/**
 * Identity that tells a live process from a later one with the same pid: letters and digits only. Null when
 * there is no such process, and for a zombie, which `kill(pid, 0)` reports as alive and which stays for ever
 * in a container without an init.
 * @throws Error when the system does not tell, such as without a free file descriptor: a live process must
 * not be taken for a dead one
 */
export function identityOf(pid: number): string | null {
  return process.platform === 'linux' ? linuxIdentity(pid) : otherIdentity(pid);
}

function linuxIdentity(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second member, the program's name in parentheses, may contain blanks and parentheses.
  const members = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = members;
  if (state === 'Z' || state === 'X') return null;
  const startTicks = members[19] ?? '';
  // Ticks count from the boot, so the boot id is needed to tell reboots apart.
  const boot = readOrNull('/proc/sys/kernel/random/boot_id')?.slice(0, 8) ?? '';
  return `${boot}x${startTicks}`;
}

function otherIdentity(pid: number): string | null {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    if (line === '' || line.startsWith('Z')) return null;
    return line.replace(/^\S+/, '').replace(/[^A-Za-z0-9]/g, '');
  } catch (error) {
    // ps ends with 1 where there is no such process.
    if ((error as { status?: unknown }).status === 1) return null;
    throw error;
  }
}

/**
 * Tells whether a live pid is the postmaster of a cluster. `unknown` when the system does not show enough:
 * the caller must then treat it as one.
 */
export function recognisePostmaster(pid: number, cluster: string): 'ours' | 'foreign' | 'unknown' {
  return process.platform === 'linux'
    ? recogniseByProc(pid, cluster)
    : recogniseByCommand(commandOf(pid), cluster);
}

function recogniseByProc(pid: number, cluster: string): 'ours' | 'foreign' | 'unknown' {
  const command = readOrNull(`/proc/${pid}/cmdline`);
  if (command === null) return 'unknown';
  const [program = '', ...args] = command.split('\0');
  // Children rename themselves to `postgres: checkpointer`.
  if (!/^postgres\b/.test(basename(program))) return 'foreign';
  if (args[args.indexOf('-D') + 1] === cluster) return 'ours';
  try {
    // A postmaster works in its data directory, however its path was spelled at the start.
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster) ? 'ours' : 'foreign';
  } catch {
    return 'unknown';
  }
}

function recogniseByCommand(command: string, cluster: string): 'ours' | 'foreign' | 'unknown' {
  if (command === '') return 'unknown';
  if (!command.includes('postgres')) return 'foreign';
  if (command.includes(`-D ${cluster} `)) return 'ours';
  return command.includes(' -D ') ? 'foreign' : 'unknown';
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // Our own processes are never closed to us.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return null;
    throw error;
  }
}

/**
 * Complete environment of PostgreSQL's programs: nothing is inherited, so that no PG* variable, locale or
 * library path of the caller changes what they do.
 */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } as const;

/**
 * Runs a short program to its end; never throws. `output` is stdout and stderr, or the reason why it could
 * not run.
 */
export function runToEnd(
  program: string,
  args: readonly string[],
  options: { runAs: RunAs; timeoutMs: number; cwd?: string },
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const settings = {
      ...options.runAs,
      // The program's user may not be allowed to enter the current directory.
      cwd: options.cwd ?? '/',
      env: POSTGRES_ENVIRONMENT,
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: 1024 * 1024,
    } as const;
    const finish = (error: Error | null, stdout: string, stderr: string) => {
      const printed = `${stdout}${stderr}`.trim();
      resolve({ ok: error === null, output: printed === '' && error !== null ? error.message : printed });
    };
    try {
      execFile(program, args, settings, finish);
    } catch (error) {
      finish(error as Error, '', '');
    }
  });
}
