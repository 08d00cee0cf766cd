import type { RunAs } from './process.js';

/** For a process of Linux the directory that it was started in, whoever may pass what lies above. */
export const WORKING_DIRECTORY = '/proc/self/cwd';

/** Where what is; all paths absolute and without symbolic links. */
export interface Place {
  /** `DATA_DIR/postgres`: what the launcher keeps. It belongs to the owner of DATA_DIR. */
  readonly control: string;
  /** Entries of whoever starts or stops the server now, and of whoever uses it. */
  readonly lock: string;
  readonly users: string;
  /** The parent of the cluster and of copied binaries: `control` itself unless PostgreSQL cannot get there. */
  readonly home: string;
  readonly cluster: string;
  /** PostgreSQL's user may not pass one of the directories above: it is set down in the cluster, and calls it WORKING_DIRECTORY. */
  readonly isEnclosed: boolean;
  readonly runAs: RunAs;
}

/** What programs of PostgreSQL are told of a cluster, and where they are started. */
export const reachOf = ({ cluster, isEnclosed }: Place): { path: string; cwd: string } =>
  isEnclosed ? { path: WORKING_DIRECTORY, cwd: cluster } : { path: cluster, cwd: '/' };
