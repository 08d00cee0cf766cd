import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

export interface Build {
  /** null: neither CARTLOAD_COMMIT nor git tells it. */
  readonly commit: string | null;
  /** ISO 8601. */
  readonly date: string;
}

/**
 * Tells this build from others of the same version.
 * @param root directory of the package
 * @param environment CARTLOAD_COMMIT where git is not at hand, SOURCE_DATE_EPOCH (seconds) for builds that
 * are to be the same
 */
export function buildOf(root: string, environment: NodeJS.ProcessEnv = process.env): Build {
  const { CARTLOAD_COMMIT, SOURCE_DATE_EPOCH } = environment;
  const atMs = SOURCE_DATE_EPOCH ? Number(SOURCE_DATE_EPOCH) * 1000 : Date.now();
  return {
    commit: CARTLOAD_COMMIT || commitOf(root),
    date: new Date(atMs).toISOString().replace(/\.\d+/, ''),
  };
}

function commitOf(root: string): string | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    // An unpacked archive may lie in the repository of something else.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return null;
    return git('describe', '--always', '--dirty', '--abbrev=12', '--exclude=*');
  } catch {
    return null;
  }
}
