import type { RunAs } from './process.js';

/** On Linux the directory in which a process was started, even if it may not enter the parents. */
export const WORKING_DIRECTORY = '/proc/self/cwd';

/** Paths of a database, absolute and without symbolic links. */
export interface ClusterPaths {
  /** `DATA_DIR/postgres`: files of the launcher, and copied programs; owned by the owner of DATA_DIR. */
  readonly control: string;
  /** Entries of processes that are starting or stopping the server, and of those that use it. */
  readonly lock: string;
  readonly users: string;
  readonly cluster: string;
  /**
   * PostgreSQL's user may not enter a parent directory: it is started in the cluster, and names it
   * WORKING_DIRECTORY.
   */
  readonly isEnclosed: boolean;
  readonly runAs: RunAs;
}

/** Path of a cluster as PostgreSQL's programs get it, and the directory in which they start. */
export const reachOf = ({ cluster, isEnclosed }: ClusterPaths): { path: string; cwd: string } =>
  isEnclosed ? { path: WORKING_DIRECTORY, cwd: cluster } : { path: cluster, cwd: '/' };
