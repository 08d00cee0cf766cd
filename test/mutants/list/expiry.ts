import type { Mutant } from '../mutant.js';

/** Expiry: expired markers are gone for every reader. */
export const EXPIRY: readonly Mutant[] = [
  {
    name: 'expired markers are read and listed',
    file: 'src/store/markers.ts',
    find: 'sql`(expires_at IS NULL OR expires_at > now())`',
    replace: 'sql`true`',
    tests: ['store/markers', 'api/markers'],
  },
  {
    name: 'expired markers are deleted as if they were there',
    file: 'sql/delete_marker()',
    find: ' AND (m.expires_at IS NULL OR m.expires_at > now())',
    replace: '',
    tests: ['store/markers', 'api/markers'],
  },
  {
    name: 'expired markers are found',
    file: 'src/store/marker-filter.ts',
    find: '(m.expires_at IS NULL OR m.expires_at > now())',
    replace: 'true',
    tests: ['api/search'],
  },
  {
    name: 'expired markers are counted',
    file: 'src/store/maps.ts',
    find: 'e.expires_at <= now()',
    replace: 'false',
    tests: ['store/markers', 'api/maps', 'api/markers'],
  },
  {
    name: 'expired markers are cloned',
    file: 'sql/clone_map()',
    find: 'AND (m.expires_at IS NULL OR m.expires_at > now());\n    GET DIAGNOSTICS',
    replace: ';\n    GET DIAGNOSTICS',
    tests: ['api/map-clone'],
  },
  {
    name: 'a day of expiry is over when it begins',
    file: 'src/format/cells/expire.ts',
    find: 'T00:00:00Z`) + DAY_MS',
    replace: 'T00:00:00Z`) + 0 * DAY_MS',
    tests: ['format/cells/expire'],
  },
  {
    name: 'the 31st of a short month is a day of the next',
    file: 'src/format/cells/expire.ts',
    find: 'day <= lastDay',
    replace: 'day <= lastDay + 3',
    tests: ['format/cells/expire'],
  },
];
