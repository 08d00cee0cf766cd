import type { Placed } from '../../schema/placed.js';

/** How an import got on with what areas are drawn on. */
export interface DrawingUse {
  /** Different places that a drive-time service did not answer for. */
  unanswered: number;
  /** Different areas that could not be kept. */
  unkept: number;
}

const number = (n: number): string => n.toLocaleString('en');
const rows = (n: number): string => (n === 1 ? '1 row' : `${number(n)} rows`);
const becamePins = (n: number): string => `${rows(n)} became ${n === 1 ? 'a pin' : 'pins'}`;
const LOAD_ROADS = 'cartload roads load FILE.osm.pbf';

/** What the client should know of the areas of drive times; nothing of an import without. */
export function driveTimeNotes(
  { areas, estimates, truncated, none, withheld }: Placed['driveTimes'],
  { unanswered, unkept }: DrawingUse,
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
  if (none > 0) {
    notes.push(
      `${becamePins(none)}, as no roads are known near ${none === 1 ? 'it' : 'them'}: load those of the region (${LOAD_ROADS}), or name ` +
        'a drive-time service (ISOCHRONE_URL).',
    );
  }
  if (withheld > 0) {
    notes.push(
      `${becamePins(withheld)}: no drive-time areas are drawn for accounts under a health-data agreement.`,
    );
  }
  if (unanswered > 0) {
    notes.push(
      `The drive-time service did not answer for ${unanswered === 1 ? '1 place' : `${number(unanswered)} different places`}: an ` +
        'overwriting import asks it again.',
    );
  }
  if (unkept > 0) {
    notes.push(
      `${number(unkept)} drive-time areas could not be kept, as the service has as many as it can hold: their rows became pins.`,
    );
  }
  return notes;
}

/** What a dry run says of areas that it does not draw. @param undrawn different ones that an import would draw */
export function undrawnNotes(
  { areas, open, none, withheld }: Placed['driveTimes'],
  undrawn: number,
): string[] {
  const notes = driveTimeNotes(
    { areas: 0, estimates: 0, truncated: 0, none, withheld, open },
    { unanswered: 0, unkept: 0 },
  );
  if (areas > 0) notes.unshift(`${rows(areas)} would have drive-time areas that are drawn already.`);
  if (open > 0) {
    notes.push(
      `${rows(open)} would have drive-time areas of which an import would draw ${number(undrawn)}, where there are roads: a dry run draws none.`,
    );
  }
  return notes;
}
