import t from 'tap';
import { drivePlace, drivePlaceKey } from '../../../src/geo/drive-time/drive-place.js';
import { RowDriveTimes } from '../../../src/import/place/drive-times.js';
import { countPlaced, zeroPlacedCounts } from '../../../src/import/place/placing-counts.js';
import { driveTimeNotes } from '../../../src/import/report/drive-time-notes.js';
import { emptyRow } from '../../../src/import/rows/incoming-row.js';

/** Rows at so many degrees east, of which it is known what is in `missing`. */
function notesOf(
  missing: Readonly<Record<number, 'unanswered' | 'tooSlow' | 'unkept'>>,
  lngs: readonly number[],
): string[] {
  const keyOf = (lng: number): string => drivePlaceKey(drivePlace(1, lng, 10));
  const areas = new Map(Object.entries(missing).map(([lng, why]) => [keyOf(Number(lng)), { missing: why }]));
  const driveTimes = new RowDriveTimes({ mapping: [] }, { areas, open: new Set() });
  const placed = zeroPlacedCounts();
  for (const lng of lngs) {
    const row = Object.assign(emptyRow(), { type: 'pin', lat: 1, lng });
    const counted = driveTimes.give(row, 'drive_time', 10);
    t.equal(row.type, 'pin');
    countPlaced(placed, { by: 'coordinates', area: null, contradiction: null, driveTimes: counted }, 1);
  }
  const many = (why: string): number => Object.values(missing).filter((each) => each === why).length;
  const use = { unanswered: many('unanswered'), tooSlow: many('tooSlow'), unkept: many('unkept') };
  return driveTimeNotes(placed.driveTimes, { ...use, hasRoads: true });
}

t.test('each row that became a pin is told with its own reason', async (t) => {
  t.same(notesOf({ 1: 'unanswered', 2: 'unkept', 4: 'tooSlow' }, [1, 1, 2, 3, 4]), [
    '1 row became a pin, as no street of the loaded roads is within 2 km of it: load a region that has some (cartload roads load FILE.osm.pbf), or name a drive-time service (ISOCHRONE_URL).',
    'The drive-time service did not answer for 1 place: 2 rows became pins. An overwriting import asks it again.',
    '1 drive-time area took too long to draw: 1 row became a pin. Fewer minutes, or roads of a smaller region, are quicker.',
    '1 drive-time areas could not be kept, as the service has as many as it can hold: 1 row became a pin.',
  ]);
  t.same(notesOf({ 1: 'unanswered', 2: 'unanswered' }, [1, 2]), [
    'The drive-time service did not answer for 2 different places: 2 rows became pins. An overwriting import asks it again.',
  ]);
});

t.test('where roads or estimates stood in for the service no row became a pin', async (t) => {
  t.same(
    driveTimeNotes(
      { ...zeroPlacedCounts().driveTimes, areas: 2 },
      { unanswered: 1, unkept: 0, tooSlow: 0, hasRoads: true },
    ),
    [
      '2 rows have drive-time areas.',
      'The drive-time service did not answer for 1 place: other sources drew their areas. An overwriting import asks it again.',
    ],
  );
});
