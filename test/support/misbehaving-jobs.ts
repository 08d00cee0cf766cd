import type { ServerResponse } from 'node:http';
import type { Test } from 'tap';
import { type ApiClient, createClient } from '../../src/client/index.js';
import { startHttpServer } from './http-server.js';

export const JOB = { job_id: 'j', kind: 'import', status: 'completed' };
export const JSON_TYPE = { 'content-type': 'application/json' };

/** A service without events that answers polls as it is told, and then with the end of the job. */
export async function startJobs(
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
export const breakOff =
  (status: number, headers: Record<string, string>) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-length': '900', ...headers });
    response.write('{"job_id": "j", "sta', () => response.destroy());
  };
