import type { Sql } from '../../store/client.js';
import type { ImportPool } from '../pool.js';

/** What running an import takes. */
export interface ImportServices {
  sql: Sql;
  pool: ImportPool;
  spoolDirectory: string;
  /** Blocks that are prepared ahead; each holds a few MB. */
  workers: number;
}
