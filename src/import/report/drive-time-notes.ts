import type { Placed } from '../../schema/placed.js';

/** Use that an import made of the drive-time service and the loaded roads. */
export interface DrawingUse {
  /** Different places that a drive-time service did not answer for. */
  unanswered: number;
  /** Different areas that could not be kept. */
  unkept: number;
  /** Different areas that took too long to draw. */
  tooSlow: number;
  /** Road networks were loaded. */
  hasRoads: boolean;
}

const number = (n: number): string => n.toLocaleString('en');
const rows = (n: number): string => (n === 1 ? '1 row' : `${number(n)} rows`);
const becamePins = (n: number): string => `${rows(n)} became ${n === 1 ? 'a pin' : 'pins'}`;
const LOAD_ROADS = 'cartload roads load FILE.osm.pbf';

/** Notes for the client on drive-time areas; none for an import without them. */
export function driveTimeNotes(
  { areas, estimates, truncated, far, none, withheld, ...pins }: Placed['driveTimes'],
  { unanswered, unkept, tooSlow, hasRoads }: DrawingUse,
): string[] {
  const notes: string[] = [];
  if (areas > 0) {
    const estimated =
      estimates === 0
        ? ''
        : `, ${number(estimates)} of them circles of an average speed (region_source begins with estimate/)`;
    notes.push(
      `${rows(areas)} ${areas === 1 ? 'has a drive-time area' : 'have drive-time areas'}${estimated}.`,
    );
  }
  if (truncated > 0) {
    notes.push(
      `${rows(truncated)} ${truncated === 1 ? 'has an area that ends' : 'have areas that end'} where the loaded roads do, and may reach farther: ` +
        `a larger extract shows it (${LOAD_ROADS}).`,
    );
  }
  if (far > 0) {
    const places = far === 1 ? '1 row lies' : `${number(far)} rows lie`;
    notes.push(
      `${places} over 100 m from the nearest street: ${far === 1 ? 'its drive-time area begins' : 'their drive-time areas begin'} there, which ` +
        'may be across water or a railway.',
    );
  }
  if (none > 0) notes.push(`${becamePins(none)}${reasonOfNone(none === 1 ? 'it' : 'them', hasRoads)}`);
  if (withheld > 0) {
    notes.push(
      `${becamePins(withheld)}: no drive-time areas are drawn for accounts under a health-data agreement.`,
    );
  }
  if (unanswered > 0) {
    const places = unanswered === 1 ? '1 place' : `${number(unanswered)} different places`;
    const became = pins.unanswered === 0 ? 'other sources drew their areas' : becamePins(pins.unanswered);
    notes.push(
      `The drive-time service did not answer for ${places}: ${became}. An overwriting import asks it again.`,
    );
  }
  if (tooSlow > 0) {
    notes.push(
      `${tooSlow === 1 ? '1 drive-time area' : `${number(tooSlow)} drive-time areas`} took too long to draw${pins.tooSlow === 0 ? '' : `: ${becamePins(pins.tooSlow)}`}. Fewer minutes, or roads of a ` +
        'smaller region, are quicker.',
    );
  }
  if (unkept > 0) {
    notes.push(
      `${number(unkept)} drive-time areas could not be kept, as the service has as many as it can hold: ${becamePins(pins.unkept)}.`,
    );
  }
  return notes;
}

/** Why there is no area. */
function reasonOfNone(them: string, hasRoads: boolean): string {
  const service = `name a drive-time service (ISOCHRONE_URL).`;
  if (hasRoads)
    return `, as no street of the loaded roads is within 2 km of ${them}: load a region that has some (${LOAD_ROADS}), or ${service}`;
  return `, as no roads are loaded: load those of the region (${LOAD_ROADS}), or ${service}`;
}

/**
 * Notes of a dry run on drive-time areas, of which it draws none.
 * @param undrawn different areas that an import would draw
 * @param hasRoads road networks are loaded
 */
export function undrawnNotes(
  { areas, open, far, none, withheld }: Placed['driveTimes'],
  undrawn: number,
  hasRoads: boolean,
): string[] {
  const notes = driveTimeNotes(
    {
      ...{ areas: 0, estimates: 0, truncated: 0, unanswered: 0, tooSlow: 0, unkept: 0 },
      ...{ far, none, withheld, open },
    },
    { unanswered: 0, unkept: 0, tooSlow: 0, hasRoads },
  );
  if (areas > 0) notes.unshift(`${rows(areas)} would have drive-time areas that are drawn already.`);
  if (open > 0) {
    notes.push(
      `${rows(open)} would have drive-time areas of which an import would draw ${number(undrawn)}, where there are roads: a dry run draws none.`,
    );
  }
  return notes;
}
