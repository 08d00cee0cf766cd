import type { RunAs } from './process.js';

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
  readonly runAs: RunAs;
}
