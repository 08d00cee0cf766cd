import t from 'tap';
import { asOwner, finished, startTestApp } from '../support/app.js';

const { call } = await asOwner(await startTestApp(t, { MAX_UPLOAD_BYTES: '200000000' }));

t.test('poisonous rows are rejected alone, with their line', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const lines = [
    Buffer.from('name,lat,lng,Note\n'),
    Buffer.from('Good 1,1,1,a\n'),
    Buffer.from('N\0ul,1,2,a\n'),
    Buffer.from('Ragged,1,3,a,b,c\n'),
    Buffer.from('Short,1\n'),
    Buffer.concat([Buffer.from('Huge,1,5,"'), Buffer.alloc(50_000_000, 'x'), Buffer.from('"\n')]),
    Buffer.from('Good 2,2,2,b\n'),
  ];
  const { status, body } = await call('POST', `/maps/${map.id}/markers/bulk`, Buffer.concat(lines), {
    'content-type': 'text/csv',
  });
  t.equal(status, 202);
  const job = await finished(call, body);
  t.match(job, { status: 'completed', total: 6, added: 2, error_count: 4 });
  t.same(
    job.errors.map(({ line, code }) => [line, code]),
    [
      [3, 'nul_character'],
      [4, 'cells_extra'],
      [5, 'location_missing'],
      [6, 'record_too_long'],
    ],
  );
});

t.test('5,001 columns are refused as a whole', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const header = Array.from({ length: 5001 }, (_, i) => `c${i}`).join();
  const answer = await call('POST', `/maps/${map.id}/markers/bulk`, `${header}\n`, {
    'content-type': 'text/csv',
  });
  t.match([answer.status, answer.body.error.message], [400, /5000/]);
});
