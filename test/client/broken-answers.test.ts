import type { ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { type ApiClient, ApiError, createClient, dataOf, waitForJob } from '../../src/client/index.js';
import { startHttpServer } from '../support/http-server.js';

const JOB = { job_id: 'j', kind: 'import', status: 'completed' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** A service without events that answers polls as it is told, and then with the end of the job. */
async function startJobs(
  t: Test,
  ...answers: ((response: ServerResponse) => unknown)[]
): Promise<{ api: ApiClient; polls: () => number }> {
  let polls = 0;
  const host = await startHttpServer(t, ({ url }, response) => {
    if (url!.endsWith('/events')) return response.writeHead(404, JSON_TYPE).end('{}');
    polls++;
    const answer = answers.shift();
    if (answer) answer(response);
    else response.writeHead(200, JSON_TYPE).end(JSON.stringify(JOB));
  });
  return { api: createClient({ baseUrl: `http://${host}/v1` }), polls: () => polls };
}

/** Ends the connection amid a body. */
const breakOff =
  (status: number, headers: Record<string, string>) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-length': '900', ...headers });
    response.write('{"job_id": "j", "sta', () => response.destroy());
  };

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
