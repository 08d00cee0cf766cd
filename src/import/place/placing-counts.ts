import type { Namesake } from '../../geo/regions/area-finder.js';
import { clipReason } from '../../markers/clip-reason.js';
import type { Placed } from '../../schema/placed.js';
import type { PlacedRow } from './place-row.js';

/** Contradictions, and rows with exchanged coordinates, that a job tells word for word. */
export const TOLD_EXAMPLES = 3;
/** Lines of doubtful coordinates that a job tells. */
export const TOLD_LINES = 10;

export const zeroPlacedCounts = (): Placed => ({
  by: { coordinates: 0, street: 0, postal: 0, city: 0, state: 0, area: 0, country: 0 },
  areas: { exact: 0, approximate: 0, none: 0 },
  contradictions: { rows: 0, examples: [] },
  namesakes: {},
  kept: {},
  exchanged: { rows: 0, rejected: 0, examples: [] },
  elsewhere: { rows: 0, examples: [] },
  zeros: { rows: 0, examples: [] },
  driveTimes: {
    areas: 0,
    estimates: 0,
    truncated: 0,
    far: 0,
    none: 0,
    unanswered: 0,
    tooSlow: 0,
    unkept: 0,
    withheld: 0,
    open: 0,
  },
  becamePins: 0,
  expired: 0,
  byService: 0,
});

/** @param line of the file; number of the marker in JSON, which has no lines */
export function countPlaced(
  to: Placed,
  { by, area, driveTimes = [], contradiction, exchanged, doubt, namesake, byService }: PlacedRow,
  line: number,
): void {
  to.by[by]++;
  for (const what of driveTimes) to.driveTimes[what]++;
  if (byService) to.byService++;
  if (area !== null) to.areas[area]++;
  if (contradiction !== null && to.contradictions.rows++ < TOLD_EXAMPLES) {
    to.contradictions.examples.push(clipReason(contradiction));
  }
  if (namesake !== undefined) addRows(to.namesakes, namesakeKey(namesake), 1);
  if (exchanged !== undefined && to.exchanged.rows++ < TOLD_EXAMPLES) to.exchanged.examples.push(exchanged);
  if (doubt !== undefined && to[doubt].rows++ < TOLD_LINES) to[doubt].examples.push(String(line));
}

/** @param columns whose cells a row keeps as custom fields, as `IncomingRow` has them */
export function countKept(to: Placed, columns: readonly string[]): void {
  for (const column of columns) addRows(to.kept, column, 1);
}

/** @param more of rows that come later in the file */
export function addPlaced(to: Placed, more: Placed): void {
  for (const by of Object.keys(to.by) as (keyof Placed['by'])[]) to.by[by] += more.by[by];
  for (const area of Object.keys(to.areas) as (keyof Placed['areas'])[]) to.areas[area] += more.areas[area];
  for (const what of Object.keys(to.driveTimes) as (keyof Placed['driveTimes'])[])
    to.driveTimes[what] += more.driveTimes[what];
  to.becamePins += more.becamePins;
  to.expired += more.expired;
  to.byService += more.byService;
  for (const [key, n] of Object.entries(more.namesakes)) addRows(to.namesakes, key, n);
  for (const [column, n] of Object.entries(more.kept)) addRows(to.kept, column, n);
  to.exchanged.rejected += more.exchanged.rejected;
  for (const told of ['contradictions', 'exchanged'] as const) {
    const { examples } = to[told];
    to[told].rows += more[told].rows;
    examples.push(...more[told].examples.slice(0, TOLD_EXAMPLES - examples.length));
  }
  for (const doubt of ['elsewhere', 'zeros'] as const) {
    const { examples } = to[doubt];
    to[doubt].rows += more[doubt].rows;
    examples.push(...more[doubt].examples.slice(0, TOLD_LINES - examples.length));
  }
}

/** Key of a county and its namesake; with both exchanged, it is the key of the namesake. */
export const namesakeKey = ({ named, other }: Namesake): string => `${named}\n${other}`;

function addRows(to: Record<string, number>, key: string, rows: number): void {
  to[key] = (to[key] ?? 0) + rows;
}

/**
 * All rows are pins or circles at their own coordinates, and rightly: of those the ledger keeps no counts.
 */
export const isAllByCoordinates = ({
  by,
  areas,
  driveTimes,
  exchanged,
  elsewhere,
  zeros,
  becamePins,
  expired,
  kept,
}: Placed): boolean =>
  sum(by) - by.coordinates + sum(areas) + sum(driveTimes) + sum(kept) === 0 &&
  exchanged.rows + exchanged.rejected + elsewhere.rows + zeros.rows + becamePins + expired === 0;

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, n) => total + n, 0);
