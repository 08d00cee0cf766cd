import type { Mutant } from '../mutant.js';

/** What was answered 202 is on the disk, and stays there for as long as it is needed. */
export const SPOOL: readonly Mutant[] = [
  {
    name: 'an upload is not synced',
    file: 'src/import/spool.ts',
    find: 'await this.#handle.sync();',
    replace: '',
    tests: ['import/spool'],
  },
  {
    name: 'the name of an upload is not synced',
    file: 'src/import/spool.ts',
    find: 'await directory.sync();',
    replace: '',
    tests: ['import/spool'],
  },
  {
    name: 'the job is there before its upload is on the disk',
    file: 'src/api/bulk.ts',
    find: 'await file.commit();',
    replace: 'void file.commit().catch(() => {});',
    tests: ['import/spool'],
  },
  {
    name: 'the uploads of open jobs are swept',
    file: 'src/import/sweep.ts',
    find: 'if (open || (job &&',
    replace: 'if ((job && !open &&',
    tests: ['import/sweep'],
  },
  {
    name: 'the uploads of jobs that wait are swept',
    file: 'src/import/sweep.ts',
    find: "job?.status === 'queued' || ",
    replace: '',
    tests: ['import/sweep'],
  },
  {
    name: 'rejected rows are swept',
    file: 'src/import/sweep.ts',
    find: "(job && name.endsWith('.errors.csv'))",
    replace: "(job && name === '.errors.csv')",
    tests: ['import/sweep'],
  },
  {
    name: 'uploads that are being received are swept',
    file: 'src/import/sweep.ts',
    find: 'await this.#touchHeld();',
    replace: 'void this.#touchHeld;',
    tests: ['import/sweep'],
  },
  {
    name: 'files that were just written are swept',
    file: 'src/import/sweep.ts',
    find: 'Date.now() - mtimeMs > deadAfterMs',
    replace: 'deadAfterMs > 0',
    tests: ['import/sweep'],
  },
  {
    name: 'nothing is swept',
    file: 'src/import/sweep.ts',
    find: 'Date.now() - mtimeMs > deadAfterMs',
    replace: 'deadAfterMs < 0',
    tests: ['import/sweep'],
  },
];
