import type { ServerResponse } from 'node:http';
import t from 'tap';
import { ApiError, dataOf, waitForJob } from '../../src/client/index.js';
import { breakOff, JOB, JSON_TYPE, startJobs } from '../support/misbehaving-jobs.js';

t.test('an answer that breaks off is an ApiError, and is waited out', async (t) => {
  const cases = [
    breakOff(200, JSON_TYPE),
    breakOff(503, JSON_TYPE),
    breakOff(502, { 'content-type': 'text/html' }),
    (response: ServerResponse) => response.writeHead(200, JSON_TYPE).end('{"job_id": "j", "sta'),
  ];
  for (const answer of cases) {
    const { api, polls } = await startJobs(t, answer, answer);
    const params = { path: { job_id: 'j' } };
    const error = await dataOf(api.GET('/jobs/{job_id}', { params })).catch((error) => error);
    t.type(error, ApiError);
    t.match(error, { status: 0, code: null, isPassing: true });
    t.ok(error.cause instanceof Error);
    const troubles: ApiError[] = [];
    const job = await waitForJob(api, 'j', { onTrouble: (error) => troubles.push(error) });
    t.equal(job.status, 'completed');
    t.equal(troubles.length, 1);
    t.equal(polls(), 3);
  }
});

t.test('an answer that is whole comes with its status, headers and address', async (t) => {
  const { api } = await startJobs(t, (response) =>
    response.writeHead(200, { ...JSON_TYPE, etag: '"1"' }).end(JSON.stringify(JOB)),
  );
  const { data, response } = await api.GET('/jobs/{job_id}', { params: { path: { job_id: 'j' } } });
  t.match(data, JOB);
  t.equal(response.headers.get('etag'), '"1"');
  t.match(response.url, /\/v1\/jobs\/j$/);
});
