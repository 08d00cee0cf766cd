import type { Threads } from '../../base/threads/thread-pool.js';
import type { Geodata } from '../../geo/geodata.js';
import type { Geocoding } from '../../services/geocoding/geocoding.js';
import type { Sql } from '../../store/client.js';
import type { DriveTimes } from '../../world/drive-times/drive-times.js';
import type { KeyShare } from '../plan/key-room.js';
import type { Spool } from '../spool/spool.js';
import type { ImportTotals } from './counts.js';

/** Database, threads, spool and sources that running an import takes. */
export interface ImportServices {
  sql: Sql;
  threads: Threads;
  spool: Pick<Spool, 'bring' | 'removeUpload' | 'writeRejects'>;
  /** Room for the keys of the map. */
  keys: KeyShare;
  /** Asked once a run. */
  geodata: { readonly current: Geodata };
  /** null or absent: places are found in the gazetteer alone. */
  geocoding?: Geocoding | null;
  /** Absent: nothing is there that areas of drive times could be drawn on. Asked once a run. */
  driveTimes?: Pick<DriveTimes, 'current'>;
  /** Draw areas apart from prompt tasks, which must not wait for them; absent: `threads`. */
  drawingThreads?: Threads;
  /** Called when look-ups take a while: the import waits more than it works. */
  onSlowLookUp?: () => void;
  /** Blocks that are prepared ahead; each holds a few MB. */
  workers: number;
  /** Counters that the import adds to. */
  counts: ImportTotals;
}
