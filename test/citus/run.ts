import { spawnSync } from 'node:child_process';
import { givenCitus } from '../support/citus.js';

/*
 * npm run test:citus: tests of Citus, and files of the suite that make their databases there. Left out are
 * those that look into PostgreSQL itself (plans, locks, triggers of their own) or write with statements that
 * Citus does not understand.
 */
const SUITE = [
  'api/areas',
  'api/bulk',
  'api/export',
  'api/fields',
  'api/images',
  'api/jobs',
  'api/map-clone',
  'api/map-life',
  'api/maps',
  'api/marker-json',
  'api/markers',
  'api/nearby',
  'api/search',
  'api/shares',
  'api/undo',
  'faults/dying-worker',
  'faults/killed-process',
  'images/read-markers',
  'import/run/area-classes',
  'import/run/long-markers',
  'import/run/matched-rows',
  'import/run/missing-markers',
  'import/run/run-import',
  'import/run/write-block',
  'model/service',
  'nearby/many-maps',
  'background/retention/deleted-maps',
  'background/retention/retention',
  'store/bulk-delete',
  'store/changed-hands',
  'store/claims',
  'store/export',
  'store/image-state',
  'store/marker-notes',
  'store/markers',
  'store/search-index',
];

if (givenCitus() === null) {
  process.stderr.write('CITUS_URL must name a database on a coordinator: see docs/citus.md\n');
  process.exit(1);
}
const files = ['citus/nodes', 'citus/walk', ...SUITE].map((name) => `dist/test/${name}.test.js`);
const { status } = spawnSync(
  'npx',
  ['tap', '--jobs=1', '--timeout=240', ...files, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, TEST_ON_CITUS: '1', TAP_TIMEOUT: '240' },
  },
);
process.exit(status ?? 1);
