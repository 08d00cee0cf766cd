import type { Service } from './api.js';
import type { LaneContents } from './lane.js';
import type { ProfileName } from './profiles.js';
import type { Records } from './records.js';
import type { Seeded } from './seeded-maps.js';

/** Task of a generator thread. */
export interface ThreadTask {
  profile: ProfileName;
  service: Service;
  seeded: Seeded;
  seed: number;
  lanes: { mapId: number; number: number }[];
  rowsAnUpload: number;
  connections: number;
  /** Number of its first connection among all. */
  firstConnection: number;
  /** New pictures that it may request. */
  pictures: number;
  /** The thread's share of the rate; null: a closed loop. */
  perSecond: number | null;
  /** Offset of its first request, so that threads take turns. */
  offsetMs: number;
  timeoutSeconds: number;
  warmUpSeconds: number;
  seconds: number;
  /** Interval of its reports; null: at the end alone. */
  intervalSeconds: number | null;
}

/** Messages of a thread. It begins with the first message it receives, and ends with the second or in time. */
export type ThreadMessage =
  | { is: 'ready' }
  | { is: 'records'; records: Records; busy: number; seconds: number }
  | { is: 'end'; lanes: LaneContents[] };
