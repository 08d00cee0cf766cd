import type { Mutant } from '../mutant.js';

/** Accepted uploads: on the disk before the 202, and as long as they are needed. */
export const SPOOL: readonly Mutant[] = [
  {
    name: 'an upload is not synced',
    file: 'src/import/spool/uploaded.ts',
    find: 'await this.#handle.sync();',
    replace: '',
    tests: ['import/spool/uploaded'],
  },
  {
    name: 'the name of an upload is not synced',
    file: 'src/import/spool/uploaded.ts',
    find: 'await syncDirectory(dirname(this.#path));',
    replace: '',
    tests: ['import/spool/uploaded'],
  },
  {
    name: 'the job is there before its upload is on the disk',
    file: 'src/api/bulk.ts',
    find: 'await file.commit();',
    replace: 'void file.commit().catch(() => {});',
    tests: ['import/spool/uploaded'],
  },
  {
    name: 'the uploads of open jobs are swept',
    file: 'src/import/run/sweep.ts',
    find: 'if (!open)',
    replace: 'if (true)',
    tests: ['import/run/sweep-open-jobs'],
  },
  {
    name: 'the uploads of jobs that wait are swept',
    file: 'src/import/run/sweep.ts',
    find: "job?.status === 'queued' || ",
    replace: '',
    tests: ['import/run/sweep-open-jobs'],
  },
  {
    name: 'rejected rows are swept',
    file: 'src/import/run/sweep.ts',
    find: 'if (!known.has(jobIdOf(name)))',
    replace: 'if (known.size >= 0)',
    tests: ['import/run/sweep-open-jobs', 'import/run/sweep'],
  },
  {
    name: 'uploads that are being received are swept',
    file: 'src/import/run/sweep.ts',
    find: 'await this.#touchHeld();',
    replace: 'void this.#touchHeld;',
    tests: ['import/run/sweep-open-jobs'],
  },
  {
    name: 'files that were just written are swept',
    file: 'src/import/run/sweep.ts',
    find: 'Date.now() - mtimeMs > deadAfterMs',
    replace: 'deadAfterMs > 0',
    tests: ['import/run/sweep-open-jobs'],
  },
  {
    name: 'nothing is swept',
    file: 'src/import/run/sweep.ts',
    find: 'Date.now() - mtimeMs > deadAfterMs',
    replace: 'deadAfterMs < 0',
    tests: ['import/run/sweep-open-jobs'],
  },
];
