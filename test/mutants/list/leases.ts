import type { Mutant } from '../mutant.js';

/** Who may work on a job, and when. */
export const LEASES: readonly Mutant[] = [
  {
    name: 'a heartbeat that finds the lease lost does not end the work',
    file: 'src/jobs/runner.ts',
    find: 'else controller.abort();',
    replace: 'else void 0;',
    tests: ['jobs/runner'],
  },
  {
    name: 'a cancellation leaves the lease as it is',
    file: 'sql/cancel_job()',
    find: ', lease = lease + 1',
    replace: '',
    tests: ['store/jobs'],
  },
];
