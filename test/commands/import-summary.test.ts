import t from 'tap';
import { summariseDryRun, summariseJob } from '../../src/commands/import-summary.js';
import type { DryRun } from '../../src/schema/dry-run.js';
import type { BulkJob } from '../../src/schema/job.js';

const job = (members: Partial<BulkJob>): BulkJob =>
  ({
    ...{ job_id: 'imp_1', status: 'completed', total: 1, added: 1, updated: 0, unchanged: 0, skipped: 0 },
    ...{ error_count: 0, error: null, errors_url: null, error_summary: [], notes: [] },
    ...members,
  }) as unknown as BulkJob;

const group = (code: string) => ({
  code,
  column: 'lat',
  count: 3,
  example: `lat "x\u001b[2J" is odd`,
  hint: 'Mend it.',
});

t.test('an import is a few lines', async (t) => {
  t.equal(summariseJob(job({})), 'completed: of 1 row 1 added, 0 rejected\njob imp_1\n');
  t.match(summariseJob(job({ sheet: 'Stores' })), /^sheet "Stores"\ncompleted: /);
  const many = job({
    ...{ total: 12_345, added: 12_000, updated: 300, unchanged: 2, skipped: 40, error_count: 3 },
    error_summary: [group('coordinate_invalid')],
    notes: ['One.', 'Two.'],
    errors_url: 'http://h/v1/jobs/imp_1/errors.csv',
  });
  t.equal(
    summariseJob(many),
    [
      'completed: of 12,345 rows 12,000 added, 300 updated, 2 unchanged, 40 skipped, 3 rejected',
      'rejected:',
      '  3 x coordinate_invalid in "lat": lat "x [2J" is odd. Mend it.',
      'notes:',
      '  One.',
      '  Two.',
      'job imp_1',
      'rejected rows with their reasons: http://h/v1/jobs/imp_1/errors.csv (--errors FILE saves them)\n',
    ].join('\n'),
  );
  t.match(
    summariseJob(job({ status: 'failed', error: 'The disk is full.' })),
    /^failed: .*\nThe disk is full\.\n/,
  );
});

t.test('of many reasons ten are shown, and how many more there are', async (t) => {
  const error_summary = Array.from({ length: 100 }, (_, i) => group(`code_${i}`));
  const lines = summariseJob(job({ error_count: 300, error_summary })).split('\n');
  t.equal(lines.filter((line) => line.includes(' x code_')).length, 10);
  t.ok(lines.includes('  and 90 more'));
});

t.test('a dry run shows how the columns are read, and what they hold', async (t) => {
  const column = (header: string, some: Partial<DryRun['mapping'][number]>) => ({
    ...{ index: 0, header, field: null, how: 'custom', confidence: 1, why: 'so', second_best: null },
    ...{ samples: [] },
    ...some,
  });
  const told = {
    counts: { total: 1234, added: 1230, updated: 1, unchanged: 1, skipped: 1, rejected: 1 },
    placed: { coordinates: 1200, street: 0, postal: 33 },
    mapping: [
      column('Shop', {
        ...{ field: 'name', how: 'inferred', confidence: 0.9512, samples: ['A "1"', 'B\u001b[2J'] },
        second_best: { field: 'city', probability: 0.123 },
      }),
      column('Door', { second_best: { field: null, probability: 0.1 } }),
      column('X', { how: 'ignored' }),
    ],
    error_summary: [],
    notes: [],
  } as unknown as DryRun;
  t.equal(
    summariseDryRun(told),
    'dry run: of 1,234 rows 1,230 would be added, 1 updated, 1 left unchanged, 1 skipped, 1 rejected\n' +
      'placed by: 1,200 coordinates, 33 postal\n' +
      'columns:\n' +
      '  Shop -> name (95%): so; otherwise city (12%)\n' +
      '      "A \\"1\\"", "B\\u001b[2J"\n' +
      '  Door -> custom field (100%): so; otherwise custom field (10%)\n' +
      '  X -> ignored (100%): so\n',
  );
  const wide = { ...told, mapping: Array.from({ length: 43 }, (_, i) => column(`C${i}`, {})) };
  t.ok(
    summariseDryRun(wide as unknown as DryRun).endsWith('  C39 -> custom field (100%): so\n  and 3 more\n'),
  );
});
