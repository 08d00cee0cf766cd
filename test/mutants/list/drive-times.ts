import type { Mutant } from '../mutant.js';

/** Areas that a car reaches. */
export const DRIVE_TIMES: readonly Mutant[] = [
  {
    name: 'areas are drawn again though they are kept',
    file: 'src/world/drive-times/drive-times.ts',
    find: 'if (known === undefined) unknown.set(key, place);',
    replace: 'unknown.set(key, place); if (known === undefined) continue;',
    tests: ['world/drive-times/drive-times'],
  },
  {
    name: 'areas are those of whatever roads',
    file: 'src/world/drive-times/area-key.ts',
    find: '[name, version, drivePlaceKey(place)]',
    replace: '[name, drivePlaceKey(place)]',
    tests: ['world/drive-times/drive-times'],
  },
  {
    name: 'health data get areas',
    file: 'src/import/look-ups.ts',
    find: "if (await isHealthData()) return { geocoding: null, driveTimes: drives ? 'withheld' : null };",
    replace: '',
    tests: ['api/drive-times'],
  },
  {
    name: 'an overwriting import leaves a marker the area of the old roads',
    file: 'src/store/block-transactions.ts',
    find: ' area = r.area,',
    replace: '',
    tests: ['api/drive-times'],
  },
  {
    name: 'a marker that is moved takes its area along',
    file: 'src/markers/marker-write.ts',
    find: 'isDriveTime(type) && isSamePlace(given, stored)',
    replace: 'isDriveTime(type)',
    tests: ['api/drive-times'],
  },
  {
    name: 'part minutes are taken',
    file: 'src/import/place/drive-times.ts',
    find: 'Number.isInteger(minutes) && ',
    replace: '',
    tests: ['api/drive-times'],
  },
  {
    name: 'areas of markers are removed when no import uses them again',
    file: 'sql/remove_drive_time_areas()',
    find: 'o.key = ANY (in_use)',
    replace: 'false',
    tests: ['background/retention/retention'],
  },
  {
    name: 'a clone is without areas of drive times',
    file: 'sql/clone_map()',
    find: '{{cloned:, m.?}}',
    replace: "{{cloned:, (CASE WHEN '?' <> 'area' THEN m END).?}}",
    tests: ['api/drive-times'],
  },
  {
    name: 'areas are kept without end',
    file: 'sql/note_drive_time_areas()',
    find: '>= most_bytes THEN RETURN false',
    replace: '>= most_bytes AND false THEN RETURN false',
    tests: ['world/drive-times/drive-times'],
  },
  {
    name: 'an area in Redis is believed without its signature',
    file: 'src/world/drive-times/stored-areas.ts',
    find: 'seal.length === SEAL_BYTES && timingSafeEqual(seal, this.#sealOf(key, packed))',
    replace: 'seal.length === SEAL_BYTES && timingSafeEqual(seal, seal)',
    tests: ['world/drive-times/stored-areas'],
  },
];
