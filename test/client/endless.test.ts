import type { ServerResponse } from 'node:http';
import t from 'tap';
import { eventsIn } from '../../src/client/events.js';
import { ApiError, createClient, dataOf, waitForJob } from '../../src/client/index.js';
import { startHttpServer } from '../support/http-server.js';
import { startJobs } from '../support/misbehaving-jobs.js';

const EVENTS = { headers: { 'content-type': 'text/event-stream' } };
const params = { path: { job_id: 'j' } };

/** Sends the same bytes until the client ends the connection. */
const sendForEver = (response: ServerResponse, chunk: string): void => {
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
};

t.test('refusals and pages without end are read to a bound', async (t) => {
  for (const [status, type] of [
    [503, 'application/json'],
    [200, 'text/html'],
  ] as const) {
    const { api } = await startJobs(t, (response) => {
      response.writeHead(status, { 'content-type': type });
      sendForEver(response, ' '.repeat(10_000));
    });
    const error = await dataOf(api.GET('/jobs/{job_id}', { params })).catch((error) => error);
    t.type(error, ApiError);
    t.match(error, { status, code: null });
  }
});

const collect = async (response: Response): Promise<unknown[]> => {
  const all: unknown[] = [];
  for await (const event of eventsIn(response)) all.push(event);
  return all;
};
const streamOf = (chunks: Iterable<string>): ReadableStream<Uint8Array> => {
  const rest = chunks[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = rest.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
};

t.test('events are the same however they are cut', async (t) => {
  const text =
    'retry: 5\n\ndata: {"n": 1}\n\n: still here\n\nid: 7\ndata: {"n": "é€😀"}\n\ndata: {"n": 3}\n\ndata: {';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 3, 7, 50, 1000]) {
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
        controller.close();
      },
    });
    t.same(await collect(new Response(body, EVENTS)), [{ n: 1 }, { n: 'é€😀' }, { n: 3 }]);
  }
});

t.test('an event has a bound, and no other type is taken for events', async (t) => {
  function* forEver(): Generator<string> {
    for (;;) yield 'data: x';
  }
  await t.rejects(collect(new Response(streamOf(forEver()), EVENTS)), /an event without end/);
  const other = { headers: { 'content-type': 'application/octet-stream' } };
  await t.rejects(collect(new Response(streamOf(forEver()), other)), /no events/);
});

t.test('a job whose events are something else is polled', async (t) => {
  const host = await startHttpServer(t, ({ url }, response) => {
    if (!url!.endsWith('/events'))
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"job_id": "j", "status": "completed"}');
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    sendForEver(response, ' '.repeat(10_000));
  });
  const job = await waitForJob(createClient({ baseUrl: `http://${host}/v1` }), 'j');
  t.equal(job.status, 'completed');
});
