import type { ServerResponse } from 'node:http';
import t from 'tap';
import { ApiError, dataOf, waitForJob } from '../../src/client/index.js';
import { breakOff, JSON_TYPE, startJobs } from '../support/misbehaving-jobs.js';

const refuse =
  (headers: Record<string, string>) =>
  (response: ServerResponse): unknown =>
    response
      .writeHead(429, { ...JSON_TYPE, ...headers })
      .end('{"error": {"code": "RATE_LIMITED", "message": "wait"}}');
const hang = (): void => {};
/** Sends the head alone. */
const hangAmid = (response: ServerResponse): void => response.writeHead(200, JSON_TYPE).flushHeaders();
const params = { path: { job_id: 'j' } };

t.test('a poll that is not answered is asked again', async (t) => {
  const { api, polls } = await startJobs(t, hang, hangAmid, breakOff(200, JSON_TYPE));
  const troubles: ApiError[] = [];
  const job = await waitForJob(api, 'j', { pollTimeoutMs: 200, onTrouble: (error) => troubles.push(error) });
  t.equal(job.status, 'completed');
  t.match(troubles, [{ status: 0, message: '/jobs/j did not answer in 0.2 s' }]);
  t.equal(polls(), 4);
});

t.test('the caller ends a poll, and gets the reason', async (t) => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const { api } = await startJobs(t, () => controller.abort(reason));
  await t.rejects(waitForJob(api, 'j', { signal: controller.signal }), reason);
});

t.test('a service that never answers is given up', async (t) => {
  const { api } = await startJobs(t, ...Array(50).fill(hang));
  const error = await waitForJob(api, 'j', { pollTimeoutMs: 20, patienceMs: 100 }).catch((error) => error);
  t.match(error, { status: 0, isPassing: true });
});

t.test('a long pause that the service wants is waited within the patience', async (t) => {
  for (const seconds of ['3600', '9999999999', '1e999', '-1']) {
    const { api, polls } = await startJobs(t, ...Array(50).fill(refuse({ 'retry-after': seconds })));
    const error = await waitForJob(api, 'j', { patienceMs: 500 }).catch((error) => error);
    t.match(error, { status: 429, code: 'RATE_LIMITED' });
    t.ok(polls() <= 5, `${seconds}: ${polls()} polls`);
  }
});

t.test('a pause is read as seconds or as a date, and fits a timer', async (t) => {
  const read = async (text: string): Promise<number> => {
    const { api } = await startJobs(t, refuse({ 'retry-after': text }));
    const error = await dataOf(api.GET('/jobs/{job_id}', { params })).catch((error) => error);
    t.type(error, ApiError);
    return error.retryAfterMs;
  };
  t.equal(await read('30'), 30_000);
  t.equal(await read('9999999999'), 86_400_000);
  for (const text of ['', '0', '-5', 'soon', new Date(Date.now() - 60_000).toUTCString()])
    t.equal(await read(text), 0, text);
  const ms = await read(new Date(Date.now() + 600_000).toUTCString());
  t.ok(ms > 300_000 && ms <= 600_000, `${ms}`);
});
