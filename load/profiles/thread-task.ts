import type { Service } from './api.js';
import type { LaneContents } from './lane.js';
import type { ProfileName } from './profiles.js';
import type { Records } from './records.js';
import type { Seeded } from './seeded-maps.js';

/** What a thread of the generator is given. */
export interface ThreadTask {
  profile: ProfileName;
  service: Service;
  seeded: Seeded;
  seed: number;
  lanes: { mapId: number; number: number }[];
  rowsAnUpload: number;
  connections: number;
  /** The number of its first connection among all. */
  firstConnection: number;
  /** New pictures that it may ask for. */
  pictures: number;
  /** Its share of the rate; null: a closed loop. */
  perSecond: number | null;
  /** Of its first request, so that the threads take turns. */
  offsetMs: number;
  timeoutSeconds: number;
  warmUpSeconds: number;
  seconds: number;
  /** How often it tells what it has seen; null: at the end alone. */
  intervalSeconds: number | null;
}

/** What it says. It begins with the first message it gets, and ends with the second or in time. */
export type ThreadMessage =
  | { is: 'ready' }
  | { is: 'records'; records: Records; busy: number; seconds: number }
  | { is: 'end'; lanes: LaneContents[] };
